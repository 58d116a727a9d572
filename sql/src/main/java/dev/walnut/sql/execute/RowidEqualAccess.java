// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;

/** The row with one rowid. */
final class RowidEqualAccess extends Access {
  private final StoredRow row;
  private final Evaluator key;
  private final Value value = new Value();
  private boolean done;

  RowidEqualAccess(StoredRow row, Evaluator key) {
    this.row = row;
    this.key = key;
  }

  @Override
  void open() {
    row.openCursor();
    done = false;
  }

  @Override
  boolean next() {
    if (done) {
      return false;
    }
    done = true;
    key.evaluate(value);
    if (!toRowid(value)) {
      return false;
    }
    row.moved();
    return row.table().seek(value.integer());
  }

  /** Makes a value the rowid that it is equal to; false if there is none. */
  static boolean toRowid(Value value) {
    if (value.type() == Value.TEXT) {
      Affinities.applyNumeric(value);
    }
    if (value.type() == Value.REAL) {
      double real = value.real();
      long integer = (long) real;
      if (integer != real || real >= 0x1p63) {
        return false;
      }
      value.setInteger(integer);
    }
    return value.type() == Value.INTEGER;
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
