// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import java.util.Arrays;

/**
 * Compares serialised records with a {@link SearchKey} where they lie. {@link #prepare} looks at
 * the key once per seek and chooses the way of comparing; {@link #compare} then runs once per
 * probe.
 *
 * <p>Order: NULL, then numbers by value (INTEGER and REAL exactly, not through a common type), then
 * TEXT by collation, then BLOB by bytes. A column whose direction is descending reverses its own
 * part of the order.
 *
 * <p>Equal on all columns of the key means 0, also when the record has more columns: seeks decide
 * by that whether they want the first or the last of such records.
 */
public final class KeyComparison {
  private static final int GENERIC = 0;
  private static final int INTEGER_FIRST = 1;
  private static final int BINARY_TEXT_FIRST = 2;

  private SearchKey key;
  private KeyDescriptor descriptor;
  private OverflowSource overflow;
  private int columnCount;
  private int shape;
  private boolean firstDescending;
  private long firstLong;
  private byte[] firstArray;
  private int firstOffset;
  private int firstLength;

  /**
   * Fixes the key for the comparisons to come; later changes of {@code key} are not seen.
   *
   * @param overflow joins stored keys that do not fit on their page; may be null if there are none
   * @throws IllegalArgumentException if the key has more columns than the descriptor
   */
  public void prepare(SearchKey key, KeyDescriptor descriptor, OverflowSource overflow) {
    this.key = key;
    this.descriptor = descriptor;
    this.overflow = overflow;
    columnCount = key.columnCount();
    if (columnCount > descriptor.columnCount()) {
      throw new IllegalArgumentException("more columns than the key has");
    }
    shape = GENERIC;
    if (columnCount == 0) {
      return;
    }
    firstDescending = descriptor.isDescending(0);
    if (key.types[0] == RecordReader.INTEGER) {
      shape = INTEGER_FIRST;
      firstLong = key.bits[0];
    } else if (key.types[0] == RecordReader.TEXT && descriptor.collation(0) == null) {
      shape = BINARY_TEXT_FIRST;
      firstArray = key.arrays[0];
      firstOffset = key.offsets[0];
      firstLength = key.lengths[0];
    }
  }

  /**
   * Negative, zero or positive, as the record sorts before, with or after the key.
   *
   * @param array holds the record's local bytes
   * @throws CorruptDatabaseException if the record is malformed or has fewer columns than the key
   */
  public int compare(byte[] array, int payloadOffset, int localBytes, int totalBytes) {
    if (shape != GENERIC && localBytes >= 2) {
      int headerBytes = array[payloadOffset];
      int type = array[payloadOffset + 1];
      int content = payloadOffset + headerBytes;
      // A header of one-byte size and a first type of one byte; all else takes the general way.
      if (headerBytes >= 2 && type > 0) {
        if (shape == INTEGER_FIRST) {
          if (type <= SerialType.ONE
              && type != SerialType.REAL
              && headerBytes + SerialType.bytes(type) <= localBytes) {
            long value = SerialType.readLong(type, array, content);
            if (value != firstLong) {
              return (value < firstLong) != firstDescending ? -1 : 1;
            }
            return columnCount == 1
                ? 0
                : compareColumns(1, array, payloadOffset, localBytes, totalBytes);
          }
        } else if (type >= 13 && (type & 1) == 1) {
          int length = (type - 13) >> 1;
          if (headerBytes + length <= localBytes) {
            int order =
                Arrays.compareUnsigned(
                    array,
                    content,
                    content + length,
                    firstArray,
                    firstOffset,
                    firstOffset + firstLength);
            if (order != 0) {
              return firstDescending ? -order : order;
            }
            return columnCount == 1
                ? 0
                : compareColumns(1, array, payloadOffset, localBytes, totalBytes);
          }
        }
      }
    }
    return compareColumns(0, array, payloadOffset, localBytes, totalBytes);
  }

  /** Compares the columns from {@code from} on; those before it are known to be equal. */
  private int compareColumns(int from, byte[] array, int base, int localBytes, int totalBytes) {
    int limit = base + localBytes;
    if (!Varint.fits(array, base, limit)) {
      throw new CorruptDatabaseException(0, "key record is cut off");
    }
    long headerBytes = Varint.get(array, base);
    if (headerBytes <= 0 || headerBytes > totalBytes) {
      throw new CorruptDatabaseException(0, "key record header size");
    }
    if (headerBytes > localBytes) {
      return compareAssembled(from, array, base, localBytes, totalBytes);
    }
    int header = base + Varint.length(array, base);
    int headerEnd = base + (int) headerBytes;
    int content = headerEnd;
    for (int column = 0; column < columnCount; column++) {
      if (header >= headerEnd) {
        throw new CorruptDatabaseException(0, "key record has too few columns");
      }
      int type = array[header];
      if (type >= 0) {
        header++;
      } else {
        type = RecordReader.longSerialType(array, header, headerEnd);
        header += Varint.length(array, header);
      }
      int size = SerialType.bytes(type);
      if (size > limit - content) {
        if (localBytes == totalBytes) {
          throw new CorruptDatabaseException(0, "key record contents end after the payload");
        }
        return compareAssembled(from, array, base, localBytes, totalBytes);
      }
      if (column >= from) {
        int order = compareColumn(column, type, array, content, size);
        if (order != 0) {
          return descriptor.isDescending(column) ? -order : order;
        }
      }
      content += size;
    }
    return 0;
  }

  private int compareAssembled(int from, byte[] array, int base, int localBytes, int totalBytes) {
    if (localBytes == totalBytes || overflow == null) {
      throw new CorruptDatabaseException(0, "key record is larger than its payload");
    }
    key.assembled = overflow.assemble(key.assembled, array, base, localBytes, totalBytes);
    return compareColumns(from, key.assembled, 0, totalBytes, totalBytes);
  }

  /** One column in ascending order: -1, 0 or 1 (or any sign of a collation). */
  private int compareColumn(int column, int type, byte[] array, int offset, int size) {
    int wanted = key.types[column];
    if (type >= SerialType.FIRST_VARIABLE) {
      int stored = RecordReader.BLOB - (type & 1);
      if (stored != wanted) {
        return stored < wanted ? -1 : 1;
      }
      int keyOffset = key.offsets[column];
      int keyLength = key.lengths[column];
      TextComparator collation = stored == RecordReader.TEXT ? descriptor.collation(column) : null;
      if (collation != null) {
        // Reversal negates the result: Integer.MIN_VALUE must not come through.
        int order =
            collation.compare(array, offset, size, key.arrays[column], keyOffset, keyLength);
        return Integer.signum(order);
      }
      return Arrays.compareUnsigned(
          array, offset, offset + size, key.arrays[column], keyOffset, keyOffset + keyLength);
    }
    if (type == SerialType.REAL) {
      double stored = Bytes.getDouble(array, offset);
      if (!Double.isNaN(stored)) {
        if (wanted == RecordReader.INTEGER) {
          return -compare(key.bits[column], stored);
        }
        if (wanted == RecordReader.REAL) {
          return compare(stored, Double.longBitsToDouble(key.bits[column]));
        }
        return wanted == RecordReader.NULL ? 1 : -1;
      }
    } else if (type != SerialType.NULL && type <= SerialType.ONE) {
      long stored = SerialType.readLong(type, array, offset);
      if (wanted == RecordReader.INTEGER) {
        return Long.compare(stored, key.bits[column]);
      }
      if (wanted == RecordReader.REAL) {
        return compare(stored, Double.longBitsToDouble(key.bits[column]));
      }
      return wanted == RecordReader.NULL ? 1 : -1;
    }
    return wanted == RecordReader.NULL ? 0 : -1;
  }

  private static int compare(double a, double b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  /** Compares an integer with a real by value, exactly; the real is not NaN. */
  static int compare(long integer, double real) {
    if (real < -0x1p63) {
      return 1;
    }
    if (real >= 0x1p63) {
      return -1;
    }
    long truncated = (long) real;
    if (integer != truncated) {
      return integer < truncated ? -1 : 1;
    }
    return compare((double) integer, real);
  }
}
