// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;

/**
 * A condition as one source can use it to find rows: {@code target operator value}.
 *
 * @param conjunct index of the condition
 * @param target an expression over the source alone
 * @param column the target if it is a column ({@code -1} the rowid); -2 if it is an expression
 * @param value over other sources; null for an IN
 * @param in the IN; null if there is a value
 * @param others the sources that the value reads
 */
record Use(
    int conjunct,
    Operator operator,
    Bound target,
    int column,
    Bound value,
    Bound in,
    Affinity conversion,
    Collation collation,
    long others) {
  static final int EXPRESSION = -2;

  enum Operator {
    EQUAL,
    IS,
    IN,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL
  }

  boolean isEquality() {
    return operator == Operator.EQUAL || operator == Operator.IS || operator == Operator.IN;
  }
}
