// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

/**
 * Code points of UTF-8 text that may be malformed, read as SQLite reads it.
 *
 * <p>A byte below 0xC0 is itself. A lead byte takes all continuation bytes that follow it, however
 * many; what comes out below 0x80 or as a surrogate is U+FFFD.
 */
public final class Utf8 {
  private Utf8() {}

  /** The code point that begins at a position; see {@link #next} for where it ends. */
  public static int codePointAt(byte[] text, int position, int end) {
    int c = text[position] & 0xff;
    if (c < 0xc0) {
      return c;
    }
    // The lead byte's payload: SQLite takes 5 bits of 110xxxxx, 4 of 1110xxxx, 3 of 11110xxx ...
    c = c < 0xe0 ? c & 0x1f : c < 0xf0 ? c & 0x0f : c < 0xf8 ? c & 0x07 : c < 0xfc ? c & 3 : c & 1;
    if (c == 1 && (text[position] & 0xff) == 0xff) {
      c = 0;
    }
    int i = position + 1;
    while (i < end && (text[i] & 0xc0) == 0x80) {
      c = (c << 6) + (text[i] & 0x3f);
      i++;
    }
    if ((c >= 0 && c < 0x80) || (c & 0xfffff800) == 0xd800) {
      return 0xfffd;
    }
    return c;
  }

  /** Where the character after the one at {@code position} begins, at most {@code end}. */
  public static int next(byte[] text, int position, int end) {
    int i = position + 1;
    if ((text[position] & 0xff) >= 0xc0) {
      while (i < end && (text[i] & 0xc0) == 0x80) {
        i++;
      }
    }
    return i;
  }

  /** How many characters a range has; a zero byte does not end it. */
  public static int length(byte[] text, int offset, int length) {
    int count = 0;
    int end = offset + length;
    int i = offset;
    while (i < end) {
      byte c = text[i++];
      if (c < 0 && (c & 0xc0) == 0xc0) {
        while (i < end && (text[i] & 0xc0) == 0x80) {
          i++;
        }
      }
      count++;
    }
    return count;
  }

  /**
   * Position after {@code count} characters from {@code offset}, at most {@code end}. Here, as in
   * SQLite's substr(), stray continuation bytes that stand together are one character.
   */
  public static int advance(byte[] text, int offset, int end, long count) {
    int i = offset;
    while (count > 0 && i < end) {
      if (text[i++] < 0) {
        while (i < end && (text[i] & 0xc0) == 0x80) {
          i++;
        }
      }
      count--;
    }
    return i;
  }

  /** How many bytes {@link #write} needs for a code point, 1 to 4. */
  public static int encodedLength(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  /** Writes a code point (surrogates too) and returns the position after it. */
  public static int write(int codePoint, byte[] target, int at) {
    if (codePoint < 0x80) {
      target[at++] = (byte) codePoint;
    } else if (codePoint < 0x800) {
      target[at++] = (byte) (0xc0 | (codePoint >> 6));
      target[at++] = (byte) (0x80 | (codePoint & 0x3f));
    } else if (codePoint < 0x10000) {
      target[at++] = (byte) (0xe0 | (codePoint >> 12));
      target[at++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
      target[at++] = (byte) (0x80 | (codePoint & 0x3f));
    } else {
      target[at++] = (byte) (0xf0 | ((codePoint >> 18) & 0x07));
      target[at++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
      target[at++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
      target[at++] = (byte) (0x80 | (codePoint & 0x3f));
    }
    return at;
  }
}
