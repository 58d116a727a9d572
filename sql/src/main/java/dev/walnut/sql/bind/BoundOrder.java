// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.value.Collation;

/**
 * A term of ORDER BY.
 *
 * @param expr what is sorted by
 * @param resultIndex the result column that has the same value; -1 if there is none
 * @param collation compares text; never null
 */
public record BoundOrder(
    Bound expr, int resultIndex, boolean descending, boolean nullsFirst, Collation collation) {

  /** Whether NULLs go where they go without NULLS FIRST or LAST. */
  public boolean isNaturalNulls() {
    return nullsFirst != descending;
  }
}
