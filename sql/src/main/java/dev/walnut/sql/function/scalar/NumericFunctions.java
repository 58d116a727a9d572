// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import static dev.walnut.sql.function.Arguments.checkedLength;
import static dev.walnut.sql.function.Arguments.error;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;

/** abs, sign, round, scalar min and max, random, randomblob, zeroblob. */
public final class NumericFunctions {
  private enum Kind {
    ABS("abs", 1, 1),
    SIGN("sign", 1, 1),
    MIN("min", 2, -1),
    MAX("max", 2, -1),
    RANDOM("random", 0, 0),
    RANDOMBLOB("randomblob", 1, 1),
    ZEROBLOB("zeroblob", 1, 1),
    ROUND("round", 1, 2);

    final String functionName;
    final int minimum;
    final int maximum;

    Kind(String functionName, int minimum, int maximum) {
      this.functionName = functionName;
      this.minimum = minimum;
      this.maximum = maximum;
    }
  }

  private NumericFunctions() {}

  public static void register(FunctionRegistry registry) {
    for (Kind kind : Kind.values()) {
      registry.add(new Function(kind));
    }
  }

  /** One of these functions; being stateless, it serves as its own call. */
  private static final class Function extends ScalarFunction implements ScalarFunction.Call {
    private final Kind kind;

    Function(Kind kind) {
      super(
          kind.functionName,
          kind.minimum,
          kind.maximum,
          kind != Kind.RANDOM && kind != Kind.RANDOMBLOB);
      this.kind = kind;
    }

    @Override
    public boolean takesBlob(int argumentIndex) {
      return kind == Kind.MIN || kind == Kind.MAX || kind == Kind.SIGN;
    }

    @Override
    public Call newCall() {
      return kind == Kind.ROUND ? new RoundCall() : this;
    }

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      switch (kind) {
        case ABS:
          abs(arguments[0], result);
          break;
        case SIGN:
          sign(arguments[0], result);
          break;
        case MIN:
          extreme(context, arguments, result, -1);
          break;
        case MAX:
          extreme(context, arguments, result, 1);
          break;
        case RANDOM:
          result.setInteger(context.random());
          break;
        case RANDOMBLOB:
          randomBlob(context, arguments, result);
          break;
        case ZEROBLOB:
          zeroBlob(context, arguments, result);
          break;
        case ROUND:
          throw new IllegalStateException("has calls of its own");
      }
    }
  }

  private static void abs(Value x, Value result) {
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

  private static void sign(Value x, Value result) {
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
