// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Value;

/** A call of a scalar function. */
final class CallEvaluator extends Scalar {
  private final ScalarFunction.Call call;
  private final FunctionContext context;
  private final Evaluator[] arguments;
  private final Value[] cells;

  CallEvaluator(ScalarFunction.Call call, FunctionContext context, Evaluator[] arguments) {
    this.call = call;
    this.context = context;
    this.arguments = arguments;
    this.cells = new Value[arguments.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new Value();
    }
  }

  @Override
  public void evaluate(Value out) {
    for (int i = 0; i < cells.length; i++) {
      arguments[i].evaluate(cells[i]);
    }
    call.call(context, cells, out);
  }
}
