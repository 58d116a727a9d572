// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

import java.util.Arrays;

/**
 * A key to look for: some leading columns of an index's key as unboxed values. Reusable: set the
 * number of columns, then each of them, before every seek; nothing is allocated while the number of
 * columns does not grow.
 *
 * <p>Text and blobs are referenced, not copied: their arrays must not change while the key is used.
 */
public final class SearchKey {
  private int columnCount;
  byte[] types;
  long[] bits;
  byte[][] arrays;
  int[] offsets;
  int[] lengths;

  /** Where a stored key is joined whose compared columns reach into overflow pages. */
  byte[] assembled;

  /** A key with room for some columns. */
  public SearchKey(int columns) {
    types = new byte[columns];
    bits = new long[columns];
    arrays = new byte[columns][];
    offsets = new int[columns];
    lengths = new int[columns];
  }

  /** How many leading key columns count. */
  public int columnCount() {
    return columnCount;
  }

  /** Sets how many leading key columns count; columns keep their values. */
  public void setColumnCount(int count) {
    if (count > types.length) {
      types = Arrays.copyOf(types, count);
      bits = Arrays.copyOf(bits, count);
      arrays = Arrays.copyOf(arrays, count);
      offsets = Arrays.copyOf(offsets, count);
      lengths = Arrays.copyOf(lengths, count);
    }
    columnCount = count;
  }

  /** Makes a column NULL. */
  public void setNull(int column) {
    types[column] = RecordReader.NULL;
  }

  /** Makes a column an INTEGER. */
  public void setLong(int column, long value) {
    types[column] = RecordReader.INTEGER;
    bits[column] = value;
  }

  /** Makes a column a REAL; NaN becomes NULL. */
  public void setDouble(int column, double value) {
    types[column] = Double.isNaN(value) ? (byte) RecordReader.NULL : (byte) RecordReader.REAL;
    bits[column] = Double.doubleToRawLongBits(value);
  }

  /** Makes a column TEXT, in the database's encoding. */
  public void setText(int column, byte[] bytes, int offset, int length) {
    setBytes(column, RecordReader.TEXT, bytes, offset, length);
  }

  /** Makes a column a BLOB. */
  public void setBlob(int column, byte[] bytes, int offset, int length) {
    setBytes(column, RecordReader.BLOB, bytes, offset, length);
  }

  private void setBytes(int column, int type, byte[] bytes, int offset, int length) {
    types[column] = (byte) type;
    arrays[column] = bytes;
    offsets[column] = offset;
    lengths[column] = length;
  }

  /** Copies a column of a bound record; an absent one becomes NULL. */
  public void set(int column, RecordReader reader, int readerColumn) {
    switch (reader.typeOf(readerColumn)) {
      case RecordReader.INTEGER:
        setLong(column, reader.longAt(readerColumn));
        break;
      case RecordReader.REAL:
        setDouble(column, reader.doubleAt(readerColumn));
        break;
      case RecordReader.TEXT:
      case RecordReader.BLOB:
        setBytes(
            column,
            reader.typeOf(readerColumn),
            reader.bytesArray(readerColumn),
            reader.bytesOffset(readerColumn),
            reader.bytesLength(readerColumn));
        break;
      default:
        setNull(column);
        break;
    }
  }

  /**
   * Takes the leading columns of a bound record as the key.
   *
   * @param columns how many; the record's own number if it has fewer
   */
  public void setRecord(RecordReader reader, int columns) {
    int count = 0;
    while (count < columns && reader.serialType(count) != RecordReader.ABSENT) {
      count++;
    }
    setColumnCount(count);
    if (count > 0) {
      // The last column first: should the record need joining, all columns then share one array.
      for (int i = count - 1; i >= 0; i--) {
        set(i, reader, i);
      }
    }
  }

  /** {@link RecordReader#NULL} to {@link RecordReader#BLOB}. */
  public int typeOf(int column) {
    return types[column];
  }

  /** Whether one of the columns is NULL; such a key is equal to none in a UNIQUE index. */
  public boolean hasNull() {
    for (int i = 0; i < columnCount; i++) {
      if (types[i] == RecordReader.NULL) {
        return true;
      }
    }
    return false;
  }
}
