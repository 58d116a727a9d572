// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.SimpleFunction;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * SQL's mathematical functions. An argument that is no number and no text of one gives NULL, and so
 * does a result that is not a number.
 */
public final class MathFunctions {
  private static final double LN_2 = Math.log(2);

  private MathFunctions() {}

  public static void register(FunctionRegistry registry) {
    unary(registry, "acos", Math::acos);
    unary(registry, "acosh", MathFunctions::acosh);
    unary(registry, "asin", Math::asin);
    unary(registry, "asinh", MathFunctions::asinh);
    unary(registry, "atan", Math::atan);
    unary(registry, "atanh", MathFunctions::atanh);
    binary(registry, "atan2", Math::atan2);
    unary(registry, "cos", Math::cos);
    unary(registry, "cosh", Math::cosh);
    unary(registry, "degrees", x -> x * (180.0 / Math.PI));
    unary(registry, "exp", Math::exp);
    unary(registry, "ln", MathFunctions::ln);
    unary(registry, "log", MathFunctions::log10);
    unary(registry, "log10", MathFunctions::log10);
    unary(registry, "log2", MathFunctions::log2);
    registry.add(SimpleFunction.of("log", 2, 2, MathFunctions::logOfBase));
    binary(registry, "mod", (x, y) -> x % y);
    registry.add(SimpleFunction.of("pi", 0, 0, (c, a, r) -> r.setReal(Math.PI)));
    binary(registry, "pow", MathFunctions::pow);
    binary(registry, "power", MathFunctions::pow);
    unary(registry, "radians", x -> x * (Math.PI / 180.0));
    unary(registry, "sin", Math::sin);
    unary(registry, "sinh", Math::sinh);
    unary(registry, "sqrt", Math::sqrt);
    unary(registry, "tan", Math::tan);
    unary(registry, "tanh", Math::tanh);
    integral(registry, "ceil", Math::ceil);
    integral(registry, "ceiling", Math::ceil);
    integral(registry, "floor", Math::floor);
    integral(registry, "trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x));
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

  private static void unary(FunctionRegistry registry, String name, DoubleUnaryOperator operator) {
    registry.add(
        SimpleFunction.of(
            name,
            1,
            1,
            (context, arguments, result) -> {
              if (toNumber(arguments[0])) {
                result.setReal(operator.applyAsDouble(arguments[0].asDouble()));
              } else {
                result.setNull();
              }
            }));
  }

  private static void binary(
      FunctionRegistry registry, String name, DoubleBinaryOperator operator) {
    registry.add(
        SimpleFunction.of(
            name,
            2,
            2,
            (context, arguments, result) -> {
              if (toNumber(arguments[0]) && toNumber(arguments[1])) {
                result.setReal(
                    operator.applyAsDouble(arguments[0].asDouble(), arguments[1].asDouble()));
              } else {
                result.setNull();
              }
            }));
  }

  /** A function that leaves integers alone. */
  private static void integral(
      FunctionRegistry registry, String name, DoubleUnaryOperator operator) {
    registry.add(
        SimpleFunction.of(
            name,
            1,
            1,
            (context, arguments, result) -> {
              if (!toNumber(arguments[0])) {
                result.setNull();
              } else if (arguments[0].type() == Value.INTEGER) {
                result.setInteger(arguments[0].integer());
              } else {
                result.setReal(operator.applyAsDouble(arguments[0].real()));
              }
            }));
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
  private static void logOfBase(FunctionContext context, Value[] arguments, Value result) {
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
