// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import java.util.Arrays;

/**
 * Reads the columns of a record where it lies. One reader serves many rows: {@link #bind} it to a
 * payload, ask for columns in any order, bind it to the next. Nothing is allocated per row.
 *
 * <p>Layout of a record: header size (varint, itself included), one serial type per column
 * (varints), then the contents in the same order. The header is decoded from left to right only as
 * far as the highest column asked for.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>R1 {@code types[i]} and {@code offsets[i]} hold for {@code i < parsed}; the content of each
 *       such column lies inside the payload.
 *   <li>R2 Every read of contents is preceded by the check that they are local; the overflow chain
 *       is followed only when a column reaches into it.
 * </ul>
 *
 * <p>A column past the record's last is {@link #ABSENT}: the row is older than the column, the
 * caller supplies the default.
 *
 * <p>Arrays handed out are the page or this reader's buffer: good until the next {@link #bind}, and
 * until the tree is changed by the same connection.
 */
public final class RecordReader {
  /** {@link #typeOf} of a column that the record does not have. */
  public static final int ABSENT = -1;

  public static final int NULL = 0;
  public static final int INTEGER = 1;
  public static final int REAL = 2;
  public static final int TEXT = 3;
  public static final int BLOB = 4;

  private static final byte[] TYPE_OF = {
    NULL, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, REAL, INTEGER, INTEGER, NULL, NULL
  };

  /** Content sizes of the types below 128. */
  private static final byte[] SHORT_SIZES = new byte[128];

  static {
    for (int type = 0; type < SHORT_SIZES.length; type++) {
      SHORT_SIZES[type] = (byte) SerialType.bytes(type);
    }
  }

  private byte[] array = new byte[1];
  private int base;
  private int localBytes;
  private int totalBytes;
  private OverflowSource overflow;

  private int parsed;
  private boolean complete = true;
  private int nextHeaderOffset;
  private int headerEnd;
  private int nextContentOffset;
  private int[] types = new int[16];
  private int[] offsets = new int[16];
  private byte[] assembled;

  private long fetchedLong;
  private double fetchedDouble;
  private int fetchedOffset;
  private int fetchedLength;

  /**
   * Turns to another payload; costs a few stores, no byte is looked at.
   *
   * @param array holds the local part of the payload
   * @param payloadOffset where it begins
   * @param localBytes bytes of it in {@code array}
   * @param totalPayloadBytes bytes of the whole payload
   * @param overflow joins local part and overflow chain; may be null if all bytes are local
   */
  public void bind(
      byte[] array,
      int payloadOffset,
      int localBytes,
      int totalPayloadBytes,
      OverflowSource overflow) {
    // A reader lives longer than pages do, and storing a young object into an old one is dear for
    // the collector: rows of one page store once.
    if (this.array != array) {
      this.array = array;
    }
    if (this.overflow != overflow) {
      this.overflow = overflow;
    }
    this.base = payloadOffset;
    this.localBytes = localBytes;
    this.totalBytes = totalPayloadBytes;
    this.parsed = 0;
    this.nextHeaderOffset = 0;
    this.complete = false;
  }

  /** Turns to a payload that is wholly in {@code array}. */
  public void bind(byte[] array, int payloadOffset, int payloadBytes) {
    bind(array, payloadOffset, payloadBytes, payloadBytes, null);
  }

  /** Turns to a record without columns: every column is absent. */
  public void bindEmpty() {
    parsed = 0;
    complete = true;
  }

  /** The serial type of a column (from 0), or {@link #ABSENT}. */
  public int serialType(int column) {
    if (column >= parsed && !parseTo(column)) {
      return ABSENT;
    }
    return types[column];
  }

  /** {@link #NULL} to {@link #BLOB}, or {@link #ABSENT}; a stored NaN is NULL. */
  public int typeOf(int column) {
    int type = serialType(column);
    if (type >= SerialType.FIRST_VARIABLE) {
      return BLOB - (type & 1);
    }
    if (type == SerialType.REAL) {
      return Double.isNaN(Bytes.getDouble(array, position(column, 8))) ? NULL : REAL;
    }
    return type < 0 ? ABSENT : TYPE_OF[type];
  }

  /**
   * Decodes a column in one go: returns {@link #typeOf} and leaves the value in {@link
   * #fetchedLong}, {@link #fetchedDouble}, or {@link #fetchedArray} with its offset and length. For
   * hot loops; the value is good until the next call.
   */
  public int fetch(int column) {
    if (column >= parsed && !parseTo(column)) {
      return ABSENT;
    }
    int type = types[column];
    int size = type < SHORT_SIZES.length ? SHORT_SIZES[type] : SerialType.bytes(type);
    int offset = offsets[column];
    if (offset + size > localBytes) {
      assemble();
    }
    int position = base + offset;
    if (type >= SerialType.FIRST_VARIABLE) {
      fetchedOffset = position;
      fetchedLength = size;
      return BLOB - (type & 1);
    }
    if (type == SerialType.REAL) {
      double real = Bytes.getDouble(array, position);
      fetchedDouble = real;
      return Double.isNaN(real) ? NULL : REAL;
    }
    if (type == SerialType.NULL || type > SerialType.ONE) {
      return NULL;
    }
    fetchedLong = SerialType.readLong(type, array, position);
    return INTEGER;
  }

  /** The value of an INTEGER that was just fetched. */
  public long fetchedLong() {
    return fetchedLong;
  }

  /** The value of a REAL that was just fetched. */
  public double fetchedDouble() {
    return fetchedDouble;
  }

  /** The array that holds a TEXT or BLOB that was just fetched. */
  public byte[] fetchedArray() {
    return array;
  }

  /** Where a TEXT or BLOB that was just fetched begins. */
  public int fetchedOffset() {
    return fetchedOffset;
  }

  /** Size in bytes of a TEXT or BLOB that was just fetched. */
  public int fetchedLength() {
    return fetchedLength;
  }

  /** Whether the column is NULL; absent columns are not. */
  public boolean isNull(int column) {
    return typeOf(column) == NULL;
  }

  /** The number of columns in this record; decodes the whole header. */
  public int columnCount() {
    parseTo(Integer.MAX_VALUE);
    return parsed;
  }

  /** The value of an INTEGER column, a REAL one truncated; 0 for all else. */
  public long longAt(int column) {
    int type = serialType(column);
    if (type <= 0 || type >= SerialType.ZERO) {
      return type == SerialType.ONE ? 1 : 0;
    }
    int size = SerialType.bytes(type);
    int position = position(column, size);
    return type == SerialType.REAL
        ? (long) Bytes.getDouble(array, position)
        : SerialType.readLong(type, array, position);
  }

  /** The value of a REAL column, an INTEGER one converted; 0 for all else. */
  public double doubleAt(int column) {
    if (serialType(column) == SerialType.REAL) {
      return Bytes.getDouble(array, position(column, 8));
    }
    return longAt(column);
  }

  /** The array that holds a TEXT or BLOB column; read it at {@link #bytesOffset}. */
  public byte[] bytesArray(int column) {
    position(column, bytesLength(column));
    return array;
  }

  /** Where a column's contents begin in {@link #bytesArray}. */
  public int bytesOffset(int column) {
    return position(column, bytesLength(column));
  }

  /** Size of a column's contents in bytes; needs the header alone, so no overflow page is read. */
  public int bytesLength(int column) {
    int type = serialType(column);
    return type < 0 ? 0 : SerialType.bytes(type);
  }

  /** Absolute position of a column's contents, after they were made local; R2. */
  private int position(int column, int size) {
    if (column >= parsed) {
      return base;
    }
    int offset = offsets[column];
    if (offset + size > localBytes) {
      assemble();
    }
    return base + offset;
  }

  private void assemble() {
    if (localBytes == totalBytes || overflow == null) {
      throw new CorruptDatabaseException(0, "record is larger than its payload");
    }
    assembled = overflow.assemble(assembled, array, base, localBytes, totalBytes);
    array = assembled;
    base = 0;
    localBytes = totalBytes;
  }

  /** Decodes the header up to {@code column}; false if the record ends before it. */
  private boolean parseTo(int column) {
    if (complete) {
      return false;
    }
    if (nextHeaderOffset == 0 && !beginHeader()) {
      return false;
    }
    byte[] bytes = array;
    int end = base + headerEnd;
    int header = base + nextHeaderOffset;
    int content = nextContentOffset;
    int count = parsed;
    if (column < types.length) {
      // Types of one byte, which nearly all are; the sum of sizes is checked once at the end.
      int[] typesOut = types;
      int[] offsetsOut = offsets;
      while (count <= column && header < end) {
        int type = bytes[header];
        if (type < 0) {
          break;
        }
        header++;
        typesOut[count] = type;
        offsetsOut[count++] = content;
        content += SHORT_SIZES[type];
      }
      if (content > totalBytes) {
        throw new CorruptDatabaseException(0, "record contents end after the payload");
      }
    }
    while (count <= column) {
      if (header >= end) {
        complete = true;
        break;
      }
      int type = bytes[header];
      if (type >= 0) {
        header++;
      } else {
        type = longSerialType(bytes, header, end);
        header += Varint.length(bytes, header);
      }
      if (count == types.length) {
        grow();
      }
      types[count] = type;
      offsets[count++] = content;
      int size = SerialType.bytes(type);
      if (size > totalBytes - content) {
        throw new CorruptDatabaseException(0, "record contents end after the payload");
      }
      content += size;
    }
    if (header >= end && content != totalBytes) {
      throw new CorruptDatabaseException(0, "record contents end before the payload");
    }
    parsed = count;
    nextHeaderOffset = header - base;
    nextContentOffset = content;
    return column < count;
  }

  /** Reads the header's size; false if the record has no columns. */
  private boolean beginHeader() {
    if (localBytes > 0) {
      int size = array[base];
      if (size > 0 && size <= localBytes) {
        headerEnd = size;
        nextHeaderOffset = 1;
        nextContentOffset = size;
        return true;
      }
    }
    return beginUnusualHeader();
  }

  /** A header that is empty, larger than 127 bytes, not wholly local, or broken. */
  private boolean beginUnusualHeader() {
    int end = base + localBytes;
    if (!Varint.fits(array, base, end)) {
      throw new CorruptDatabaseException(0, "record header is cut off");
    }
    long size = Varint.get(array, base);
    if (size <= 0 || totalBytes == 0) {
      if (size != 0) {
        throw new CorruptDatabaseException(0, "record header size");
      }
      complete = true;
      return false;
    }
    if (size > totalBytes) {
      throw new CorruptDatabaseException(0, "record header is larger than the payload");
    }
    if (size > localBytes) {
      assemble();
    }
    headerEnd = (int) size;
    nextHeaderOffset = Varint.length(array, base);
    nextContentOffset = headerEnd;
    return true;
  }

  static int longSerialType(byte[] bytes, int offset, int end) {
    if (!Varint.fits(bytes, offset, end)) {
      throw new CorruptDatabaseException(0, "record header is cut off");
    }
    long type = Varint.get(bytes, offset);
    if (type < 0 || type > Integer.MAX_VALUE) {
      throw new CorruptDatabaseException(0, "serial type out of range");
    }
    return (int) type;
  }

  private void grow() {
    types = Arrays.copyOf(types, types.length * 2);
    offsets = Arrays.copyOf(offsets, offsets.length * 2);
  }
}
