// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** Computes a value once, then an expression that uses it. */
final class LetEvaluator extends Evaluator {
  private final Value slot;
  private final Evaluator value;
  private final Evaluator body;

  LetEvaluator(Value slot, Evaluator value, Evaluator body) {
    this.slot = slot;
    this.value = value;
    this.body = body;
  }

  @Override
  public void evaluate(Value out) {
    value.evaluate(slot);
    body.evaluate(out);
  }

  @Override
  public int test() {
    value.evaluate(slot);
    return body.test();
  }
}
