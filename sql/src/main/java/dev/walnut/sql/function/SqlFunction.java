// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

/**
 * A function by name and number of arguments, registered in a {@link FunctionRegistry}. Immutable;
 * what a call needs to remember lives in the objects made by {@link ScalarFunction#newCall} and
 * {@link AggregateFunction#newAccumulator}.
 */
public abstract class SqlFunction {
  private final String name;
  private final int minArguments;
  private final int maxArguments;
  private final boolean deterministic;

  /**
   * @param name lower-case name
   * @param minArguments smallest number of arguments
   * @param maxArguments largest number of arguments; -1: no limit but the session's
   * @param deterministic same arguments give the same result within a statement and for ever (may
   *     stand in index expressions and partial index conditions)
   */
  protected SqlFunction(String name, int minArguments, int maxArguments, boolean deterministic) {
    this.name = name;
    this.minArguments = minArguments;
    this.maxArguments = maxArguments;
    this.deterministic = deterministic;
  }

  public final String name() {
    return name;
  }

  public final int minArguments() {
    return minArguments;
  }

  public final int maxArguments() {
    return maxArguments;
  }

  public final boolean isDeterministic() {
    return deterministic;
  }

  /**
   * Whether a call with constant arguments may be computed once and kept in a plan that several
   * executions share. False for functions that look at the clock or the local time zone, which may
   * still be {@link #isDeterministic} as far as index expressions go; those are computed once per
   * execution at most.
   */
  public boolean isFoldable() {
    return deterministic;
  }

  /**
   * Whether the function tells BLOBs from text in that argument. Elsewhere a BLOB is taken for the
   * text that its bytes are in the database's encoding: the compiler sees to that where the two
   * differ.
   *
   * @param argumentIndex from 0
   */
  public boolean takesBlob(int argumentIndex) {
    return false;
  }

  /**
   * Whether the function treats text that is marked as JSON otherwise than other text. Only results
   * of expressions carry the mark, not columns nor subqueries.
   */
  public boolean readsJsonMark() {
    return false;
  }

  public final boolean accepts(int argumentCount) {
    return argumentCount >= minArguments && (maxArguments < 0 || argumentCount <= maxArguments);
  }
}
