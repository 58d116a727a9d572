// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import dev.walnut.sql.value.Value;

/** A function over the rows of a group or window frame. */
public abstract class AggregateFunction extends SqlFunction {
  protected AggregateFunction(String name, int minArguments, int maxArguments) {
    super(name, minArguments, maxArguments, true);
  }

  /** Makes the state of one group. */
  public abstract Accumulator newAccumulator();

  /** Whether {@link Accumulator#inverse} is supported (usable with moving window frames). */
  public boolean isInvertible() {
    return false;
  }

  /**
   * Whether this is min() or max(): then bare columns of the query take their values from the row
   * that held the extreme. -1 for min, 1 for max, 0 for others.
   */
  public int extreme() {
    return 0;
  }

  /** The state of one group. Confined to the statement's thread. */
  public abstract static class Accumulator {
    /**
     * Takes a row's arguments. The cells' bytes are borrowed: copy what must stay.
     *
     * @return for min() and max(): whether this row is the new extreme; others: ignored
     */
    public abstract boolean step(FunctionContext context, Value[] arguments);

    /** Takes a row out again; only where {@link AggregateFunction#isInvertible} says so. */
    public void inverse(FunctionContext context, Value[] arguments) {
      throw new UnsupportedOperationException();
    }

    /** Gives the result for the rows taken so far; may be called more than once. */
    public abstract void result(FunctionContext context, Value result);
  }
}
