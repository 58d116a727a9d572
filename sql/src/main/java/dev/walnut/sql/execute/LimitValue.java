// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;

/** The expression of LIMIT or OFFSET: an integer, or an error. */
final class LimitValue {
  private final Evaluator evaluator;
  private final Value value = new Value();

  LimitValue(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  long compute() {
    evaluator.evaluate(value);
    if (value.type() == Value.TEXT) {
      Affinities.applyNumeric(value);
    }
    if (value.type() == Value.REAL) {
      double real = value.real();
      if ((long) real == real && real < 0x1p63) {
        value.setInteger((long) real);
      }
    }
    if (value.type() != Value.INTEGER) {
      throw new DatabaseException(ResultCode.MISMATCH);
    }
    return value.integer();
  }
}
