// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.catalog.CollationLookup;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.catalog.TableDefinition;
import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.value.Affinity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The definition that SQLite stores for CREATE TABLE AS SELECT: the query's column names made
 * distinct, each with the type word of its affinity; on one line if it is short.
 *
 * @param sql the stored text
 */
record DerivedTable(String sql) {
  /** Up to this many characters of names, by SQLite's count, the text stays on one line. */
  private static final int ONE_LINE = 50;

  static DerivedTable of(String tableName, Select select, List<ColumnInfo> columns) {
    List<String> names = distinctNames(columns);
    int length = SqlNames.quoted(tableName).length();
    List<String> quoted = new ArrayList<>();
    for (String name : names) {
      String text = SqlNames.quotedIfNeeded(name);
      quoted.add(text);
      length += SqlNames.quoted(name).length() + 5;
    }
    boolean oneLine = length < ONE_LINE;
    StringBuilder sql = new StringBuilder("CREATE TABLE ");
    sql.append(SqlNames.quotedIfNeeded(tableName)).append('(');
    for (int i = 0; i < quoted.size(); i++) {
      if (i > 0) {
        sql.append(',');
      }
      if (!oneLine) {
        sql.append("\n  ");
      }
      sql.append(quoted.get(i)).append(typeWord(affinity(select, columns, i)));
    }
    return new DerivedTable(sql.append(oneLine ? ")" : "\n)").toString());
  }

  Table.Builder builder(CollationLookup collations) {
    return TableDefinition.build((CreateTable) SqlParser.parse(sql).statement(), collations, false);
  }

  private static List<String> distinctNames(List<ColumnInfo> columns) {
    Set<String> used = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (ColumnInfo column : columns) {
      String base = column.name();
      String name = base;
      int suffix = 0;
      while (!used.add(name.toLowerCase(Locale.ROOT))) {
        name = base + ":" + ++suffix;
      }
      names.add(name);
    }
    return names;
  }

  private static Affinity affinity(Select select, List<ColumnInfo> columns, int index) {
    ColumnInfo column = columns.get(index);
    if (column.tableName() != null) {
      return Affinity.ofDeclaredType(column.declaredType());
    }
    if (select.cores().get(0) instanceof SelectCore.Query query
        && query.columns().size() == columns.size()) {
      ResultColumn result = query.columns().get(index);
      if (result.expr() instanceof Expr.Cast cast) {
        return Affinity.ofDeclaredType(cast.typeName());
      }
    }
    return Affinity.ofDeclaredType(column.declaredType());
  }

  private static String typeWord(Affinity affinity) {
    switch (affinity) {
      case TEXT:
        return " TEXT";
      case NUMERIC:
        return " NUM";
      case INTEGER:
        return " INT";
      case REAL:
        return " REAL";
      default:
        return "";
    }
  }
}
