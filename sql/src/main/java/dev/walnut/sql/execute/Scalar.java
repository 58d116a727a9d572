// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** An evaluator of a value; as a condition it has that value's truth. */
abstract class Scalar extends Evaluator {
  private final Value condition = new Value();

  @Override
  public final int test() {
    evaluate(condition);
    return condition.truth();
  }
}
