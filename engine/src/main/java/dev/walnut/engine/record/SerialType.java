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

  private static final byte[] BYTES = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};

  private SerialType() {}

  /** Bytes of a column's content. */
  static int bytes(int serialType) {
    return serialType >= FIRST_VARIABLE ? (serialType - FIRST_VARIABLE) >>> 1 : BYTES[serialType];
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
    switch (serialType) {
      case 1:
        return bytes[offset];
      case 2:
        return Bytes.getSignedShort(bytes, offset);
      case 3:
        return Bytes.getSigned24(bytes, offset);
      case 4:
        return Bytes.getInt(bytes, offset);
      case 5:
        return Bytes.getSigned48(bytes, offset);
      case 6:
        return Bytes.getLong(bytes, offset);
      case ONE:
        return 1;
      default:
        return 0;
    }
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
