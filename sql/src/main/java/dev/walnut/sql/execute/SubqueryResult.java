// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** The first row of a scalar subquery, computed once per execution unless it is correlated. */
final class SubqueryResult implements StatementResources.Once {
  private final Rows rows;
  private final boolean correlated;
  private final Value[] cells;
  private boolean computed;

  SubqueryResult(Rows rows, int columnCount, boolean correlated, StatementResources resources) {
    this.rows = rows;
    this.correlated = correlated;
    this.cells = new Value[columnCount];
    for (int i = 0; i < columnCount; i++) {
      cells[i] = new Value();
    }
    resources.add(this);
  }

  @Override
  public void reset() {
    computed = false;
  }

  void read(int column, Value out) {
    if (!computed || correlated) {
      rows.open();
      boolean found = rows.next();
      for (int i = 0; i < cells.length; i++) {
        if (found) {
          rows.read(i, cells[i]);
          if (!correlated) {
            cells[i].detach();
          }
        } else {
          cells[i].setNull();
        }
      }
      computed = true;
    }
    out.set(cells[column]);
  }
}
