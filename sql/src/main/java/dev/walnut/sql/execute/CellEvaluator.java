// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** A constant, parameter or slot: a cell that someone else fills. */
final class CellEvaluator extends Evaluator {
  final Value cell;
  final boolean constant;

  CellEvaluator(Value cell, boolean constant) {
    this.cell = cell;
    this.constant = constant;
  }

  @Override
  public void evaluate(Value out) {
    out.set(cell);
  }

  @Override
  public int test() {
    return cell.truth();
  }
}
