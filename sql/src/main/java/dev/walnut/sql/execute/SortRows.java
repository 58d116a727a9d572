// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/**
 * ORDER BY: takes all rows of its input, then gives them sorted; equal rows keep their order. With
 * a LIMIT it keeps about twice as many rows as are wanted.
 */
final class SortRows extends Rows {
  private static final int MAX_TOP = 20_000;
  private static final int MIN_TOP_BATCH = 128;

  private final Rows input;
  private final Evaluator[] keyEvaluators;
  private final Evaluator[] outputs;
  private final LimitValue limit;
  private final LimitValue offset;
  private final Value[] keyCells;
  private final Value[] outputCells;
  private final Value scratch = new Value();
  private KeyColumns keys;
  private RowBuffer buffer = new RowBuffer();
  private KeyColumns spareKeys;
  private RowBuffer spareBuffer;
  private final BufferRow row = new BufferRow(buffer, null, -1);
  private int[] order;
  private int position;
  private int end;

  /**
   * @param outputs the columns that the sorted rows have
   * @param limit null if all rows are wanted
   * @param offset null if there is none
   */
  SortRows(
      Rows input,
      Evaluator[] keyEvaluators,
      SortKey[] sortKeys,
      Evaluator[] outputs,
      LimitValue limit,
      LimitValue offset) {
    this.input = input;
    this.keyEvaluators = keyEvaluators;
    this.outputs = outputs;
    this.limit = limit;
    this.offset = offset;
    this.keys = new KeyColumns(sortKeys);
    this.spareKeys = limit == null ? null : new KeyColumns(sortKeys);
    this.keyCells = cells(keyEvaluators.length);
    this.outputCells = cells(outputs.length);
  }

  private static Value[] cells(int count) {
    Value[] cells = new Value[count];
    for (int i = 0; i < count; i++) {
      cells[i] = new Value();
    }
    return cells;
  }

  @Override
  public void open() {
    order = null;
    keys.clear();
    buffer.clear();
    position = -1;
  }

  @Override
  public boolean next() {
    if (order == null) {
      input.open();
      int top = top();
      if (top < 0) {
        takeAll();
        order = keys.sorted();
        end = order.length;
      } else {
        takeTop(top);
      }
      row.setBuffer(buffer);
    }
    if (++position >= end) {
      return false;
    }
    row.moveTo(order[position]);
    return true;
  }

  /** How many rows are wanted; -1 if all, or too many to bother. */
  private int top() {
    if (limit == null) {
      return -1;
    }
    long wanted = limit.compute();
    if (wanted < 0) {
      return -1;
    }
    long skipped = offset == null ? 0 : Math.max(0, offset.compute());
    long sum = wanted + skipped;
    return sum < 0 || sum > MAX_TOP ? -1 : (int) sum;
  }

  private void takeAll() {
    while (input.next()) {
      for (int i = 0; i < keyEvaluators.length; i++) {
        keyEvaluators[i].evaluate(keyCells[i]);
      }
      keys.add(keyCells);
      buffer.add(outputs);
    }
  }

  private void takeTop(int top) {
    int batch = Math.max(MIN_TOP_BATCH, top * 2);
    int worst = -1;
    while (input.next()) {
      for (int i = 0; i < keyEvaluators.length; i++) {
        keyEvaluators[i].evaluate(keyCells[i]);
      }
      if (worst >= 0 && keys.compare(keyCells, worst, scratch) >= 0) {
        continue;
      }
      keys.add(keyCells);
      buffer.add(outputs);
      if (keys.count() == batch) {
        keepFirst(top);
        worst = top - 1;
        if (top == 0) {
          break;
        }
      }
    }
    order = keys.sorted();
    end = Math.min(top, order.length);
  }

  /** Drops all rows but the first ones, which then are numbered in their order. */
  private void keepFirst(int top) {
    int[] sorted = keys.sorted();
    if (spareBuffer == null) {
      spareBuffer = new RowBuffer();
    }
    spareKeys.clear();
    spareBuffer.clear();
    row.setBuffer(buffer);
    for (int i = 0; i < top; i++) {
      for (int k = 0; k < keyCells.length; k++) {
        keys.read(k, sorted[i], keyCells[k]);
      }
      spareKeys.add(keyCells);
      row.moveTo(sorted[i]);
      for (int c = 0; c < outputCells.length; c++) {
        row.read(c, outputCells[c]);
      }
      spareBuffer.add(outputCells);
    }
    KeyColumns k = keys;
    keys = spareKeys;
    spareKeys = k;
    RowBuffer b = buffer;
    buffer = spareBuffer;
    spareBuffer = b;
  }

  @Override
  public void read(int columnIndex, Value out) {
    row.read(columnIndex, out);
  }
}
