// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * One term of ORDER BY, or one column of an index or of a key.
 *
 * @param nulls null if not given: NULLs first ascending, last descending
 */
public record OrderingTerm(Expr expr, boolean descending, NullsOrder nulls) {
  /** Where NULLs go. */
  public enum NullsOrder {
    FIRST,
    LAST
  }
}
