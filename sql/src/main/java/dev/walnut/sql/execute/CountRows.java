// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** count(*) of a whole b-tree: counts the entries of its leaves without looking at them. */
final class CountRows extends Rows {
  private final StoredRow row;
  private final CellRow results;
  private boolean done;

  CountRows(StoredRow row, CellRow results) {
    this.row = row;
    this.results = results;
  }

  @Override
  public void open() {
    done = false;
  }

  @Override
  public boolean next() {
    if (done) {
      return false;
    }
    done = true;
    row.openCursor();
    long count = row.table() != null ? row.table().count() : row.index().count();
    for (Value cell : results.cells) {
      cell.setInteger(count);
    }
    return true;
  }

  @Override
  public void read(int columnIndex, Value out) {
    throw new IllegalStateException("groups have no columns of their own");
  }
}
