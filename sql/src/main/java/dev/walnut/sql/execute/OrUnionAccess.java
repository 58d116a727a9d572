// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** The rows that at least one of several searches of one table finds, each row once. */
final class OrUnionAccess extends Access {
  private final StoredRow row;
  private final Access[] branches;
  private final StoredRow[] branchRows;
  private final LongSet seen = new LongSet();
  private int branch;
  private boolean opened;

  /**
   * @param branchRows the row that each branch moves; it knows the rowid
   */
  OrUnionAccess(StoredRow row, Access[] branches, StoredRow[] branchRows) {
    this.row = row;
    this.branches = branches;
    this.branchRows = branchRows;
  }

  @Override
  void open() {
    row.openCursor();
    seen.clear();
    branch = 0;
    opened = false;
  }

  @Override
  boolean next() {
    while (branch < branches.length) {
      if (!opened) {
        branches[branch].open();
        opened = true;
      }
      while (branches[branch].next()) {
        long rowid = branchRows[branch].rowid();
        if (seen.add(rowid)) {
          row.defer(rowid);
          return true;
        }
      }
      branch++;
      opened = false;
    }
    return false;
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
