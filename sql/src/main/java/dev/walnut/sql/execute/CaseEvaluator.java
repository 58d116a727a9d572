// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** CASE: the result of the first condition that is true. */
final class CaseEvaluator extends Scalar {
  private final Evaluator[] conditions;
  private final Evaluator[] results;
  private final Evaluator otherwise;

  /**
   * @param otherwise null: NULL
   */
  CaseEvaluator(Evaluator[] conditions, Evaluator[] results, Evaluator otherwise) {
    this.conditions = conditions;
    this.results = results;
    this.otherwise = otherwise;
  }

  @Override
  public void evaluate(Value out) {
    for (int i = 0; i < conditions.length; i++) {
      if (conditions[i].test() == Condition.TRUE) {
        results[i].evaluate(out);
        return;
      }
    }
    if (otherwise == null) {
      out.setNull();
    } else {
      otherwise.evaluate(out);
    }
  }
}
