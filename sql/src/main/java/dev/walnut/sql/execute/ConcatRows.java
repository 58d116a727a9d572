// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** UNION ALL: the rows of one stream, then those of the other. */
final class ConcatRows extends Rows {
  private final Rows[] inputs;
  private int current;

  ConcatRows(Rows... inputs) {
    this.inputs = inputs;
  }

  @Override
  public void open() {
    current = 0;
    inputs[0].open();
  }

  @Override
  public boolean next() {
    while (!inputs[current].next()) {
      if (current == inputs.length - 1) {
        return false;
      }
      inputs[++current].open();
    }
    return true;
  }

  @Override
  public void read(int columnIndex, Value out) {
    inputs[current].read(columnIndex, out);
  }
}
