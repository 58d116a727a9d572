// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;

/** {@code operand [NOT] IN (items)} with items that may change from row to row. */
final class InListCondition extends Condition {
  private final Evaluator operand;
  private final Evaluator[] items;
  private final boolean negated;
  private final ComparisonRule rule;
  private final Value a = new Value();
  private final Value b = new Value();

  InListCondition(Evaluator operand, Evaluator[] items, boolean negated, ComparisonRule rule) {
    this.operand = operand;
    this.items = items;
    this.negated = negated;
    this.rule = rule;
  }

  @Override
  public int test() {
    operand.evaluate(a);
    if (a.isNull()) {
      return UNKNOWN;
    }
    Affinities.applyForComparison(a, rule.conversion);
    boolean unknown = false;
    for (Evaluator item : items) {
      item.evaluate(b);
      if (b.isNull()) {
        unknown = true;
      } else {
        Affinities.applyForComparison(b, rule.conversion);
        if (Comparison.compare(a, b, rule.collation) == 0) {
          return negated ? FALSE : TRUE;
        }
      }
    }
    return unknown ? UNKNOWN : negated ? TRUE : FALSE;
  }
}
