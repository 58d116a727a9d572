// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** Computes result columns over a stream of rows. */
final class ProjectRows extends Rows {
  private final Rows input;
  private final Evaluator[] outputs;

  ProjectRows(Rows input, Evaluator[] outputs) {
    this.input = input;
    this.outputs = outputs;
  }

  Evaluator output(int column) {
    return outputs[column];
  }

  @Override
  public void open() {
    input.open();
  }

  @Override
  public boolean next() {
    return input.next();
  }

  @Override
  public void read(int columnIndex, Value out) {
    outputs[columnIndex].evaluate(out);
  }
}
