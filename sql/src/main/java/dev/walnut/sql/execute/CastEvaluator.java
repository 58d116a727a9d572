// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;

/** CAST, or a generated column's affinity applied to its expression. */
final class CastEvaluator extends Scalar {
  private final Evaluator operand;
  private final Affinity affinity;
  private final boolean storage;

  /**
   * @param storage whether to convert as when a column is stored, which loses nothing
   */
  CastEvaluator(Evaluator operand, Affinity affinity, boolean storage) {
    this.operand = operand;
    this.affinity = affinity;
    this.storage = storage;
  }

  @Override
  public void evaluate(Value out) {
    operand.evaluate(out);
    if (storage) {
      Affinities.applyForStorage(out, affinity);
    } else {
      Affinities.cast(out, affinity);
    }
  }
}
