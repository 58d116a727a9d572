// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.DecimalWriter;
import dev.walnut.sql.value.Value;

/**
 * round(x) and round(x, digits): decimal rounding, half away from zero, of the digits that the
 * value is shown with.
 */
final class RoundCall implements ScalarFunction.Call {
  private static final int MAX_DIGITS = 30;

  /** From here on every double is an integer. */
  private static final double ALL_INTEGERS = 0x1p52;

  private final DecimalWriter writer = new DecimalWriter();

  @Override
  public void call(FunctionContext context, Value[] arguments, Value result) {
    int digits = 0;
    if (arguments.length == 2) {
      if (arguments[1].isNull()) {
        result.setNull();
        return;
      }
      digits = (int) Math.max(0, Math.min(MAX_DIGITS, arguments[1].asLong()));
    }
    if (arguments[0].isNull()) {
      result.setNull();
      return;
    }
    double value = arguments[0].asDouble();
    if (value < -ALL_INTEGERS || value > ALL_INTEGERS) {
      result.setReal(value);
    } else if (digits == 0) {
      result.setReal((double) (long) (value + (value < 0 ? -0.5 : 0.5)));
    } else {
      writer.decodeFixed(value, digits, 26);
      result.setReal(writer.value());
    }
  }
}
