// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** {@code NOT operand}. */
final class NotCondition extends Condition {
  private final Evaluator operand;

  NotCondition(Evaluator operand) {
    this.operand = operand;
  }

  @Override
  public int test() {
    return not(operand.test());
  }
}
