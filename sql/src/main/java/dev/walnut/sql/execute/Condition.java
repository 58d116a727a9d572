// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** An evaluator whose value is 1, 0 or NULL. */
abstract class Condition extends Evaluator {
  static final int TRUE = 1;
  static final int FALSE = 0;
  static final int UNKNOWN = -1;

  @Override
  public abstract int test();

  @Override
  public final void evaluate(Value out) {
    int result = test();
    if (result < 0) {
      out.setNull();
    } else {
      out.setInteger(result);
    }
  }

  static int not(int result) {
    return result < 0 ? result : 1 - result;
  }
}
