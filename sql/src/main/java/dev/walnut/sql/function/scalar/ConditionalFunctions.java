// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.SimpleFunction;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;

/**
 * Functions that choose among their arguments. The compiler evaluates coalesce, ifnull, iif and the
 * likelihood family lazily by itself; these serve where all arguments are at hand.
 */
public final class ConditionalFunctions {
  private ConditionalFunctions() {}

  public static void register(FunctionRegistry registry) {
    registry.add(SimpleFunction.of("coalesce", 2, -1, ConditionalFunctions::coalesce));
    registry.add(SimpleFunction.of("ifnull", 2, 2, ConditionalFunctions::coalesce));
    registry.add(SimpleFunction.of("iif", 2, -1, ConditionalFunctions::choose));
    registry.add(SimpleFunction.of("if", 2, -1, ConditionalFunctions::choose));
    registry.add(SimpleFunction.of("nullif", 2, 2, ConditionalFunctions::nullIf));
    registry.add(SimpleFunction.of("likelihood", 2, 2, (c, a, r) -> r.set(a[0])));
    registry.add(SimpleFunction.of("likely", 1, 1, (c, a, r) -> r.set(a[0])));
    registry.add(SimpleFunction.of("unlikely", 1, 1, (c, a, r) -> r.set(a[0])));
    registry.add(SimpleFunction.of("typeof", 1, 1, TypeNames::typeOf));
  }

  private static void coalesce(FunctionContext context, Value[] arguments, Value result) {
    for (Value argument : arguments) {
      if (!argument.isNull()) {
        result.set(argument);
        return;
      }
    }
    result.setNull();
  }

  /** Pairs of condition and value, then perhaps a value for "none of them". */
  private static void choose(FunctionContext context, Value[] arguments, Value result) {
    int i = 0;
    for (; i + 1 < arguments.length; i += 2) {
      if (arguments[i].truth() == 1) {
        result.set(arguments[i + 1]);
        return;
      }
    }
    if (i < arguments.length) {
      result.set(arguments[i]);
    } else {
      result.setNull();
    }
  }

  private static void nullIf(FunctionContext context, Value[] arguments, Value result) {
    if (Comparison.compare(arguments[0], arguments[1], context.collation()) == 0) {
      result.setNull();
    } else {
      result.set(arguments[0]);
    }
  }

  private static final class TypeNames {
    private static final byte[][] NAMES = {
      ascii("null"), ascii("integer"), ascii("real"), ascii("text"), ascii("blob")
    };

    private static byte[] ascii(String name) {
      return name.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    static void typeOf(FunctionContext context, Value[] arguments, Value result) {
      byte[] name = NAMES[arguments[0].type()];
      result.setText(name, 0, name.length);
    }
  }
}
