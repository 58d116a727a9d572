// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** The one row that a recursive common table is expanding. */
final class SingleRowAccess extends Access {
  private final NullableRow row;
  private boolean done;

  SingleRowAccess(NullableRow row) {
    this.row = row;
  }

  @Override
  void open() {
    done = false;
  }

  @Override
  boolean next() {
    boolean first = !done;
    done = true;
    return first;
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
