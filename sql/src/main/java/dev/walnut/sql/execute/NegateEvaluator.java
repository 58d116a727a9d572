// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Arithmetic;
import dev.walnut.sql.value.Value;

/** {@code -operand}. */
final class NegateEvaluator extends Scalar {
  private final Evaluator operand;
  private final Value scratch = new Value();

  NegateEvaluator(Evaluator operand) {
    this.operand = operand;
  }

  @Override
  public void evaluate(Value out) {
    operand.evaluate(scratch);
    Arithmetic.negate(scratch, out);
  }
}
