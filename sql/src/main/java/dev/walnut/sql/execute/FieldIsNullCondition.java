// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.record.RecordReader;

/** {@code column IS [NOT] NULL}: asks the record's header only. */
final class FieldIsNullCondition extends Condition {
  private final FieldColumn column;
  private final boolean negated;

  FieldIsNullCondition(FieldColumn column, boolean negated) {
    this.column = column;
    this.negated = negated;
  }

  @Override
  public int test() {
    int type = column.row.record().typeOf(column.field);
    boolean isNull =
        type == RecordReader.NULL
            || (type == RecordReader.ABSENT
                && (column.row.isNullRow() || column.absent == null || column.absent.isNull()));
    return isNull != negated ? TRUE : FALSE;
  }
}
