// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import dev.walnut.sql.function.aggregate.AggregateFunctions;
import dev.walnut.sql.function.date.DateFunctions;
import dev.walnut.sql.function.json.JsonFunctions;
import dev.walnut.sql.function.scalar.ConditionalFunctions;
import dev.walnut.sql.function.scalar.EncodingFunctions;
import dev.walnut.sql.function.scalar.FormatCall;
import dev.walnut.sql.function.scalar.MathFunctions;
import dev.walnut.sql.function.scalar.NumericFunctions;
import dev.walnut.sql.function.scalar.PatternFunctions;
import dev.walnut.sql.function.scalar.SessionFunctions;
import dev.walnut.sql.function.scalar.TextFunctions;

/** The functions that every connection has. */
public final class BuiltinFunctions {
  private static final FunctionRegistry REGISTRY = build();

  private BuiltinFunctions() {}

  /**
   * All built-in scalar and aggregate functions; shared and frozen: to be copied before it is
   * changed.
   */
  public static FunctionRegistry registry() {
    return REGISTRY;
  }

  private static FunctionRegistry build() {
    FunctionRegistry registry = new FunctionRegistry();
    NumericFunctions.register(registry);
    MathFunctions.register(registry);
    TextFunctions.register(registry);
    EncodingFunctions.register(registry);
    ConditionalFunctions.register(registry);
    PatternFunctions.register(registry);
    SessionFunctions.register(registry);
    FormatCall.register(registry);
    DateFunctions.register(registry);
    AggregateFunctions.register(registry);
    JsonFunctions.register(registry);
    registry.freeze();
    return registry;
  }
}
