// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;

/** What a leading part of an index key must be equal to: one value, or each of several. */
final class KeyPart {
  final Evaluator evaluator;
  final InValues in;
  final boolean matchesNull;
  final Affinity conversion;
  final Value value = new Value();

  /**
   * @param evaluator null if there are several values
   * @param in null if there is one value
   */
  KeyPart(Evaluator evaluator, InValues in, boolean matchesNull, Affinity conversion) {
    this.evaluator = evaluator;
    this.in = in;
    this.matchesNull = matchesNull;
    this.conversion = conversion;
  }

  /** Computes the value; false if nothing can be equal to it. */
  boolean compute() {
    evaluator.evaluate(value);
    if (value.isNull()) {
      return matchesNull;
    }
    Affinities.applyForComparison(value, conversion);
    return true;
  }
}
