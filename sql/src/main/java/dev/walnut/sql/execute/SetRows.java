// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.syntax.Select.CompoundOperator;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * UNION, INTERSECT or EXCEPT of two streams: distinct rows in the order of all their columns, as
 * SQLite's sorted set gives them.
 */
final class SetRows extends Rows {
  private final Rows left;
  private final Rows right;
  private final CompoundOperator operator;
  private final Collation[] collations;
  private final KeyTable table = new KeyTable();
  private final KeyEncoder encoder = new KeyEncoder();
  private final KeyColumns rows;
  private final Value[] cells;
  private int[] order;
  private boolean[] dropped = new boolean[0];
  private int position;

  SetRows(Rows left, Rows right, CompoundOperator operator, Collation[] collations) {
    this.left = left;
    this.right = right;
    this.operator = operator;
    this.collations = collations;
    SortKey[] keys = new SortKey[collations.length];
    cells = new Value[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = SortKey.ascending(collations[i]);
      cells[i] = new Value();
    }
    rows = new KeyColumns(keys);
  }

  @Override
  public void open() {
    order = null;
    position = -1;
  }

  @Override
  public boolean next() {
    if (order == null) {
      fill();
      order = rows.sorted();
    }
    while (++position < order.length) {
      if (!dropped[order[position]]) {
        return true;
      }
    }
    return false;
  }

  private void fill() {
    table.clear();
    rows.clear();
    addAll(left);
    if (operator == CompoundOperator.UNION) {
      addAll(right);
      dropped = new boolean[rows.count()];
      return;
    }
    dropped = new boolean[rows.count()];
    boolean intersect = operator == CompoundOperator.INTERSECT;
    if (intersect) {
      Arrays.fill(dropped, true);
    }
    right.open();
    while (right.next()) {
      encode(right);
      int entry = table.find(encoder);
      if (entry >= 0) {
        dropped[entry] = !intersect;
      }
    }
  }

  private void addAll(Rows input) {
    input.open();
    while (input.next()) {
      encode(input);
      int entry = table.add(encoder);
      if (entry >= 0) {
        rows.add(cells);
      } else if (operator == CompoundOperator.UNION) {
        // Of equal rows SQLite's set keeps the last one.
        rows.replace(-1 - entry, cells);
      }
    }
  }

  private void encode(Rows input) {
    encoder.begin();
    for (int i = 0; i < cells.length; i++) {
      input.read(i, cells[i]);
      encoder.append(cells[i], collations[i]);
    }
  }

  @Override
  public void read(int columnIndex, Value out) {
    rows.read(columnIndex, order[position], out);
  }
}
