// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import dev.walnut.sql.value.Value;

/** A function that gives one value for its arguments. */
public abstract class ScalarFunction extends SqlFunction {
  protected ScalarFunction(String name, int minArguments, int maxArguments, boolean deterministic) {
    super(name, minArguments, maxArguments, deterministic);
  }

  /**
   * Makes the object that serves one place of call in one statement instance; it may keep scratch
   * buffers and compiled constants (a LIKE pattern) between calls.
   */
  public abstract Call newCall();

  /** One place of call. Confined to the statement's thread. */
  public interface Call {
    /**
     * @param arguments cells that the callee may convert in place (they belong to this place of
     *     call and are filled anew each time)
     * @param result receives the value; its old content is unspecified; never one of the arguments
     */
    void call(FunctionContext context, Value[] arguments, Value result);
  }
}
