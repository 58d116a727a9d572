// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** A comparison of any two operands. */
final class CompareCondition extends Condition {
  private final Evaluator left;
  private final Evaluator right;
  private final ComparisonRule rule;
  private final Value a = new Value();
  private final Value b = new Value();

  CompareCondition(Evaluator left, Evaluator right, ComparisonRule rule) {
    this.left = left;
    this.right = right;
    this.rule = rule;
  }

  @Override
  public int test() {
    left.evaluate(a);
    if (a.isNull() && !rule.nullsCompare) {
      return UNKNOWN;
    }
    right.evaluate(b);
    if (a.type() == Value.INTEGER && b.type() == Value.INTEGER) {
      return rule.answer(Long.compare(a.integer(), b.integer()));
    }
    return rule.test(a, b);
  }
}
