// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import java.util.Arrays;

/** Finds bytes in bytes. */
final class ByteSearch {
  private ByteSearch() {}

  /**
   * First place in {@code text[from, end)} where the needle stands, or -1; {@code from} for an
   * empty needle.
   *
   * @param atCharacters whether a match after the first position must not begin at a UTF-8
   *     continuation byte
   */
  static int indexOf(
      byte[] text,
      int from,
      int end,
      byte[] needle,
      int needleOffset,
      int needleLength,
      boolean atCharacters) {
    if (needleLength == 0) {
      return from;
    }
    byte first = needle[needleOffset];
    int last = end - needleLength;
    for (int i = from; i <= last; i++) {
      if (text[i] == first
          && Arrays.equals(
              text, i, i + needleLength, needle, needleOffset, needleOffset + needleLength)
          && !(atCharacters && i > from && (first & 0xc0) == 0x80)) {
        return i;
      }
    }
    return -1;
  }
}
