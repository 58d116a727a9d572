// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.value.Value;

/**
 * A row that is about to be stored: one cell per table column, and the rowid. The cell of an
 * INTEGER PRIMARY KEY is not used; reading that column gives the rowid.
 *
 * <p>Cells borrow their bytes from where the values came from, until {@link #detach}.
 */
final class NewRow extends RowSource {
  private final Value[] values;
  private final int rowidColumn;
  private long rowid;

  NewRow(Table table) {
    this.values = new Value[table.columns().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = new Value();
    }
    this.rowidColumn = table.rowidColumn();
  }

  /** The cell of a column, to be set or changed. */
  Value value(int column) {
    return values[column];
  }

  long rowid() {
    return rowid;
  }

  void setRowid(long newRowid) {
    rowid = newRowid;
  }

  /** Makes all cells own their bytes. */
  void detach() {
    for (Value value : values) {
      value.detach();
    }
  }

  @Override
  public void read(int columnIndex, Value out) {
    if (columnIndex == ROWID || columnIndex == rowidColumn) {
      out.setInteger(rowid);
    } else {
      out.set(values[columnIndex]);
    }
  }

  @Override
  public int typeOf(int columnIndex, Value scratch) {
    return columnIndex == ROWID || columnIndex == rowidColumn
        ? Value.INTEGER
        : values[columnIndex].type();
  }
}
