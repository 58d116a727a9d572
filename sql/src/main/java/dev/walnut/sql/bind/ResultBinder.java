// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.ResultColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Expands stars, binds and names result columns. */
final class ResultBinder {
  private final BindState state;

  ResultBinder(BindState state) {
    this.state = state;
  }

  /** The bound columns and what they are called. */
  record Result(List<Bound> values, List<String> names, List<NamedResult> aliases) {}

  /** A result column with an alias. */
  record NamedResult(String name, int index) {}

  /**
   * Binds result columns.
   *
   * @param topLevel whether names are those that the user sees; else those by which an outer query
   *     finds the columns
   */
  Result bind(List<ResultColumn> columns, Scope scope, boolean topLevel) {
    List<Bound> values = new ArrayList<>(columns.size());
    List<String> names = new ArrayList<>(columns.size());
    List<NamedResult> aliases = new ArrayList<>(0);
    for (ResultColumn column : columns) {
      if (column.isStar()) {
        expand(column, scope, values, names);
        continue;
      }
      Bound value = state.expressions.bind(column.expr(), scope);
      values.add(ComparisonBinder.scalar(value));
      if (column.alias() != null) {
        aliases.add(new NamedResult(column.alias(), names.size()));
        names.add(column.alias());
      } else {
        names.add(nameOf(column, value, scope, topLevel));
      }
    }
    if (values.size() > state.context.maxColumns()) {
      throw BindState.error("too many columns in result set");
    }
    return new Result(values, names, aliases);
  }

  private String nameOf(ResultColumn column, Bound value, Scope scope, boolean topLevel) {
    Expr expr = column.expr();
    if (expr instanceof Expr.Column) {
      Expr.Column name = (Expr.Column) expr;
      if (!topLevel) {
        return name.quoted() && value instanceof Bound.Constant ? column.text() : name.column();
      }
      boolean shortNames = state.context.shortColumnNames();
      boolean fullNames = state.context.fullColumnNames();
      if (shortNames || fullNames) {
        for (Scope s = scope; s != null; s = s.parent) {
          FromEntry entry = state.expressions.names().entryOf(name, s);
          if (entry != null) {
            String found = entry.columnName(entry.find(name.column()));
            return fullNames ? tableName(entry) + "." + found : found;
          }
        }
        if (value instanceof Bound.ColumnRef && ((Bound.ColumnRef) value).column() < 0) {
          Source source = ((Bound.ColumnRef) value).source();
          String found = source.describe(-1, "").originName();
          return fullNames ? source.table().name() + "." + found : found;
        }
      }
    }
    return column.text();
  }

  private static String tableName(FromEntry entry) {
    return entry.table != null ? entry.table.name() : entry.name;
  }

  private void expand(ResultColumn star, Scope scope, List<Bound> values, List<String> names) {
    boolean found = false;
    boolean full = state.context.fullColumnNames() && !state.context.shortColumnNames();
    for (FromEntry entry : scope.entries) {
      if (star.table() != null && !star.table().equalsIgnoreCase(entry.name)) {
        continue;
      }
      if (star.table() == null && entry.qualifiedOnly) {
        continue;
      }
      found = true;
      for (int i = 0; i < entry.columnCount(); i++) {
        if (entry.isHidden(i) || (star.table() == null && entry.isJoined(i))) {
          continue;
        }
        String name = entry.columnName(i);
        requireUnambiguous(entry, i, scope);
        if (star.table() != null || !entry.isMerged(i)) {
          values.add(entry.column(i));
        } else if (scope.hasRightJoin) {
          // SQLite looks the merged column up by name, which may be ambiguous by now.
          Expr.Column unqualified = new Expr.Column(null, null, name, false, false, 0, 0);
          values.add(state.expressions.names().resolve(unqualified, scope));
        } else {
          values.add(entry.unqualified(i));
        }
        names.add(full && entry.name != null ? entry.name + "." + name : name);
      }
    }
    if (!found) {
      throw BindState.error(
          star.table() != null ? "no such table: " + star.table() : "no tables specified");
    }
  }

  /** A star stands for qualified columns, and two tables may have the same name. */
  private static void requireUnambiguous(FromEntry entry, int column, Scope scope) {
    if (entry.name == null || scope.entries.size() == 1) {
      return;
    }
    String schema = entry.table == null ? "*" : entry.table.schemaName();
    for (FromEntry other : scope.entries) {
      if (other != entry
          && entry.name.equalsIgnoreCase(other.name)
          && schema.equalsIgnoreCase(other.table == null ? "*" : other.table.schemaName())) {
        String name = entry.columnName(column);
        int found = other.find(name);
        if (found >= 0 && !other.isJoined(found) && !entry.isJoined(column)) {
          throw BindState.error("ambiguous column name: " + schema + "." + entry.name + "." + name);
        }
      }
    }
  }

  /** Names by which an outer query finds the columns: made unique with a number. */
  static List<String> unique(List<String> names) {
    Set<String> seen = new HashSet<>();
    List<String> result = new ArrayList<>(names.size());
    for (String name : names) {
      String candidate = name;
      int number = 0;
      while (!seen.add(candidate.toLowerCase(Locale.ROOT))) {
        candidate = withoutNumber(name) + ":" + ++number;
      }
      result.add(candidate);
    }
    return result;
  }

  private static String withoutNumber(String name) {
    int end = name.length();
    while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
      end--;
    }
    return end > 0 && end < name.length() && name.charAt(end - 1) == ':'
        ? name.substring(0, end - 1)
        : name;
  }

  /** What is known of a result column. */
  static ColumnInfo describe(Bound value, String name) {
    Bound inner = value;
    while (inner instanceof Bound.Collate
        && ((Bound.Collate) inner).hasExplicitCollation() == false) {
      inner = ((Bound.Collate) inner).operand();
    }
    if (inner instanceof Bound.ColumnRef) {
      Bound.ColumnRef column = (Bound.ColumnRef) inner;
      return column.source().describe(column.column(), name);
    }
    if (inner instanceof Bound.Subquery) {
      Bound.Subquery subquery = (Bound.Subquery) inner;
      ColumnInfo c = subquery.select().columns().get(subquery.column());
      return new ColumnInfo(
          name,
          c.declaredType(),
          c.databaseName(),
          c.tableName(),
          c.originName(),
          c.notNull(),
          c.primaryKey(),
          c.autoIncrement());
    }
    return ColumnInfo.ofExpression(name);
  }
}
