// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/** One part of a {@link Select}. */
public sealed interface SelectCore {
  /** Which record a part is. */
  enum Kind {
    QUERY,
    VALUES
  }

  /** The kind. */
  Kind kind();

  /**
   * {@code SELECT ...} up to and without ORDER BY.
   *
   * @param columns at least one
   * @param from empty if absent
   * @param where null if absent
   * @param groupBy empty if absent
   * @param having null if absent; HAVING may stand without GROUP BY
   * @param windows empty if absent
   */
  record Query(
      boolean distinct,
      List<ResultColumn> columns,
      List<FromTerm> from,
      Expr where,
      List<Expr> groupBy,
      Expr having,
      List<NamedWindow> windows)
      implements SelectCore {
    @Override
    public Kind kind() {
      return Kind.QUERY;
    }
  }

  /** {@code VALUES (...), (...)}: at least one row, all rows of the same length. */
  record Values(List<List<Expr>> rows) implements SelectCore {
    @Override
    public Kind kind() {
      return Kind.VALUES;
    }
  }
}
