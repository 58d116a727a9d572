// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/**
 * An expression made executable for one statement instance: it holds direct references to the row
 * sources, parameters and scratch cells it needs, so that an evaluation neither looks anything up
 * nor allocates.
 *
 * <p>An abstract class and not an interface: hot loops call it, and class dispatch is cheaper.
 * Confined to the statement's thread.
 */
public abstract class Evaluator {
  /** Computes the value for the sources' current rows. The bytes in {@code out} are borrowed. */
  public abstract void evaluate(Value out);

  /**
   * The value as a condition: 1 true, 0 false, -1 unknown. Comparison and logic evaluators override
   * it and never build a value.
   */
  public int test() {
    Value scratch = new Value();
    evaluate(scratch);
    return scratch.truth();
  }
}
