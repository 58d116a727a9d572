// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows kept in memory between being read and being used: written once, then read from the first to
 * the last, or by position. Rows are records in blocks of bytes, so that a million of them are few
 * objects.
 */
final class RowStore {
  private static final int BLOCK_BYTES = 1 << 16;

  private final List<byte[]> blocks = new ArrayList<>();
  private final RecordWriter writer = new RecordWriter();
  private final RecordReader reader = new RecordReader();
  private int used;
  private int readBlock;
  private int readOffset;
  private int readEnd;
  private long position;
  private final List<Integer> ends = new ArrayList<>();

  /** Forgets all rows. */
  void clear() {
    blocks.clear();
    ends.clear();
    used = 0;
    rewind();
  }

  void beginRow() {
    writer.begin();
  }

  void append(Value value) {
    StoredText.UTF8.append(writer, value);
  }

  void endRow() {
    writer.finish();
    int length = writer.length();
    int needed = length + 4;
    if (blocks.isEmpty() || used + needed > blocks.get(blocks.size() - 1).length) {
      if (!blocks.isEmpty()) {
        ends.add(used);
      }
      blocks.add(new byte[Math.max(BLOCK_BYTES, needed)]);
      used = 0;
    }
    byte[] block = blocks.get(blocks.size() - 1);
    Bytes.putInt(block, used, length);
    System.arraycopy(writer.array(), writer.offset(), block, used + 4, length);
    used += needed;
  }

  /** Goes before the first row. */
  void rewind() {
    readBlock = 0;
    readOffset = 0;
  }

  /** Goes to the next row; false behind the last. */
  boolean next() {
    while (readBlock < blocks.size()) {
      readEnd = readBlock == blocks.size() - 1 ? used : ends.get(readBlock);
      if (readOffset < readEnd) {
        position = (long) readBlock << Integer.SIZE | readOffset;
        readOffset += bind(position, reader) + Integer.BYTES;
        return true;
      }
      readBlock++;
      readOffset = 0;
    }
    return false;
  }

  /** Where the current row is, for {@link #moveTo}. */
  long position() {
    return position;
  }

  /** Makes a row that {@link #next} has met the current one. */
  void moveTo(long rowPosition) {
    position = rowPosition;
    bind(rowPosition, reader);
  }

  /** Turns a reader to a row; returns the length of its record. */
  int bind(long rowPosition, RecordReader into) {
    byte[] block = blocks.get((int) (rowPosition >>> Integer.SIZE));
    int offset = (int) rowPosition;
    int length = Bytes.getInt(block, offset);
    into.bind(block, offset + Integer.BYTES, length);
    return length;
  }

  /** Reads a column of the current row; the bytes stay valid until {@link #clear}. */
  void read(int column, Value out) {
    StoredText.UTF8.read(reader, column, out);
  }
}
