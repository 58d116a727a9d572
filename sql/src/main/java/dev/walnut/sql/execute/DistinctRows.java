// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;

/** Leaves out rows that are equal to an earlier one. */
final class DistinctRows extends Rows {
  private final Rows input;
  private final Collation[] collations;
  private final KeyTable seen = new KeyTable();
  private final KeyEncoder key = new KeyEncoder();
  private final Value value = new Value();

  DistinctRows(Rows input, Collation[] collations) {
    this.input = input;
    this.collations = collations;
  }

  @Override
  public void open() {
    seen.clear();
    input.open();
  }

  @Override
  public boolean next() {
    while (input.next()) {
      key.begin();
      for (int i = 0; i < collations.length; i++) {
        input.read(i, value);
        key.append(value, collations[i]);
      }
      if (seen.add(key) >= 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void read(int columnIndex, Value out) {
    input.read(columnIndex, out);
  }
}
