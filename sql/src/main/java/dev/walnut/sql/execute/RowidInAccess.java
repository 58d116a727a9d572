// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** Rows by a list of rowids. */
final class RowidInAccess extends Access {
  private final StoredRow row;
  private final InValues values;
  private final Value value = new Value();

  RowidInAccess(StoredRow row, InValues values) {
    this.row = row;
    this.values = values;
  }

  @Override
  void open() {
    row.openCursor();
    values.open();
  }

  @Override
  boolean next() {
    while (values.next()) {
      value.set(values.value());
      if (RowidEqualAccess.toRowid(value)) {
        row.moved();
        if (row.table().seek(value.integer())) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
