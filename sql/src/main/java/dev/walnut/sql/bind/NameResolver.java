// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Value;
import java.util.LinkedHashSet;
import java.util.Set;

/** Finds what a column name means: a column in scope, an alias, a constant, a string. */
final class NameResolver {
  private final BindState state;

  NameResolver(BindState state) {
    this.state = state;
  }

  /** What the name means where it stands. */
  Bound resolve(Expr.Column name, Scope scope) {
    for (Scope s = scope; s != null; s = s.parent) {
      Bound found = resolveIn(name, s);
      if (found != null) {
        for (Scope t = scope; t != s; t = t.parent) {
          addFree(found, t.free);
        }
        return found;
      }
    }
    if (name.isBooleanName()) {
      return Bounds.integer(name.column().equalsIgnoreCase("true") ? 1 : 0);
    }
    if (name.quoted() && name.table() == null) {
      Value text = new Value();
      text.setText(name.column());
      return new Bound.Constant(text);
    }
    throw BindState.error("no such column: " + text(name));
  }

  /** Whether TRUE or FALSE stands for the constant: no column has that name. */
  boolean isBooleanConstant(Expr.Column name, Scope scope) {
    if (!name.isBooleanName()) {
      return false;
    }
    for (Scope s = scope; s != null; s = s.parent) {
      if (resolveIn(name, s) != null) {
        return false;
      }
    }
    return true;
  }

  /** The entry and column that a name means in the nearest scope; null if it is none. */
  FromEntry entryOf(Expr.Column name, Scope scope) {
    for (FromEntry entry : scope.entries) {
      if (matches(entry, name)) {
        int column = entry.find(name.column());
        if (column >= 0 && !(name.table() == null && entry.isJoined(column))) {
          return entry;
        }
      }
    }
    return null;
  }

  private Bound resolveIn(Expr.Column name, Scope scope) {
    String column = name.column();
    FromEntry match = null;
    int matchColumn = -1;
    int count = 0;
    for (FromEntry entry : scope.entries) {
      if (matches(entry, name)) {
        int index = entry.find(column);
        if (index >= 0 && !(name.table() == null && entry.isJoined(index))) {
          if (count++ == 0) {
            match = entry;
            matchColumn = index;
          }
        }
      }
    }
    if (count == 1) {
      return name.table() == null ? match.unqualified(matchColumn) : match.column(matchColumn);
    }
    if (count == 0 && isRowid(column)) {
      for (FromEntry entry : scope.entries) {
        if (entry.rowid() != null && matches(entry, name)) {
          match = entry;
          count++;
        }
      }
      if (count == 1) {
        return match.rowid();
      }
    }
    if (count > 1) {
      throw BindState.error("ambiguous column name: " + text(name));
    }
    if (name.table() == null && scope.seesAliases()) {
      return alias(column, scope);
    }
    return null;
  }

  private Bound alias(String column, Scope scope) {
    for (Scope.Alias alias : scope.aliases) {
      if (alias.name().equalsIgnoreCase(column)) {
        if (alias.aggregate()) {
          switch (scope.clause) {
            case AGGREGATE_ARGUMENT:
              throw BindState.error("misuse of aliased aggregate " + alias.name());
            case WHERE:
              throw BindState.error(
                  "misuse of aggregate: " + aggregateName(alias.value(), scope) + "()");
            case GROUP_BY:
              throw BindState.error("aggregate functions are not allowed in the GROUP BY clause");
            default:
              break;
          }
        }
        if (alias.value() instanceof Bound.Row) {
          throw BindState.error("row value misused");
        }
        return alias.value();
      }
    }
    return null;
  }

  /** The name of the first aggregate in an expression of the scope's query. */
  static String aggregateName(Bound value, Scope scope) {
    String[] found = {""};
    value.walk(
        e -> {
          if (e instanceof Bound.ColumnRef
              && ((Bound.ColumnRef) e).source() == scope.core.aggregates
              && found[0].isEmpty()) {
            found[0] = scope.core.calls.get(((Bound.ColumnRef) e).column()).function().name();
          }
        });
    return found[0];
  }

  private static boolean matches(FromEntry entry, Expr.Column name) {
    if (name.table() == null) {
      return !entry.qualifiedOnly;
    }
    if (name.schema() != null) {
      return entry.table != null
          && entry.table.schemaName().equalsIgnoreCase(name.schema())
          && name.table().equalsIgnoreCase(entry.name);
    }
    return name.table().equalsIgnoreCase(entry.name);
  }

  static boolean isRowid(String column) {
    return column.equalsIgnoreCase("rowid")
        || column.equalsIgnoreCase("_rowid_")
        || column.equalsIgnoreCase("oid");
  }

  private static void addFree(Bound found, Set<Source> free) {
    if (found instanceof Bound.ColumnRef) {
      free.add(((Bound.ColumnRef) found).source());
    } else {
      Set<Source> sources = new LinkedHashSet<>();
      Bounds.collectSources(found, sources);
      free.addAll(sources);
    }
  }

  private static String text(Expr.Column name) {
    StringBuilder text = new StringBuilder();
    if (name.schema() != null) {
      text.append(name.schema()).append('.');
    }
    if (name.table() != null) {
      text.append(name.table()).append('.');
    }
    return text.append(name.column()).toString();
  }
}
