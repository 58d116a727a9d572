// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;

/** One end of a range of an index's values. */
final class KeyBound {
  private final Evaluator evaluator;
  final boolean inclusive;
  private final Affinity conversion;
  final Value value = new Value();

  /**
   * @param evaluator null: the range begins behind NULL
   */
  KeyBound(Evaluator evaluator, boolean inclusive, Affinity conversion) {
    this.evaluator = evaluator;
    this.inclusive = inclusive;
    this.conversion = conversion;
  }

  /** The end that keeps NULLs out. */
  static KeyBound behindNull() {
    return new KeyBound(null, false, Affinity.NONE);
  }

  /** Computes the value; false if it is NULL, which is neither less nor greater than anything. */
  boolean compute() {
    if (evaluator == null) {
      value.setNull();
      return true;
    }
    evaluator.evaluate(value);
    if (value.isNull()) {
      return false;
    }
    Affinities.applyForComparison(value, conversion);
    return true;
  }
}
