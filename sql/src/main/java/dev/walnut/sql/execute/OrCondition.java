// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** {@code left OR right}; a true left operand decides. */
final class OrCondition extends Condition {
  private final Evaluator left;
  private final Evaluator right;

  OrCondition(Evaluator left, Evaluator right) {
    this.left = left;
    this.right = right;
  }

  @Override
  public int test() {
    int a = left.test();
    if (a == TRUE) {
      return TRUE;
    }
    int b = right.test();
    return b == TRUE ? TRUE : a == UNKNOWN ? UNKNOWN : b;
  }
}
