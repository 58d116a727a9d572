// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import java.util.ArrayList;
import java.util.List;

/** Binds SELECTs: FROM, result columns, conditions, groups, order, limit, in SQLite's order. */
public final class SelectBinder {
  private final BindState state;
  private final FromBinder from;
  private final OrderBinder orders;
  private final ResultBinder results;

  SelectBinder(BindState state) {
    this.state = state;
    this.from = new FromBinder(state);
    this.orders = new OrderBinder(state);
    this.results = new ResultBinder(state);
  }

  /** Binds a statement's SELECT with rows around it. */
  public static BoundSelect bindStatement(Select select, RowScope outer, BindState state) {
    Scope scope = outer.rows().isEmpty() ? null : externalScope(outer, state);
    return state.selects.bind(select, scope, null, true);
  }

  /** A scope of rows given from outside. */
  static Scope externalScope(RowScope outer, BindState state) {
    Scope scope = new Scope(null, null);
    for (RowScope.Row row : outer.rows()) {
      TableSource source =
          new TableSource(state.newSourceId(), row.table(), row.name(), null, row.source());
      state.addExternal(source);
      scope.add(FromEntry.ofTable(row.name(), source, row.qualifiedOnly(), state));
    }
    return scope;
  }

  ResultBinder results() {
    return results;
  }

  /** Binds a SELECT inside an expression; its outer names are those of {@code scope}. */
  BoundSelect bindNested(Select select, Scope scope) {
    return bind(select, scope, commonTables(scope), false);
  }

  private static CommonTables commonTables(Scope scope) {
    for (Scope s = scope; s != null; s = s.parent) {
      if (s.commonTables != null) {
        return s.commonTables;
      }
    }
    return null;
  }

  /** {@code SELECT * FROM table}, for {@code IN table}. */
  BoundSelect bindTable(QualifiedName table, List<Expr> arguments, Scope scope) {
    FromItem item =
        arguments == null
            ? new FromItem.Table(table, null, null)
            : new FromItem.TableFunction(table, arguments, null);
    SelectCore.Query core =
        new SelectCore.Query(
            false,
            List.of(new ResultColumn(null, null, null, null)),
            List.of(new FromTerm(null, false, item, null, List.of())),
            null,
            List.of(),
            null,
            List.of());
    return bindNested(
        new Select(null, List.of(core), List.of(), List.of(), null, null, 0, 0), scope);
  }

  /**
   * Binds a SELECT.
   *
   * @param outer the scope its free names are looked up in; null at the top
   * @param common common tables it may use
   * @param topLevel whether its column names are shown to the user
   */
  BoundSelect bind(Select select, Scope outer, CommonTables common, boolean topLevel) {
    state.enterSelect();
    CommonTables tables = select.with() == null ? common : new CommonTables(select.with(), common);
    BoundSelect bound = new BoundSelect();
    bound.operators = select.operators();
    if (select.cores().size() > state.context.maxCompoundSelect()) {
      throw BindState.error("too many terms in compound SELECT");
    }
    List<Scope> scopes = new ArrayList<>(1);
    for (int i = 0; i < select.cores().size(); i++) {
      bindCore(select, i, bound, scopes, outer, tables, topLevel);
      requireSameCount(bound, i);
    }
    finish(select, bound, scopes);
    state.leaveSelect();
    return bound;
  }

  /** Binds one part of a SELECT and adds it, and its scope, to those bound before. */
  void bindCore(
      Select select,
      int index,
      BoundSelect bound,
      List<Scope> scopes,
      Scope outer,
      CommonTables tables,
      boolean topLevel) {
    SelectCore written = select.cores().get(index);
    BoundCore core = new BoundCore();
    Scope scope = new Scope(outer, core);
    scope.commonTables = tables;
    List<String> names = null;
    if (written.kind() == SelectCore.Kind.VALUES) {
      names = bindValues((SelectCore.Values) written, core, scope);
    } else {
      boolean simple = select.cores().size() == 1;
      names =
          bindQuery(
              (SelectCore.Query) written, core, scope, simple ? select : null, topLevel, bound);
    }
    bound.cores.add(core);
    scopes.add(scope);
    if (index == 0) {
      List<String> shown = topLevel ? names : ResultBinder.unique(names);
      List<ColumnInfo> infos = new ArrayList<>(names.size());
      List<Bound> values = core.values != null ? core.values.get(0) : core.results;
      for (int i = 0; i < shown.size(); i++) {
        infos.add(ResultBinder.describe(values.get(i), shown.get(i)));
      }
      bound.setColumns(infos);
    }
  }

  void requireSameCount(BoundSelect bound, int index) {
    BoundCore core = bound.cores.get(index);
    int count = core.values != null ? core.values.get(0).size() : core.results.size();
    if (count != bound.columnCount()) {
      String operator = bound.operators.get(index - 1).name().replace('_', ' ');
      throw BindState.error(
          "SELECTs to the left and right of "
              + operator
              + " do not have the same number of result columns");
    }
  }

  /** ORDER BY of a compound, LIMIT, and what the SELECT is correlated to. */
  void finish(Select select, BoundSelect bound, List<Scope> scopes) {
    if (bound.isCompound() || bound.cores.get(0).values != null) {
      if (!select.orderBy().isEmpty()) {
        bound.orderBy = orders.bindCompound(select.orderBy(), scopes, bound);
      }
    }
    if (select.limit() != null) {
      Scope none = new Scope(null, null);
      bound.limit = state.expressions.bindScalar(select.limit(), none);
      if (select.offset() != null) {
        bound.offset = state.expressions.bindScalar(select.offset(), none);
      }
    }
    for (Scope scope : scopes) {
      for (Source source : scope.free) {
        if (!scope.owns(source)) {
          bound.free.add(source);
        }
      }
    }
    if (bound.recursion != null) {
      bound.free.remove(bound.recursion);
    }
  }

  private List<String> bindValues(SelectCore.Values written, BoundCore core, Scope scope) {
    scope.clause = Scope.Clause.RESULT;
    core.values = new ArrayList<>(written.rows().size());
    int count = written.rows().get(0).size();
    for (List<Expr> row : written.rows()) {
      List<Bound> values = new ArrayList<>(row.size());
      for (Expr value : row) {
        values.add(state.expressions.bindScalar(value, scope));
      }
      core.values.add(values);
    }
    if (core.aggregates != null) {
      if (written.rows().size() > 1) {
        String name = core.calls.get(core.calls.size() - 1).function().name();
        throw BindState.error("misuse of aggregate: " + name + "()");
      }
      // A single row is a SELECT without FROM.
      core.results = core.values.get(0);
      core.values = null;
    }
    List<String> names = new ArrayList<>(count);
    for (int i = 1; i <= count; i++) {
      names.add("column" + i);
    }
    return names;
  }

  private List<String> bindQuery(
      SelectCore.Query query,
      BoundCore core,
      Scope scope,
      Select simple,
      boolean topLevel,
      BoundSelect bound) {
    boolean keepsInnerOrder = simple == null || simple.orderBy().isEmpty();
    List<FromBinder.Condition> conditions =
        from.bind(query.from(), core, scope, keepsInnerOrder || !query.groupBy().isEmpty());
    if (!query.groupBy().isEmpty()) {
      core.keys = new CellSource(state.newSourceId());
    }
    scope.clause = Scope.Clause.RESULT;
    ResultBinder.Result result = results.bind(query.columns(), scope, topLevel);
    core.results = result.values();
    core.distinct = query.distinct();
    boolean aggregateResults = scope.aggregateSeen;
    for (ResultBinder.NamedResult named : result.aliases()) {
      Bound value = core.results.get(named.index());
      boolean aggregate = aggregateResults && containsAggregate(value, core);
      scope.aliases.add(new Scope.Alias(named.name(), value, aggregate));
    }
    if (query.having() != null) {
      // An aggregate in HAVING itself does not make the query one.
      if (core.keys == null && core.aggregates == null) {
        throw BindState.error("HAVING clause on a non-aggregate query");
      }
      scope.clause = Scope.Clause.HAVING;
      core.having = state.expressions.bindScalar(query.having(), scope);
    }
    scope.clause = Scope.Clause.WHERE;
    from.bindConditions(conditions, core, scope);
    if (query.where() != null) {
      Bounds.addConjuncts(state.expressions.bindScalar(query.where(), scope), core.where);
    }
    if (simple != null && !simple.orderBy().isEmpty()) {
      boolean aggregate = core.isAggregate();
      scope.clause = aggregate ? Scope.Clause.ORDER_BY : Scope.Clause.PLAIN_ORDER_BY;
      bound.orderBy = orders.bindSimple(simple.orderBy(), scope, core.results);
    }
    if (core.keys != null) {
      scope.clause = Scope.Clause.GROUP_BY;
      core.groupBy = orders.bindGroups(query.groupBy(), scope, core.results);
      for (Bound key : core.groupBy) {
        core.keys.add(key);
      }
      GroupKeys.substitute(core, bound);
    }
    return result.names();
  }

  private static boolean containsAggregate(Bound value, BoundCore core) {
    boolean[] found = {false};
    value.walk(
        e ->
            found[0] |=
                e instanceof Bound.ColumnRef && ((Bound.ColumnRef) e).source() == core.aggregates);
    return found[0];
  }
}
