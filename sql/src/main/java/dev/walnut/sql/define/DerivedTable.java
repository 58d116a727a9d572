// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.catalog.CollationLookup;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.catalog.TableDefinition;
import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.plan.QueryCompiler;
import dev.walnut.sql.session.StatementContext;
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

  static DerivedTable of(String tableName, List<ColumnInfo> columns, List<Affinity> affinities) {
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
      sql.append(quoted.get(i)).append(typeWord(affinities.get(i)));
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

  /** The affinities of a query's columns; where the parts of a compound differ, none. */
  static List<Affinity> affinities(Select select, StatementContext context) {
    List<Affinity> result = new ArrayList<>();
    for (SelectCore core : select.cores()) {
      Select part =
          new Select(select.with(), List.of(core), List.of(), List.of(), null, null, 0, 0);
      List<ColumnInfo> columns = QueryCompiler.compile(part, context).columns();
      for (int i = 0; i < columns.size(); i++) {
        Affinity affinity = affinity(core, columns, i);
        if (i == result.size()) {
          result.add(affinity);
        } else if (result.get(i) != affinity) {
          result.set(i, Affinity.BLOB);
        }
      }
    }
    return result;
  }

  private static Affinity affinity(SelectCore core, List<ColumnInfo> columns, int index) {
    if (core instanceof SelectCore.Query query && query.columns().size() == columns.size()) {
      ResultColumn result = query.columns().get(index);
      if (result.expr() instanceof Expr.Cast cast) {
        return Affinity.ofCast(cast.typeName());
      }
    }
    return Affinity.ofDeclaredType(columns.get(index).declaredType());
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
