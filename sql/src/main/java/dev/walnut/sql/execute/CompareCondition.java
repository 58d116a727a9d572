// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** A comparison of any two operands. */
final class CompareCondition extends Condition {
  private final Evaluator left;
  private final Evaluator right;
  private final ComparisonRule rule;
  private final Lazy lazy;
  private final Value a = new Value();
  private final Value b = new Value();

  CompareCondition(Evaluator left, Evaluator right, Lazy lazy, ComparisonRule rule) {
    this.left = left;
    this.right = right;
    this.rule = rule;
    this.lazy = rule.nullsCompare ? Lazy.NEITHER : lazy;
  }

  @Override
  public int test() {
    if (lazy == Lazy.NEITHER) {
      left.evaluate(a);
      right.evaluate(b);
    } else if (!lazy.evaluate(left, a, right, b)) {
      return UNKNOWN;
    }
    if (a.type() == Value.INTEGER && b.type() == Value.INTEGER) {
      return rule.answer(Long.compare(a.integer(), b.integer()));
    }
    return rule.test(a, b);
  }
}
