// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import java.util.Arrays;

/**
 * BINARY of a database whose text encoding is UTF-16: the order of the code units' bytes as the
 * file stores them, computed from UTF-8.
 *
 * <p>Texts are equal here exactly if they are under the other form of BINARY.
 */
final class Utf16Collation implements Collation {
  static final Utf16Collation LITTLE_ENDIAN = new Utf16Collation(true);
  static final Utf16Collation BIG_ENDIAN = new Utf16Collation(false);

  private final boolean littleEndian;

  private Utf16Collation(boolean littleEndian) {
    this.littleEndian = littleEndian;
  }

  @Override
  public String name() {
    return "BINARY";
  }

  @Override
  public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    int same = Arrays.mismatch(a, aOffset, aOffset + aLength, b, bOffset, bOffset + bLength);
    if (same < 0) {
      return 0;
    }
    // Back to the start of the character that holds the difference; both have the same bytes there.
    int start = same;
    while (start > 0
        && ((start < aLength && (a[aOffset + start] & 0xc0) == 0x80)
            || (start < bLength && (b[bOffset + start] & 0xc0) == 0x80))) {
      start--;
    }
    int aEnd = aOffset + aLength;
    int bEnd = bOffset + bLength;
    int i = aOffset + start;
    int j = bOffset + start;
    while (i < aEnd && j < bEnd) {
      int x = Utf8.codePointAt(a, i, aEnd);
      int y = Utf8.codePointAt(b, j, bEnd);
      if (x != y) {
        return compareCodePoints(x, y);
      }
      i = Utf8.next(a, i, aEnd);
      j = Utf8.next(b, j, bEnd);
    }
    return (aEnd - i) - (bEnd - j);
  }

  private int compareCodePoints(int x, int y) {
    int firstOfX = firstUnit(x);
    int firstOfY = firstUnit(y);
    if (firstOfX != firstOfY) {
      return compareUnits(firstOfX, firstOfY);
    }
    return compareUnits(secondUnit(x), secondUnit(y));
  }

  private static int firstUnit(int codePoint) {
    return codePoint >= 0x10000 ? 0xd800 + (((codePoint - 0x10000) >> 10) & 0x3ff) : codePoint;
  }

  private static int secondUnit(int codePoint) {
    return codePoint >= 0x10000 ? 0xdc00 + (codePoint & 0x3ff) : 0;
  }

  private int compareUnits(int x, int y) {
    if (littleEndian) {
      int low = (x & 0xff) - (y & 0xff);
      return low != 0 ? low : (x >> 8) - (y >> 8);
    }
    return x - y;
  }
}
