// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import java.util.List;

/**
 * The names that an expression outside any SELECT may use: rows of tables under a name each. Serves
 * CHECK, DEFAULT (no rows), index expressions, partial index conditions, SET, RETURNING, upsert
 * ({@code excluded}) and triggers ({@code new}, {@code old}).
 *
 * @param rows the rows in scope, searched in order
 */
public record RowScope(List<Row> rows) {
  /** A scope without rows: constants, parameters, functions and subqueries only. */
  public static final RowScope EMPTY = new RowScope(List.of());

  /**
   * A row in scope.
   *
   * @param name how the row is called (table name or alias, {@code new}, {@code excluded})
   * @param table gives column names, affinities and collations
   * @param source gives the values, by table column index or {@link RowSource#ROWID}
   * @param qualifiedOnly whether its columns are found only under the row's name (new, old,
   *     excluded)
   */
  public record Row(String name, Table table, RowSource source, boolean qualifiedOnly) {}

  public static RowScope of(String name, Table table, RowSource source) {
    return new RowScope(List.of(new Row(name, table, source, false)));
  }
}
