// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** A column of a scalar subquery. */
final class SubqueryEvaluator extends Scalar {
  private final SubqueryResult result;
  private final int column;

  SubqueryEvaluator(SubqueryResult result, int column) {
    this.result = result;
    this.column = column;
  }

  @Override
  public void evaluate(Value out) {
    result.read(column, out);
  }
}
