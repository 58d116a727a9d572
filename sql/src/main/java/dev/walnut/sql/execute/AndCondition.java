// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** {@code left AND right}; a false left operand decides. */
final class AndCondition extends Condition {
  private final Evaluator left;
  private final Evaluator right;

  AndCondition(Evaluator left, Evaluator right) {
    this.left = left;
    this.right = right;
  }

  @Override
  public int test() {
    int a = left.test();
    if (a == FALSE) {
      return FALSE;
    }
    int b = right.test();
    return b == FALSE ? FALSE : a == UNKNOWN ? UNKNOWN : b;
  }
}
