// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/**
 * Which operand of an operator that gives NULL for NULL is left out if the other one is NULL: one
 * with a subquery, the right one of two. That saves work, and is seen where a subquery fails, or
 * runs for the first time after a row of its table was changed.
 */
enum Lazy {
  NEITHER,
  LEFT,
  RIGHT;

  static Lazy of(boolean leftHasSubquery, boolean rightHasSubquery) {
    return rightHasSubquery ? RIGHT : leftHasSubquery ? LEFT : NEITHER;
  }

  /** Evaluates the operands; returns whether both were, else the result is NULL. */
  boolean evaluate(Evaluator left, Value a, Evaluator right, Value b) {
    if (this == LEFT) {
      right.evaluate(b);
      if (b.isNull()) {
        return false;
      }
      left.evaluate(a);
      return true;
    }
    left.evaluate(a);
    if (this == RIGHT && a.isNull()) {
      return false;
    }
    right.evaluate(b);
    return true;
  }
}
