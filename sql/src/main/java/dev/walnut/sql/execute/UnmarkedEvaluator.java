// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** An operand whose text counts as ordinary text even if a JSON function made it. */
final class UnmarkedEvaluator extends Scalar {
  private final Evaluator operand;

  UnmarkedEvaluator(Evaluator operand) {
    this.operand = operand;
  }

  @Override
  public void evaluate(Value out) {
    operand.evaluate(out);
    out.clearJsonMark();
  }
}
