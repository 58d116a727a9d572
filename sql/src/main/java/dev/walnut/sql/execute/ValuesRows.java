// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** The rows of VALUES. */
final class ValuesRows extends Rows {
  private final Evaluator[][] rows;
  private int position;

  ValuesRows(Evaluator[][] rows) {
    this.rows = rows;
  }

  @Override
  public void open() {
    position = -1;
  }

  @Override
  public boolean next() {
    return ++position < rows.length;
  }

  @Override
  public void read(int columnIndex, Value out) {
    rows[position][columnIndex].evaluate(out);
  }
}
