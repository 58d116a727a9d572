// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import java.util.ArrayList;
import java.util.List;

/**
 * Binds a join in parentheses that must stay a unit: as a subquery of all its columns, whose tables
 * keep their names for the query around it.
 */
final class GroupBinder {
  private final BindState state;
  private final FromBinder from;

  GroupBinder(BindState state, FromBinder from) {
    this.state = state;
    this.from = from;
  }

  void bind(FromItem.Group group, JoinType type, BoundCore core, Scope scope) {
    BoundSelect select = new BoundSelect();
    BoundCore inner = new BoundCore();
    Scope innerScope = new Scope(scope.parent, inner);
    innerScope.commonTables = scope.commonTables;
    List<FromBinder.Condition> conditions = from.bind(group.terms(), inner, innerScope, true);
    innerScope.clause = Scope.Clause.WHERE;
    from.bindConditions(conditions, inner, innerScope);
    List<ColumnInfo> infos = new ArrayList<>();
    List<Bound> values = new ArrayList<>();
    for (FromEntry entry : innerScope.entries) {
      for (int i = 0; i < entry.columnCount(); i++) {
        Bound value = entry.column(i);
        values.add(value);
        infos.add(ResultBinder.describe(value, entry.columnName(i)));
      }
      if (entry.rowid() != null) {
        values.add(entry.rowid());
        infos.add(ResultBinder.describe(entry.rowid(), "rowid"));
      }
    }
    for (FromEntry entry : innerScope.entries) {
      for (int i = 0; i < entry.columnCount(); i++) {
        if (entry.isMerged(i)) {
          values.add(entry.unqualified(i));
          infos.add(ResultBinder.describe(entry.unqualified(i), entry.columnName(i)));
        }
      }
    }
    inner.results = values;
    select.cores.add(inner);
    select.setColumns(infos);
    for (Source source : innerScope.free) {
      if (!innerScope.owns(source)) {
        select.free.add(source);
      }
    }
    scope.free.addAll(select.free);
    SubquerySource source =
        new SubquerySource(state.newSourceId(), select, group.alias(), false, state.binary);
    core.terms.add(new JoinTerm(source, type, new ArrayList<>(0)));
    if (group.alias() == null) {
      exportEntries(innerScope, source, scope);
    } else {
      exportAsOne(group.alias(), innerScope, source, scope);
    }
  }

  /** The first column of the subquery that is a merged one: they stand behind all others. */
  private static int firstMerged(Scope inner) {
    int at = 0;
    for (FromEntry entry : inner.entries) {
      at += entry.columnCount() + (entry.rowid() == null ? 0 : 1);
    }
    return at;
  }

  private static void exportEntries(Scope inner, SubquerySource source, Scope scope) {
    int at = 0;
    int merged = firstMerged(inner);
    for (FromEntry entry : inner.entries) {
      List<String> names = new ArrayList<>();
      List<Bound> columns = new ArrayList<>();
      for (int i = 0; i < entry.columnCount(); i++) {
        names.add(entry.columnName(i));
        columns.add(new Bound.ColumnRef(source, at++));
      }
      Bound rowid = entry.rowid() == null ? null : new Bound.ColumnRef(source, at++);
      FromEntry exported =
          FromEntry.ofColumns(entry.name, entry.table, names, columns, rowid, names.size());
      for (int i = 0; i < names.size(); i++) {
        if (entry.isJoined(i)) {
          exported.markJoined(i);
        }
        if (entry.isMerged(i)) {
          exported.merge(i, new Bound.ColumnRef(source, merged++), null);
        }
      }
      scope.add(exported);
    }
  }

  private static void exportAsOne(String alias, Scope inner, SubquerySource source, Scope scope) {
    List<String> names = new ArrayList<>();
    List<Bound> columns = new ArrayList<>();
    int at = 0;
    int merged = firstMerged(inner);
    for (FromEntry entry : inner.entries) {
      for (int i = 0; i < entry.columnCount(); i++, at++) {
        int column = entry.isMerged(i) ? merged++ : at;
        if (!entry.isJoined(i) && !entry.isHidden(i)) {
          names.add(entry.columnName(i));
          columns.add(new Bound.ColumnRef(source, column));
        }
      }
      if (entry.rowid() != null) {
        at++;
      }
    }
    scope.add(
        FromEntry.ofColumns(
            alias, null, ResultBinder.unique(names), columns, null, columns.size()));
  }
}
