// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * UPDATE.
 *
 * @param with null if absent
 * @param conflict null if absent
 * @param table the target, with alias and INDEXED BY
 * @param assignments at least one
 * @param from empty if absent
 * @param where null if absent
 * @param returning empty if absent
 * @param orderBy empty if absent; only with a limit
 * @param limit null if absent
 * @param offset null if absent
 */
public record Update(
    With with,
    ConflictResolution conflict,
    FromItem.Table table,
    List<Assignment> assignments,
    List<FromTerm> from,
    Expr where,
    List<ResultColumn> returning,
    List<OrderingTerm> orderBy,
    Expr limit,
    Expr offset,
    int start,
    int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.UPDATE;
  }
}
