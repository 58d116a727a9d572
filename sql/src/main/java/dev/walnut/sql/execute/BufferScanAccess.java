// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** All rows of a {@link Materialized}. */
final class BufferScanAccess extends Access {
  private final Materialized rows;
  private final BufferRow row;
  private int position;
  private int count;

  BufferScanAccess(Materialized rows, BufferRow row) {
    this.rows = rows;
    this.row = row;
  }

  Materialized rows() {
    return rows;
  }

  @Override
  void open() {
    rows.require();
    position = -1;
    count = rows.buffer().count();
  }

  @Override
  boolean next() {
    if (++position >= count) {
      return false;
    }
    row.moveTo(position);
    return true;
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
