// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** A subquery's rows as they come, or one row that someone else fills. */
final class StreamAccess extends Access {
  private final Rows rows;
  private final NullableRow row;

  StreamAccess(Rows rows, NullableRow row) {
    this.rows = rows;
    this.row = row;
  }

  @Override
  void open() {
    rows.open();
  }

  @Override
  boolean next() {
    return rows.next();
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
