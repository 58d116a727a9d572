// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * CREATE TABLE. {@code CREATE TABLE } followed by the text from {@code nameStart} to {@code
 * textEnd} is what sqlite_schema stores, unless the columns come from a query.
 *
 * @param columns empty with AS SELECT
 * @param select null unless the columns come from a query
 */
public record CreateTable(
    boolean temporary,
    boolean ifNotExists,
    QualifiedName name,
    List<ColumnDefinition> columns,
    List<TableConstraint> constraints,
    Select select,
    boolean withoutRowid,
    boolean strict,
    int nameStart,
    int textEnd,
    int start,
    int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.CREATE_TABLE;
  }
}
