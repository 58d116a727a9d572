// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** The first value that is not NULL; what comes after it is not evaluated. */
final class CoalesceEvaluator extends Scalar {
  private final Evaluator[] items;

  CoalesceEvaluator(Evaluator[] items) {
    this.items = items;
  }

  @Override
  public void evaluate(Value out) {
    for (Evaluator item : items) {
      item.evaluate(out);
      if (!out.isNull()) {
        return;
      }
    }
  }
}
