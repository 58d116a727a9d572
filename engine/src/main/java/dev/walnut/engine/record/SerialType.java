// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

import dev.walnut.engine.format.Bytes;

/**
 * The type codes in a record's header: each tells a column's storage class and size.
 *
 * <pre>
 *   0      NULL                      7      REAL, 8 bytes
 *   1-4    INTEGER of that many bytes   8, 9   INTEGER 0 and 1, no bytes
 *   5, 6   INTEGER of 6 and 8 bytes  10, 11 reserved: no bytes, read as NULL
 *   n >= 12 even  BLOB of (n-12)/2 bytes;   odd  TEXT of (n-13)/2 bytes
 * </pre>
 */
final class SerialType {
  static final int NULL = 0;
  static final int REAL = 7;
  static final int ZERO = 8;
  static final int ONE = 9;
  static final int FIRST_VARIABLE = 12;

  /** Bytes of types 0 to 11, four bits each from the right. */
  private static final long BYTES = 0x8864_3210L;

  private SerialType() {}

  /** Bytes of a column's content. */
  static int bytes(int serialType) {
    return serialType >= FIRST_VARIABLE
        ? (serialType - FIRST_VARIABLE) >>> 1
        : (int) (BYTES >>> (serialType << 2)) & 15;
  }

  /** The shortest type that holds {@code value}. */
  static int ofLong(long value) {
    if ((value & ~1L) == 0) {
      return ZERO + (int) value;
    }
    int bits = 65 - Long.numberOfLeadingZeros(value < 0 ? ~value : value);
    if (bits <= 32) {
      return (bits + 7) >>> 3;
    }
    return bits <= 48 ? 5 : 6;
  }

  /** The integer of type 1 to 6, 8 or 9 at {@code offset}; nothing past its bytes is read. */
  static long readLong(int serialType, byte[] bytes, int offset) {
    if (serialType >= ZERO) {
      return serialType - ZERO;
    }
    // The types of a column's rows vary: a load of the eight bytes that end with the integer and
    // two shifts cost less than a wrong guess at its size.
    int size = bytes(serialType);
    int start = offset + size - 8;
    if (start >= 0) {
      int shift = 64 - (size << 3);
      return Bytes.getLong(bytes, start) << shift >> shift;
    }
    return readLongAtStart(size, bytes, offset);
  }

  /** An integer with less than eight bytes from the array's start to its end. */
  private static long readLongAtStart(int size, byte[] bytes, int offset) {
    long value = bytes[offset];
    for (int i = 1; i < size; i++) {
      value = value << 8 | bytes[offset + i] & 0xff;
    }
    return value;
  }

  /** Stores an integer in the form of {@code serialType}, as {@link #ofLong} chose it. */
  static void writeLong(int serialType, byte[] bytes, int offset, long value) {
    switch (serialType) {
      case 1:
        bytes[offset] = (byte) value;
        break;
      case 2:
        Bytes.putShort(bytes, offset, (int) value);
        break;
      case 3:
        Bytes.put24(bytes, offset, (int) value);
        break;
      case 4:
        Bytes.putInt(bytes, offset, (int) value);
        break;
      case 5:
        Bytes.put48(bytes, offset, value);
        break;
      case 6:
        Bytes.putLong(bytes, offset, value);
        break;
      default:
        break;
    }
  }
}
