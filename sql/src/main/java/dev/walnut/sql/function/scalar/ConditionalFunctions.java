// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;
import java.nio.charset.StandardCharsets;

/**
 * Functions that choose among their arguments. The compiler evaluates coalesce, ifnull, iif and the
 * likelihood family lazily by itself; these serve where all arguments are at hand.
 */
public final class ConditionalFunctions {
  private enum Kind {
    COALESCE("coalesce", 2, -1),
    IFNULL("ifnull", 2, 2),
    IIF("iif", 2, -1),
    IF("if", 2, -1),
    NULLIF("nullif", 2, 2),
    LIKELIHOOD("likelihood", 2, 2),
    LIKELY("likely", 1, 1),
    UNLIKELY("unlikely", 1, 1),
    TYPEOF("typeof", 1, 1);

    final String functionName;
    final int minimum;
    final int maximum;

    Kind(String functionName, int minimum, int maximum) {
      this.functionName = functionName;
      this.minimum = minimum;
      this.maximum = maximum;
    }
  }

  private static final byte[][] TYPE_NAMES = {
    ascii("null"), ascii("integer"), ascii("real"), ascii("text"), ascii("blob")
  };

  private ConditionalFunctions() {}

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
      // What stands in the place of a condition is no value that is handed on.
      return (kind != Kind.IIF && kind != Kind.IF) || argumentIndex % 2 == 1;
    }

    @Override
    public Call newCall() {
      return this;
    }

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      switch (kind) {
        case COALESCE:
          coalesce(arguments, result);
          break;
        case IFNULL:
          coalesce(arguments, result);
          break;
        case IIF:
          choose(arguments, result);
          break;
        case IF:
          choose(arguments, result);
          break;
        case NULLIF:
          nullIf(context, arguments, result);
          break;
        case LIKELIHOOD:
          result.set(arguments[0]);
          break;
        case LIKELY:
          result.set(arguments[0]);
          break;
        case UNLIKELY:
          result.set(arguments[0]);
          break;
        case TYPEOF:
          byte[] name = TYPE_NAMES[arguments[0].type()];
          result.setText(name, 0, name.length);
          break;
      }
    }
  }

  private static void coalesce(Value[] arguments, Value result) {
    for (Value argument : arguments) {
      if (!argument.isNull()) {
        result.set(argument);
        return;
      }
    }
    result.setNull();
  }

  /** Pairs of condition and value, then perhaps a value for "none of them". */
  private static void choose(Value[] arguments, Value result) {
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

  private static byte[] ascii(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
