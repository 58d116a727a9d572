// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import java.util.Arrays;

/**
 * Builds records: {@link #begin}, one append per column, {@link #finish}; then {@link #array},
 * {@link #offset} and {@link #length} name the result, which is good until the next {@link #begin}.
 * Buffers are kept, so that a writer in use does not allocate.
 *
 * <p>Values get the shortest serial type that holds them, as in files of schema format 4.
 */
public final class RecordWriter {
  /** Room before the contents for the header of an ordinary record. */
  private static final int HEADER_ROOM = 64;

  /** The largest record, that of SQLite's default length limit and some room for a header. */
  private static final int MAX_BYTES = 1_000_100_000;

  private byte[] types = new byte[HEADER_ROOM];
  private int typeBytes;
  private byte[] buffer = new byte[512];
  private int start;
  private int end;

  /** Drops what was built and begins a record. */
  public void begin() {
    typeBytes = 0;
    start = HEADER_ROOM;
    end = HEADER_ROOM;
  }

  /** Appends NULL. */
  public void appendNull() {
    putType(SerialType.NULL);
  }

  /** Appends an INTEGER. */
  public void appendLong(long value) {
    int type = SerialType.ofLong(value);
    putType(type);
    require(8);
    SerialType.writeLong(type, buffer, end, value);
    end += SerialType.bytes(type);
  }

  /** Appends a REAL in eight bytes; a NaN becomes NULL, as SQLite stores it. */
  public void appendDouble(double value) {
    if (Double.isNaN(value)) {
      appendNull();
      return;
    }
    putType(SerialType.REAL);
    require(8);
    Bytes.putDouble(buffer, end, value);
    end += 8;
  }

  /**
   * Appends a REAL for a column of REAL affinity: as an integer if it has an integer's value of at
   * most six bytes, which the column's affinity undoes when it is read.
   */
  public void appendRealCompact(double value) {
    long truncated = (long) value;
    if (truncated == value && truncated < 1L << 47 && truncated >= -(1L << 47)) {
      appendLong(truncated);
    } else {
      appendDouble(value);
    }
  }

  /** Appends TEXT in the database's encoding. */
  public void appendText(byte[] bytes, int offset, int length) {
    putVariable(13, bytes, offset, length);
  }

  /** Appends a BLOB. */
  public void appendBlob(byte[] bytes, int offset, int length) {
    putVariable(12, bytes, offset, length);
  }

  /** Appends a BLOB of {@code length} zero bytes. */
  public void appendZeroBlob(int length) {
    putType(12 + 2L * length);
    require(length);
    Arrays.fill(buffer, end, end + length, (byte) 0);
    end += length;
  }

  /** Appends a column of another record with its storage class; an absent one becomes NULL. */
  public void append(RecordReader reader, int column) {
    switch (reader.typeOf(column)) {
      case RecordReader.INTEGER:
        appendLong(reader.longAt(column));
        break;
      case RecordReader.REAL:
        appendDouble(reader.doubleAt(column));
        break;
      case RecordReader.TEXT:
        appendText(
            reader.bytesArray(column), reader.bytesOffset(column), reader.bytesLength(column));
        break;
      case RecordReader.BLOB:
        appendBlob(
            reader.bytesArray(column), reader.bytesOffset(column), reader.bytesLength(column));
        break;
      default:
        appendNull();
        break;
    }
  }

  /** Completes the record by putting its header before the contents. */
  public void finish() {
    int sizeBytes = typeBytes < 127 ? 1 : Varint.length((long) typeBytes + 2);
    int headerBytes = typeBytes + sizeBytes;
    if (headerBytes > start) {
      int contentBytes = end - start;
      int newStart = headerBytes;
      byte[] target = buffer;
      if (newStart + contentBytes > target.length) {
        target = new byte[newStart + contentBytes];
      }
      System.arraycopy(buffer, start, target, newStart, contentBytes);
      buffer = target;
      start = newStart;
      end = newStart + contentBytes;
    }
    start -= headerBytes;
    Varint.put(buffer, start, headerBytes);
    System.arraycopy(types, 0, buffer, start + sizeBytes, typeBytes);
  }

  /** The array that holds the finished record. */
  public byte[] array() {
    return buffer;
  }

  /** Where the finished record begins. */
  public int offset() {
    return start;
  }

  /** Bytes of the finished record. */
  public int length() {
    return end - start;
  }

  private void putVariable(int base, byte[] bytes, int offset, int length) {
    putType(base + 2L * length);
    require(length);
    System.arraycopy(bytes, offset, buffer, end, length);
    end += length;
  }

  private void putType(long type) {
    if (typeBytes + Varint.MAX_BYTES > types.length) {
      types = Arrays.copyOf(types, types.length * 2);
    }
    if (type < 0x80) {
      types[typeBytes++] = (byte) type;
    } else {
      typeBytes += Varint.put(types, typeBytes, type);
    }
  }

  private void require(int bytes) {
    if (bytes > buffer.length - end) {
      long wanted = (long) end + bytes;
      if (wanted > MAX_BYTES) {
        throw new DatabaseException(ResultCode.TOOBIG);
      }
      buffer =
          Arrays.copyOf(buffer, (int) Math.min(MAX_BYTES, Math.max(wanted, buffer.length * 2L)));
    }
  }
}
