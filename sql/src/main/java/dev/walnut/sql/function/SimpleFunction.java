// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import java.util.function.Supplier;

/**
 * A scalar function given by its name and a lambda. One lambda serves all places of call if it
 * keeps nothing between calls; otherwise each place gets its own.
 */
public final class SimpleFunction extends ScalarFunction {
  private final Supplier<Call> calls;

  private SimpleFunction(
      String name,
      int minArguments,
      int maxArguments,
      boolean deterministic,
      Supplier<Call> calls) {
    super(name, minArguments, maxArguments, deterministic);
    this.calls = calls;
  }

  /** A deterministic function that keeps nothing between calls. */
  public static SimpleFunction of(String name, int minArguments, int maxArguments, Call call) {
    return new SimpleFunction(name, minArguments, maxArguments, true, () -> call);
  }

  /** A deterministic function whose calls keep something, such as a compiled pattern. */
  public static SimpleFunction perCall(
      String name, int minArguments, int maxArguments, Supplier<Call> calls) {
    return new SimpleFunction(name, minArguments, maxArguments, true, calls);
  }

  /** A function whose result depends on more than its arguments. */
  public static SimpleFunction varying(String name, int minArguments, int maxArguments, Call call) {
    return new SimpleFunction(name, minArguments, maxArguments, false, () -> call);
  }

  @Override
  public Call newCall() {
    return calls.get();
  }
}
