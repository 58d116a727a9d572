// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** A row of cells that its owner fills: a group's keys, its aggregates, the row of a recursion. */
final class CellRow extends RowSource {
  final Value[] cells;

  CellRow(int count) {
    cells = new Value[count];
    for (int i = 0; i < count; i++) {
      cells[i] = new Value();
    }
  }

  @Override
  public void read(int columnIndex, Value out) {
    out.set(cells[columnIndex]);
  }
}
