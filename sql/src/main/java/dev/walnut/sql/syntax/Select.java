// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * A query: one SELECT or VALUES, or a compound of several, evaluated from left to right.
 *
 * @param with null if absent
 * @param cores at least one
 * @param operators {@code operators.get(i)} stands between core i and core i + 1
 * @param orderBy empty if absent
 * @param limit null if absent
 * @param offset null if absent
 */
public record Select(
    With with,
    List<SelectCore> cores,
    List<CompoundOperator> operators,
    List<OrderingTerm> orderBy,
    Expr limit,
    Expr offset,
    int start,
    int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.SELECT;
  }

  /** Whether this has UNION, INTERSECT or EXCEPT. */
  public boolean isCompound() {
    return !operators.isEmpty();
  }

  /** What combines two parts of a compound. */
  public enum CompoundOperator {
    UNION,
    UNION_ALL,
    INTERSECT,
    EXCEPT
  }
}
