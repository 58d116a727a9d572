// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.aggregate;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Value;

/** count(*) and count(x): rows, or rows whose argument is not NULL. */
final class CountAccumulator extends AggregateFunction.Accumulator {
  private long count;

  @Override
  public boolean step(FunctionContext context, Value[] arguments) {
    if (arguments.length == 0 || !arguments[0].isNull()) {
      count++;
    }
    return false;
  }

  @Override
  public void inverse(FunctionContext context, Value[] arguments) {
    if (arguments.length == 0 || !arguments[0].isNull()) {
      count--;
    }
  }

  @Override
  public void result(FunctionContext context, Value result) {
    result.setInteger(count);
  }
}
