// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;

/**
 * SQL's mathematical functions. An argument that is no number and no text of one gives NULL, and so
 * does a result that is not a number.
 */
public final class MathFunctions {
  private enum Kind {
    ACOS("acos", 1, 1),
    ACOSH("acosh", 1, 1),
    ASIN("asin", 1, 1),
    ASINH("asinh", 1, 1),
    ATAN("atan", 1, 1),
    ATANH("atanh", 1, 1),
    COS("cos", 1, 1),
    COSH("cosh", 1, 1),
    DEGREES("degrees", 1, 1),
    EXP("exp", 1, 1),
    LN("ln", 1, 1),
    LOG("log", 1, 1),
    LOG10("log10", 1, 1),
    LOG2("log2", 1, 1),
    RADIANS("radians", 1, 1),
    SIN("sin", 1, 1),
    SINH("sinh", 1, 1),
    SQRT("sqrt", 1, 1),
    TAN("tan", 1, 1),
    TANH("tanh", 1, 1),
    CEIL("ceil", 1, 1),
    CEILING("ceiling", 1, 1),
    FLOOR("floor", 1, 1),
    TRUNC("trunc", 1, 1),
    ATAN2("atan2", 2, 2),
    MOD("mod", 2, 2),
    POW("pow", 2, 2),
    POWER("power", 2, 2),
    LOG_OF_BASE("log", 2, 2),
    PI("pi", 0, 0);

    final String functionName;
    final int minimum;
    final int maximum;

    Kind(String functionName, int minimum, int maximum) {
      this.functionName = functionName;
      this.minimum = minimum;
      this.maximum = maximum;
    }
  }

  private static final double LN_2 = Math.log(2);

  private MathFunctions() {}

  public static void register(FunctionRegistry registry) {
    for (Kind kind : Kind.values()) {
      registry.add(new Function(kind));
    }
  }

  /** One of these functions; being stateless, it serves as its own call. */
  private static final class Function extends ScalarFunction implements ScalarFunction.Call {
    private final Kind kind;

    Function(Kind kind) {
      super(kind.functionName, kind.minimum, kind.maximum, true);
      this.kind = kind;
    }

    @Override
    public boolean takesBlob(int argumentIndex) {
      return true;
    }

    @Override
    public Call newCall() {
      return this;
    }

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      switch (kind) {
        case PI:
          result.setReal(Math.PI);
          break;
        case LOG_OF_BASE:
          logOfBase(arguments, result);
          break;
        case CEIL:
        case CEILING:
        case FLOOR:
        case TRUNC:
          if (!toNumber(arguments[0])) {
            result.setNull();
          } else if (arguments[0].type() == Value.INTEGER) {
            result.setInteger(arguments[0].integer());
          } else {
            result.setReal(compute(kind, arguments[0].real()));
          }
          break;
        default:
          if (!toNumber(arguments[0]) || (arguments.length == 2 && !toNumber(arguments[1]))) {
            result.setNull();
          } else if (arguments.length == 2) {
            result.setReal(compute(kind, arguments[0].asDouble(), arguments[1].asDouble()));
          } else {
            result.setReal(compute(kind, arguments[0].asDouble()));
          }
          break;
      }
    }
  }

  /**
   * Makes TEXT that is wholly a number that number.
   *
   * @return whether the value is a number now
   */
  static boolean toNumber(Value value) {
    if (value.type() == Value.TEXT) {
      Affinities.textToNumber(value);
    }
    return value.type() == Value.INTEGER || value.type() == Value.REAL;
  }

  private static double compute(Kind kind, double x) {
    switch (kind) {
      case ACOS:
        return Math.acos(x);
      case ACOSH:
        return acosh(x);
      case ASIN:
        return Math.asin(x);
      case ASINH:
        return asinh(x);
      case ATAN:
        return Math.atan(x);
      case ATANH:
        return atanh(x);
      case COS:
        return Math.cos(x);
      case COSH:
        return Math.cosh(x);
      case DEGREES:
        return x * (180.0 / Math.PI);
      case EXP:
        return Math.exp(x);
      case LN:
        return ln(x);
      case LOG:
      case LOG10:
        return log10(x);
      case LOG2:
        return log2(x);
      case RADIANS:
        return x * (Math.PI / 180.0);
      case SIN:
        return Math.sin(x);
      case SINH:
        return Math.sinh(x);
      case SQRT:
        return Math.sqrt(x);
      case TAN:
        return Math.tan(x);
      case TANH:
        return Math.tanh(x);
      case CEIL:
      case CEILING:
        return Math.ceil(x);
      case FLOOR:
        return Math.floor(x);
      case TRUNC:
        return x < 0 ? Math.ceil(x) : Math.floor(x);
      default:
        throw new IllegalStateException(kind.functionName);
    }
  }

  private static double compute(Kind kind, double x, double y) {
    switch (kind) {
      case ATAN2:
        return Math.atan2(x, y);
      case MOD:
        return x % y;
      case POW:
      case POWER:
        return pow(x, y);
      default:
        throw new IllegalStateException(kind.functionName);
    }
  }

  private static double ln(double x) {
    return x <= 0 ? Double.NaN : Math.log(x);
  }

  private static double log10(double x) {
    return x <= 0 ? Double.NaN : Math.log10(x);
  }

  private static double log2(double x) {
    if (x <= 0) {
      return Double.NaN;
    }
    int exponent = Math.getExponent(x);
    if (exponent >= Double.MIN_EXPONENT && x == Math.scalb(1.0, exponent)) {
      return exponent; // powers of two come out exact
    }
    return Math.log(x) / LN_2;
  }

  /** SQLite looks at the type of the base alone: any x is read as a real. */
  private static void logOfBase(Value[] arguments, Value result) {
    double base = toNumber(arguments[0]) ? arguments[0].asDouble() : Double.NaN;
    double x = arguments[1].asDouble();
    double divisor = Math.log(base);
    if (x <= 0 || !(base > 0) || !(divisor > 0)) {
      result.setNull();
    } else {
      result.setReal(Math.log(x) / divisor);
    }
  }

  /** As C has it: 1 to any power and (-1) to an infinite one are 1. */
  private static double pow(double x, double y) {
    if (x == 1 || (x == -1 && Double.isInfinite(y))) {
      return 1;
    }
    return Math.pow(x, y);
  }

  private static double asinh(double x) {
    double magnitude = Math.abs(x);
    double value;
    if (magnitude > 0x1p28) {
      value = Math.log(magnitude) + LN_2;
    } else {
      double square = magnitude * magnitude;
      value = Math.log1p(magnitude + square / (1 + Math.sqrt(square + 1)));
    }
    return Math.copySign(value, x);
  }

  private static double acosh(double x) {
    if (x < 1) {
      return Double.NaN;
    }
    if (x > 0x1p28) {
      return Math.log(x) + LN_2;
    }
    double above = x - 1;
    return Math.log1p(above + Math.sqrt(2 * above + above * above));
  }

  private static double atanh(double x) {
    double magnitude = Math.abs(x);
    return Math.copySign(0.5 * Math.log1p(2 * magnitude / (1 - magnitude)), x);
  }
}
