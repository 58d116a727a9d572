// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.btree.BtreeCursor;

/** All rows of a rowid table, in either direction. */
final class TableScanAccess extends Access {
  private final StoredRow row;
  private final boolean descending;
  private BtreeCursor cursor;
  private boolean started;

  TableScanAccess(StoredRow row, boolean descending) {
    this.row = row;
    this.descending = descending;
  }

  @Override
  void open() {
    row.openCursor();
    cursor = row.table();
    started = false;
  }

  @Override
  boolean next() {
    row.moved();
    if (started) {
      return descending ? cursor.previous() : cursor.next();
    }
    started = true;
    return descending ? cursor.last() : cursor.first();
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
