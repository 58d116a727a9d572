// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** The rowid of a row in a b-tree. */
final class RowidColumn extends Evaluator {
  final RecordRow row;

  RowidColumn(RecordRow row) {
    this.row = row;
  }

  @Override
  public void evaluate(Value out) {
    if (row.isNullRow()) {
      out.setNull();
    } else {
      out.setInteger(row.rowid());
    }
  }

  @Override
  public int test() {
    return row.isNullRow() ? -1 : row.rowid() != 0 ? 1 : 0;
  }
}
