// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * Rows kept in memory as serialised records in a few large arrays; TEXT is UTF-8. Rows are numbered
 * from 0 in the order they were added. Clearing keeps the arrays for the next use.
 */
final class RowBuffer {
  private static final int FIRST_CHUNK = 1 << 12;
  private static final int MAX_CHUNK = 1 << 22;
  private static final int KEPT_BYTES = 1 << 16;

  private final RecordWriter writer = new RecordWriter();
  private final Value scratch = new Value();
  private byte[][] chunks = new byte[4][];
  private int chunkCount;
  private int used;
  private int[] chunkOf = new int[16];
  private int[] offsetOf = new int[16];
  private int[] lengthOf = new int[16];
  private int count;

  int count() {
    return count;
  }

  void clear() {
    count = 0;
    used = 0;
    if (chunkCount > 1 || (chunkCount == 1 && chunks[0].length > KEPT_BYTES)) {
      Arrays.fill(chunks, null);
      chunkCount = 0;
    }
    if (chunkOf.length > KEPT_BYTES) {
      chunkOf = new int[16];
      offsetOf = new int[16];
      lengthOf = new int[16];
    }
  }

  /** Adds a row of the evaluators' values; returns its number. */
  int add(Evaluator[] columns) {
    writer.begin();
    for (Evaluator column : columns) {
      column.evaluate(scratch);
      StoredText.UTF8.append(writer, scratch);
    }
    writer.finish();
    return add(writer.array(), writer.offset(), writer.length());
  }

  /** Adds a row of cells; returns its number. */
  int add(Value[] cells) {
    writer.begin();
    for (Value cell : cells) {
      StoredText.UTF8.append(writer, cell);
    }
    writer.finish();
    return add(writer.array(), writer.offset(), writer.length());
  }

  private int add(byte[] record, int offset, int length) {
    byte[] chunk = chunkCount == 0 ? null : chunks[chunkCount - 1];
    if (chunk == null || chunk.length - used < length) {
      int size = chunk == null ? FIRST_CHUNK : Math.min(MAX_CHUNK, chunk.length * 2);
      chunk = new byte[Math.max(size, length)];
      if (chunkCount == chunks.length) {
        chunks = Arrays.copyOf(chunks, chunkCount * 2);
      }
      chunks[chunkCount++] = chunk;
      used = 0;
    }
    if (count == chunkOf.length) {
      if (count > Integer.MAX_VALUE / 4) {
        throw new DatabaseException(ResultCode.NOMEM);
      }
      chunkOf = Arrays.copyOf(chunkOf, count * 2);
      offsetOf = Arrays.copyOf(offsetOf, count * 2);
      lengthOf = Arrays.copyOf(lengthOf, count * 2);
    }
    System.arraycopy(record, offset, chunk, used, length);
    chunkOf[count] = chunkCount - 1;
    offsetOf[count] = used;
    lengthOf[count] = length;
    used += length;
    return count++;
  }

  /** Turns a reader to a row. */
  void bind(RecordReader reader, int row) {
    reader.bind(chunks[chunkOf[row]], offsetOf[row], lengthOf[row]);
  }
}
