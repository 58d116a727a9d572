// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * One term of FROM together with the way it is joined to all terms before it (joins associate to
 * the left, commas included).
 *
 * @param join null for the first term
 * @param natural NATURAL was given
 * @param on null if absent
 * @param using empty if absent
 */
public record FromTerm(JoinType join, boolean natural, FromItem item, Expr on, List<String> using) {

  /** How two terms are joined. */
  public enum JoinType {
    COMMA,
    /** {@code JOIN} or {@code INNER JOIN}. */
    INNER,
    /** An inner join whose sides the planner must not swap. */
    CROSS,
    LEFT,
    RIGHT,
    FULL
  }
}
