// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * INSERT, also REPLACE, which is INSERT OR REPLACE.
 *
 * @param with null if absent
 * @param conflict null if absent
 * @param alias of the table; null if absent
 * @param columns empty if absent: all columns
 * @param source null for DEFAULT VALUES
 * @param upserts in the order they were written; empty if absent
 * @param returning empty if absent
 */
public record Insert(
    With with,
    ConflictResolution conflict,
    QualifiedName table,
    String alias,
    List<String> columns,
    Select source,
    List<Upsert> upserts,
    List<ResultColumn> returning,
    int start,
    int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.INSERT;
  }

  /**
   * One {@code ON CONFLICT ... DO ...}.
   *
   * @param target empty if absent, which only the last one may be
   * @param targetWhere condition of a partial unique index; null if absent
   * @param assignments empty for DO NOTHING
   * @param where condition of DO UPDATE; null if absent
   */
  public record Upsert(
      List<OrderingTerm> target, Expr targetWhere, List<Assignment> assignments, Expr where) {
    /** Whether this is DO NOTHING. */
    public boolean isNothing() {
      return assignments.isEmpty();
    }
  }
}
