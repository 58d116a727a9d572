// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** {@code operand IS [NOT] NULL}. */
final class IsNullCondition extends Condition {
  private final Evaluator operand;
  private final boolean negated;
  private final Value scratch = new Value();

  IsNullCondition(Evaluator operand, boolean negated) {
    this.operand = operand;
    this.negated = negated;
  }

  @Override
  public int test() {
    operand.evaluate(scratch);
    return scratch.isNull() != negated ? TRUE : FALSE;
  }
}
