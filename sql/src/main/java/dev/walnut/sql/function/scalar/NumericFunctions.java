// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import static dev.walnut.sql.function.Arguments.checkedLength;
import static dev.walnut.sql.function.Arguments.error;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.SimpleFunction;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;

/** abs, sign, round, scalar min and max, random, randomblob, zeroblob. */
public final class NumericFunctions {
  private NumericFunctions() {}

  public static void register(FunctionRegistry registry) {
    registry.add(SimpleFunction.of("abs", 1, 1, NumericFunctions::abs));
    registry.add(SimpleFunction.of("sign", 1, 1, NumericFunctions::sign));
    registry.add(SimpleFunction.perCall("round", 1, 2, RoundCall::new));
    registry.add(SimpleFunction.of("min", 2, -1, (c, a, r) -> extreme(c, a, r, -1)));
    registry.add(SimpleFunction.of("max", 2, -1, (c, a, r) -> extreme(c, a, r, 1)));
    registry.add(SimpleFunction.varying("random", 0, 0, (c, a, r) -> r.setInteger(c.random())));
    registry.add(SimpleFunction.varying("randomblob", 1, 1, NumericFunctions::randomBlob));
    registry.add(SimpleFunction.of("zeroblob", 1, 1, NumericFunctions::zeroBlob));
  }

  private static void abs(FunctionContext context, Value[] arguments, Value result) {
    Value x = arguments[0];
    switch (x.type()) {
      case Value.NULL:
        result.setNull();
        break;
      case Value.INTEGER:
        if (x.integer() == Long.MIN_VALUE) {
          throw error("integer overflow");
        }
        result.setInteger(Math.abs(x.integer()));
        break;
      default:
        result.setReal(Math.abs(x.asDouble()));
        break;
    }
  }

  private static void sign(FunctionContext context, Value[] arguments, Value result) {
    Value x = arguments[0];
    if (!MathFunctions.toNumber(x)) {
      result.setNull();
      return;
    }
    double value = x.asDouble();
    result.setInteger(value < 0 ? -1 : value > 0 ? 1 : 0);
  }

  /** Of equal extremes, min takes the last and max the first. */
  private static void extreme(
      FunctionContext context, Value[] arguments, Value result, int direction) {
    Value best = arguments[0];
    for (int i = 0; i < arguments.length; i++) {
      Value argument = arguments[i];
      if (argument.isNull()) {
        result.setNull();
        return;
      }
      int order = Comparison.compare(argument, best, context.collation());
      if (direction < 0 ? order <= 0 : order > 0) {
        best = argument;
      }
    }
    result.set(best);
  }

  private static void randomBlob(FunctionContext context, Value[] arguments, Value result) {
    byte[] bytes = new byte[checkedLength(Math.max(1, arguments[0].asLong()), context)];
    long bits = 0;
    for (int i = 0; i < bytes.length; i++) {
      if ((i & 7) == 0) {
        bits = context.random();
      }
      bytes[i] = (byte) bits;
      bits >>>= 8;
    }
    result.setBlob(bytes, 0, bytes.length);
  }

  private static void zeroBlob(FunctionContext context, Value[] arguments, Value result) {
    byte[] bytes = new byte[checkedLength(Math.max(0, arguments[0].asLong()), context)];
    result.setBlob(bytes, 0, bytes.length);
  }
}
