// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.PriorityQueue;

/**
 * A recursive common table. Rows wait in a queue; the row taken from it is given out and then
 * expanded by the recursive parts, whose rows join the queue. UNION drops rows seen before; an
 * ORDER BY makes the queue a sorted one.
 */
final class RecursiveRows extends Rows {
  private final Rows initial;
  private final Rows[] recursive;
  private final CellRow current;
  private final boolean distinct;
  private final Collation[] collations;
  private final SortKey[] sortKeys;
  private final int[] sortColumns;
  private final KeyTable seen = new KeyTable();
  private final KeyEncoder encoder = new KeyEncoder();
  private final RowBuffer queue = new RowBuffer();
  private final BufferRow queued = new BufferRow(queue, null, -1);
  private final KeyColumns keys;
  private final PriorityQueue<Integer> sorted;
  private final Value[] cells;
  private final Value[] keyCells;
  private int head;
  private boolean started;
  private boolean expand;

  /**
   * @param current the row that the recursive parts read
   * @param sortColumns result columns of ORDER BY; empty: first in, first out
   */
  RecursiveRows(
      Rows initial,
      Rows[] recursive,
      CellRow current,
      boolean distinct,
      Collation[] collations,
      SortKey[] sortKeys,
      int[] sortColumns) {
    this.initial = initial;
    this.recursive = recursive;
    this.current = current;
    this.distinct = distinct;
    this.collations = collations;
    this.sortKeys = sortKeys;
    this.sortColumns = sortColumns;
    this.keys = new KeyColumns(sortKeys);
    this.sorted =
        sortKeys.length == 0
            ? null
            : new PriorityQueue<>(
                (a, b) -> {
                  int order = keys.compare(a, b);
                  return order != 0 ? order : Integer.compare(a, b);
                });
    this.cells = new Value[collations.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new Value();
    }
    this.keyCells = new Value[sortKeys.length];
  }

  @Override
  public void open() {
    seen.clear();
    queue.clear();
    keys.clear();
    if (sorted != null) {
      sorted.clear();
    }
    head = 0;
    started = false;
    expand = false;
  }

  @Override
  public boolean next() {
    if (!started) {
      started = true;
      take(initial);
    } else if (expand) {
      for (Rows part : recursive) {
        take(part);
      }
    }
    expand = false;
    int row;
    if (sorted != null) {
      if (sorted.isEmpty()) {
        return false;
      }
      row = sorted.poll();
    } else {
      if (head == queue.count()) {
        return false;
      }
      row = head++;
    }
    queued.moveTo(row);
    for (int i = 0; i < cells.length; i++) {
      queued.read(i, current.cells[i]);
      current.cells[i].detach();
    }
    if (sorted == null && head == queue.count()) {
      queue.clear();
      head = 0;
    }
    expand = true;
    return true;
  }

  private void take(Rows rows) {
    rows.open();
    while (rows.next()) {
      encoder.begin();
      for (int i = 0; i < cells.length; i++) {
        rows.read(i, cells[i]);
        if (distinct) {
          encoder.append(cells[i], collations[i]);
        }
      }
      if (distinct && seen.add(encoder) < 0) {
        continue;
      }
      int row = queue.add(cells);
      if (sorted != null) {
        for (int k = 0; k < sortKeys.length; k++) {
          keyCells[k] = cells[sortColumns[k]];
        }
        keys.add(keyCells);
        sorted.add(row);
      }
    }
  }

  @Override
  public void read(int columnIndex, Value out) {
    out.set(current.cells[columnIndex]);
  }
}
