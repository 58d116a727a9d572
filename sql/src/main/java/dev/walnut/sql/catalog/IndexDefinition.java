// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.CreateIndex;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/** Turns a CREATE INDEX into an {@link Index} of a table with known columns. */
public final class IndexDefinition {
  private IndexDefinition() {}

  /**
   * Builds the index.
   *
   * @param columns the table's columns
   * @param ignoreDescending whether DESC means nothing (schema formats 1 to 3)
   * @param rootPage its root page; 0 if not known yet
   * @param sql the text that sqlite_schema holds
   */
  public static Index build(
      CreateIndex statement,
      List<Column> columns,
      CollationLookup collations,
      boolean ignoreDescending,
      int rootPage,
      String sql) {
    List<Index.Part> parts = new ArrayList<>();
    for (OrderingTerm term : statement.columns()) {
      if (term.nulls() != null) {
        throw TableDefinition.error("unsupported use of NULLS " + term.nulls());
      }
      parts.add(part(term, columns, collations, ignoreDescending));
    }
    return new Index(
        statement.name().name(),
        rootPage,
        parts,
        statement.unique(),
        Index.Origin.CREATE_INDEX,
        statement.where(),
        null,
        sql);
  }

  private static Index.Part part(
      OrderingTerm term,
      List<Column> columns,
      CollationLookup collations,
      boolean ignoreDescending) {
    Expr expr = term.expr();
    String collationName = null;
    while (expr instanceof Expr.Collate collate) {
      if (collationName == null) {
        collationName = collate.collation();
      }
      expr = collate.operand();
    }
    boolean descending = term.descending() && !ignoreDescending;
    String columnName = null;
    boolean maybeString = false;
    if (expr instanceof Expr.Column column && column.table() == null) {
      columnName = column.column();
      maybeString = column.quoted() || column.isBooleanName();
    } else if (expr instanceof Expr.StringLiteral literal) {
      columnName = literal.value();
    }
    int column = columnName == null ? -1 : TableDefinition.indexOf(columns, columnName);
    if (columnName != null && column < 0 && !maybeString) {
      throw TableDefinition.error("no such column: " + columnName);
    }
    Collation collation;
    if (collationName != null) {
      collation = collations.collation(collationName);
    } else if (column >= 0) {
      collation = columns.get(column).collation();
    } else {
      collation = collations.collation("BINARY");
    }
    return column >= 0
        ? new Index.Part(column, null, collation, descending)
        : new Index.Part(Index.Part.EXPRESSION, expr, collation, descending);
  }
}
