// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** {@code operand IS [NOT] TRUE} or {@code FALSE}; never unknown. */
final class TruthCondition extends Condition {
  private final Evaluator operand;
  private final int wanted;
  private final boolean negated;

  TruthCondition(Evaluator operand, boolean wanted, boolean negated) {
    this.operand = operand;
    this.wanted = wanted ? TRUE : FALSE;
    this.negated = negated;
  }

  @Override
  public int test() {
    return (operand.test() == wanted) != negated ? TRUE : FALSE;
  }
}
