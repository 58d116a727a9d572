// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.format;

/**
 * SQLite's variable-length integers: 1 to 9 bytes, big endian, seven bits a byte with the high bit
 * meaning "more follows"; a ninth byte holds eight bits, so that 64 bits always fit.
 *
 * <p>A varint is read in two steps because no call may allocate: {@link #get} gives the value,
 * {@link #length(byte[], int)} its size. Neither reads past the array's end: a varint that is cut
 * off there throws {@link ArrayIndexOutOfBoundsException}, so callers check that 9 bytes remain or
 * use {@link #fits} first.
 */
public final class Varint {
  /** The longest form. */
  public static final int MAX_BYTES = 9;

  private Varint() {}

  /** The 64-bit value of the varint at {@code offset}. */
  public static long get(byte[] bytes, int offset) {
    int first = bytes[offset];
    if (first >= 0) {
      return first;
    }
    int second = bytes[offset + 1];
    if (second >= 0) {
      return (first & 0x7f) << 7 | second;
    }
    return getLong(bytes, offset, (first & 0x7f) << 7 | second & 0x7f);
  }

  private static long getLong(byte[] bytes, int offset, long value) {
    for (int i = 2; i < 8; i++) {
      int next = bytes[offset + i];
      value = value << 7 | next & 0x7f;
      if (next >= 0) {
        return value;
      }
    }
    return value << 8 | bytes[offset + 8] & 0xff;
  }

  /** Bytes taken by the varint at {@code offset}, 1 to 9. */
  public static int length(byte[] bytes, int offset) {
    if (bytes[offset] >= 0) {
      return 1;
    }
    if (bytes[offset + 1] >= 0) {
      return 2;
    }
    for (int i = 2; i < 8; i++) {
      if (bytes[offset + i] >= 0) {
        return i + 1;
      }
    }
    return 9;
  }

  /**
   * Whether a whole varint lies between {@code offset} and {@code end} (exclusive).
   *
   * @param end at most {@code bytes.length}
   */
  public static boolean fits(byte[] bytes, int offset, int end) {
    int last = Math.min(end, offset + MAX_BYTES);
    for (int i = offset; i < last; i++) {
      if (bytes[i] >= 0) {
        return true;
      }
    }
    return last == offset + MAX_BYTES;
  }

  /** Bytes that {@link #put} takes for {@code value}, 1 to 9. */
  public static int length(long value) {
    if ((value & ~0x7fL) == 0) {
      return 1;
    }
    int bits = 64 - Long.numberOfLeadingZeros(value);
    return bits > 56 ? 9 : (bits + 6) / 7;
  }

  /**
   * Stores {@code value} in its shortest form.
   *
   * @return the number of bytes stored, 1 to 9
   */
  public static int put(byte[] bytes, int offset, long value) {
    if ((value & ~0x7fL) == 0) {
      bytes[offset] = (byte) value;
      return 1;
    }
    int length = length(value);
    if (length == 9) {
      bytes[offset + 8] = (byte) value;
      value >>>= 8;
      for (int i = 7; i >= 0; i--) {
        bytes[offset + i] = (byte) (value | 0x80);
        value >>>= 7;
      }
      return 9;
    }
    bytes[offset + length - 1] = (byte) (value & 0x7f);
    for (int i = length - 2; i >= 0; i--) {
      value >>>= 7;
      bytes[offset + i] = (byte) (value | 0x80);
    }
    return length;
  }
}
