// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * CREATE INDEX. {@code CREATE INDEX } or {@code CREATE UNIQUE INDEX } followed by the text from
 * {@code nameStart} to {@code textEnd} is what sqlite_schema stores.
 *
 * @param name the schema, if given, is also the table's
 * @param where null if absent
 */
public record CreateIndex(
    boolean unique,
    boolean ifNotExists,
    QualifiedName name,
    String table,
    List<OrderingTerm> columns,
    Expr where,
    int nameStart,
    int textEnd,
    int start,
    int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.CREATE_INDEX;
  }
}
