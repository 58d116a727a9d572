// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.Pragma;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.function.json.JsonTable;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.With;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Binds FROM clauses: tables, views, common tables, subqueries, functions and how they are joined.
 *
 * <p>A subquery or view that only selects and filters is flattened: its sources become sources of
 * the outer query, and its columns stand for the expressions it computes.
 */
final class FromBinder {
  private static final int MAX_SOURCES = 64;

  private final BindState state;
  private final CommonTableBinder commonTables;
  private final List<Table> openViews = new ArrayList<>(0);

  FromBinder(BindState state) {
    this.state = state;
    this.commonTables = new CommonTableBinder(state);
  }

  /**
   * A condition of ON, kept as written until all of FROM is known.
   *
   * @param termIndex the source it was joined with, in {@link BoundCore#terms}
   */
  record Condition(Expr on, int termIndex, int entryLimit) {}

  /**
   * Binds the sources; USING and NATURAL become conditions at once, ON ones are handed back.
   *
   * @param keepsInnerOrder whether the order of a subquery's rows may be seen in the result
   */
  List<Condition> bind(List<FromTerm> terms, BoundCore core, Scope scope, boolean keepsInnerOrder) {
    List<Condition> conditions = new ArrayList<>(0);
    if (terms.isEmpty()) {
      return conditions;
    }
    List<FromTerm> flat = withoutLeadingGroup(terms);
    scope.hasRightJoin = hasRightJoin(flat, 0);
    bindTerms(flat, core, scope, keepsInnerOrder, conditions, true);
    if (core.terms.size() > MAX_SOURCES) {
      throw BindState.error("at most " + MAX_SOURCES + " tables in a join");
    }
    return conditions;
  }

  /** Parentheses without a name around what comes first mean nothing. */
  private static List<FromTerm> withoutLeadingGroup(List<FromTerm> terms) {
    List<FromTerm> flat = terms;
    while (flat.get(0).item() instanceof FromItem.Group
        && ((FromItem.Group) flat.get(0).item()).alias() == null) {
      List<FromTerm> spliced = new ArrayList<>(((FromItem.Group) flat.get(0).item()).terms());
      spliced.addAll(flat.subList(1, flat.size()));
      flat = spliced;
    }
    return flat;
  }

  private void bindTerms(
      List<FromTerm> terms,
      BoundCore core,
      Scope scope,
      boolean keepsInnerOrder,
      List<Condition> conditions,
      boolean leftmost) {
    for (int i = 0; i < terms.size(); i++) {
      FromTerm term = terms.get(i);
      JoinType type = term.join() == null ? JoinType.COMMA : term.join();
      if (term.natural() && (term.on() != null || !term.using().isEmpty())) {
        throw BindState.error("a NATURAL join may not have an ON or USING clause");
      }
      boolean outer = type == JoinType.LEFT || type == JoinType.RIGHT || type == JoinType.FULL;
      boolean laterRight = hasRightJoin(terms, i + 1);
      int firstEntry = scope.entries.size();
      int firstTerm = core.terms.size();
      boolean mayFlatten = !outer && !laterRight && !hasRightJoin(terms, 0);
      boolean first = leftmost && firstTerm == 0;
      boolean order = keepsInnerOrder || terms.size() > 1;
      bindItem(term.item(), type, core, scope, mayFlatten, first, order, conditions);
      List<Bound> on = new ArrayList<>(0);
      if (term.natural() || !term.using().isEmpty()) {
        new UsingBinder(state).bind(term, type, hasRightJoin(terms, 0), scope, firstEntry, on);
      }
      addConditions(on, core, outer, laterRight, core.terms.size() - 1);
      if (term.on() != null) {
        conditions.add(
            new Condition(
                term.on(),
                outer || laterRight ? core.terms.size() - 1 : -1,
                laterRight || type == JoinType.RIGHT || type == JoinType.FULL
                    ? scope.entries.size()
                    : Integer.MAX_VALUE));
      }
    }
  }

  private static boolean hasRightJoin(List<FromTerm> terms, int from) {
    for (int i = from; i < terms.size(); i++) {
      if (terms.get(i).join() == JoinType.RIGHT || terms.get(i).join() == JoinType.FULL) {
        return true;
      }
    }
    return false;
  }

  private static void addConditions(
      List<Bound> on, BoundCore core, boolean outer, boolean laterRight, int termIndex) {
    if (outer || laterRight) {
      core.terms.get(termIndex).on().addAll(on);
    } else {
      core.where.addAll(on);
    }
  }

  /** Binds the ON conditions, when all names are known. */
  void bindConditions(List<Condition> conditions, BoundCore core, Scope scope) {
    for (Condition condition : conditions) {
      Bound bound = state.expressions.bindScalar(condition.on(), scope);
      if (condition.entryLimit() < scope.entries.size()) {
        requireLeft(bound, core, condition);
      }
      if (condition.termIndex() < 0) {
        Bounds.addConjuncts(bound, core.where);
      } else {
        Bounds.addConjuncts(bound, core.terms.get(condition.termIndex()).on());
      }
    }
  }

  private static void requireLeft(Bound bound, BoundCore core, Condition condition) {
    java.util.Set<Source> sources = new java.util.HashSet<>();
    Bounds.collectSources(bound, sources);
    for (int i = condition.termIndex() + 1; i < core.terms.size(); i++) {
      if (sources.contains(core.terms.get(i).source())) {
        throw BindState.error("ON clause references tables to its right");
      }
    }
  }

  private void bindItem(
      FromItem item,
      JoinType type,
      BoundCore core,
      Scope scope,
      boolean mayFlatten,
      boolean first,
      boolean keepsInnerOrder,
      List<Condition> conditions) {
    switch (item.kind()) {
      case TABLE:
        bindTable((FromItem.Table) item, type, core, scope, mayFlatten, first, keepsInnerOrder);
        break;
      case TABLE_FUNCTION:
        bindFunction((FromItem.TableFunction) item, type, core, scope);
        break;
      case SUBQUERY:
        FromItem.Subquery subquery = (FromItem.Subquery) item;
        BoundSelect select =
            state.selects.bind(subquery.select(), scope.parent, scope.commonTables, false);
        addSelect(
            select,
            subquery.alias(),
            null,
            null,
            type,
            core,
            scope,
            mayFlatten,
            first,
            keepsInnerOrder);
        break;
      default:
        bindGroup((FromItem.Group) item, type, core, scope, mayFlatten, first, conditions);
        break;
    }
  }

  private void bindTable(
      FromItem.Table item,
      JoinType type,
      BoundCore core,
      Scope scope,
      boolean mayFlatten,
      boolean first,
      boolean keepsInnerOrder) {
    QualifiedName name = item.name();
    String alias = item.alias() == null ? name.name() : item.alias();
    if (name.schema() == null) {
      CommonTables.Entry common = CommonTables.find(scope.commonTables, name.name());
      if (common != null) {
        if (common.recursion != null) {
          bindRecursion(common, alias, type, core, scope);
          return;
        }
        CommonTableBinder.Bindings bound = commonTables.bind(common, scope.parent);
        addSelect(
            bound.select(),
            alias,
            bound.names(),
            common,
            type,
            core,
            scope,
            mayFlatten,
            first,
            keepsInnerOrder);
        return;
      }
    }
    QualifiedName place = placeOf(name);
    Table table = state.context.findTable(place.schema(), place.name());
    if (table == null) {
      Pragma pragma = pragma(name);
      if (pragma == null) {
        if (JsonTable.Kind.find(name.name()) != null) {
          throw BindState.error(name.name() + " without arguments is not supported yet");
        }
        throw BindState.error("no such table: " + place);
      }
      addPragma(pragma, List.of(), alias, type, core, scope);
      return;
    }
    if (table.kind() == Table.Kind.VIEW) {
      bindView(table, alias, type, core, scope, mayFlatten, first, keepsInnerOrder);
      return;
    }
    if (table.kind() == Table.Kind.VIRTUAL) {
      throw BindState.error("no such module: " + moduleName(table));
    }
    requireIndex(item, table);
    TableSource source = new TableSource(state.newSourceId(), table, alias, item.hint(), null);
    core.terms.add(new JoinTerm(source, type, new ArrayList<>(0)));
    scope.add(FromEntry.ofTable(alias, source, false, state));
  }

  /** In a view, a table's name alone means one in the view's own database; not so in temp views. */
  private QualifiedName placeOf(QualifiedName name) {
    if (name.schema() != null || openViews.isEmpty()) {
      return name;
    }
    String schema = openViews.get(openViews.size() - 1).schemaName();
    return schema.equals("temp") ? name : new QualifiedName(schema, name.name());
  }

  private static void requireIndex(FromItem.Table item, Table table) {
    if (item.hint() == null || item.hint().indexName() == null) {
      return;
    }
    for (dev.walnut.sql.catalog.Index index : table.indexes()) {
      if (index.name().equalsIgnoreCase(item.hint().indexName())) {
        return;
      }
    }
    throw BindState.error("no such index: " + item.hint().indexName());
  }

  private static String moduleName(Table table) {
    String sql = table.sql() == null ? "" : table.sql();
    int using = sql.toLowerCase(Locale.ROOT).indexOf(" using ");
    if (using < 0) {
      return table.name();
    }
    int start = using + 7;
    int end = start;
    while (end < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
      end++;
    }
    return sql.substring(start, end);
  }

  private void bindRecursion(
      CommonTables.Entry common, String alias, JoinType type, BoundCore core, Scope scope) {
    if (common.recursiveUses++ > 0) {
      throw BindState.error("multiple references to recursive table: " + common.definition.name());
    }
    RecursionSource source = common.recursion;
    core.terms.add(new JoinTerm(source, type, new ArrayList<>(0)));
    List<Bound> columns = new ArrayList<>();
    for (int i = 0; i < source.columnCount(); i++) {
      columns.add(new Bound.ColumnRef(source, i));
    }
    scope.add(
        FromEntry.ofColumns(alias, null, common.recursionNames, columns, null, columns.size()));
  }

  private void bindView(
      Table view,
      String alias,
      JoinType type,
      BoundCore core,
      Scope scope,
      boolean mayFlatten,
      boolean first,
      boolean keepsInnerOrder) {
    if (openViews.contains(view)) {
      throw BindState.error("view " + view.name() + " is circularly defined");
    }
    openViews.add(view);
    BoundSelect select = state.selects.bind(view.viewBody(), null, null, false);
    openViews.remove(openViews.size() - 1);
    List<String> names = view.viewColumnNames().isEmpty() ? null : view.viewColumnNames();
    if (names != null && names.size() != select.columnCount()) {
      throw BindState.error(
          "expected "
              + names.size()
              + " columns for '"
              + view.name()
              + "' but got "
              + select.columnCount());
    }
    addSelect(select, alias, names, null, type, core, scope, mayFlatten, first, keepsInnerOrder);
    scope.entries.set(
        scope.entries.size() - 1, scope.entries.get(scope.entries.size() - 1).withTable(view));
  }

  private void addSelect(
      BoundSelect select,
      String alias,
      List<String> givenNames,
      CommonTables.Entry common,
      JoinType type,
      BoundCore core,
      Scope scope,
      boolean mayFlatten,
      boolean first,
      boolean keepsInnerOrder) {
    List<String> names = givenNames;
    if (names == null) {
      names = new ArrayList<>(select.columnCount());
      for (dev.walnut.sql.api.ColumnInfo info : select.columns()) {
        names.add(info.name());
      }
    }
    scope.free.addAll(select.free);
    boolean materialized =
        common != null && common.definition.materialization() == With.Materialization.MATERIALIZED;
    if (mayFlatten && !materialized && isFlat(select, first, keepsInnerOrder)) {
      BoundCore inner = select.cores.get(0);
      for (int i = 0; i < inner.terms.size(); i++) {
        JoinTerm term = inner.terms.get(i);
        core.terms.add(new JoinTerm(term.source(), i == 0 ? type : term.type(), term.on()));
      }
      core.where.addAll(inner.where);
      List<Bound> columns = new ArrayList<>(inner.results.size());
      for (Bound result : inner.results) {
        columns.add(withImplicitCollation(result));
      }
      scope.add(FromEntry.ofColumns(alias, null, names, columns, null, columns.size()));
      if (common != null) {
        // Its sources are part of this query now: the next reference binds it anew.
        common.select = null;
      }
      return;
    }
    SubquerySource source =
        new SubquerySource(state.newSourceId(), select, alias, materialized, state.binary);
    core.terms.add(new JoinTerm(source, type, new ArrayList<>(0)));
    List<Bound> columns = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Bound.ColumnRef(source, i));
    }
    scope.add(FromEntry.ofColumns(alias, null, names, columns, null, columns.size()));
  }

  private Bound withImplicitCollation(Bound result) {
    if (result instanceof Bound.ColumnRef && result.collation() != null) {
      return result;
    }
    Collation collation = result.collation();
    return new Bound.Collate(result, collation == null ? state.binary : collation, true);
  }

  private static boolean isFlat(BoundSelect select, boolean first, boolean keepsInnerOrder) {
    if (select.isCompound()
        || select.limit != null
        || select.recursion != null
        || select.uses() > 0
        || (!select.orderBy.isEmpty() && keepsInnerOrder)) {
      return false;
    }
    BoundCore core = select.cores.get(0);
    if (core.values != null || core.distinct || core.isAggregate() || core.terms.isEmpty()) {
      return false;
    }
    for (JoinTerm term : core.terms) {
      if (term.type() == JoinType.RIGHT
          || term.type() == JoinType.FULL
          || (term.type() == JoinType.LEFT && !first)) {
        return false;
      }
    }
    return true;
  }

  private void bindFunction(
      FromItem.TableFunction item, JoinType type, BoundCore core, Scope scope) {
    String alias = item.alias() == null ? item.name().name() : item.alias();
    JsonTable.Kind json = JsonTable.Kind.find(item.name().name());
    if (json != null) {
      List<Bound> arguments = bindArguments(json.functionName(), item.arguments(), scope);
      JsonSource source = new JsonSource(state.newSourceId(), json, arguments, state.binary);
      addCall(source, true, alias, type, core, scope);
      return;
    }
    Pragma pragma = pragma(item.name());
    if (pragma == null) {
      Table table = state.context.findTable(item.name().schema(), item.name().name());
      throw BindState.error(
          table == null
              ? "no such table: " + item.name()
              : "'" + item.name().name() + "' is not a function");
    }
    addPragma(pragma, item.arguments(), alias, type, core, scope);
  }

  private Pragma pragma(QualifiedName name) {
    String lower = name.name().toLowerCase(Locale.ROOT);
    if (!lower.startsWith("pragma_")) {
      return null;
    }
    Pragma pragma = state.context.pragmas().find(lower.substring(7));
    return pragma != null && pragma.isTableValued() ? pragma : null;
  }

  private void addPragma(
      Pragma pragma,
      List<Expr> arguments,
      String alias,
      JoinType type,
      BoundCore core,
      Scope scope) {
    List<Bound> bound = bindArguments("pragma_" + pragma.name(), arguments, scope);
    List<String> names = new ArrayList<>(pragma.columns(!arguments.isEmpty()));
    if (names.isEmpty()) {
      names.addAll(pragma.columns(true));
    }
    names.add("arg");
    names.add("schema");
    addCall(
        new PragmaSource(state.newSourceId(), pragma, names, bound, state.binary),
        false,
        alias,
        type,
        core,
        scope);
  }

  private List<Bound> bindArguments(String function, List<Expr> arguments, Scope scope) {
    if (arguments.size() > CallSource.MAX_ARGUMENTS) {
      throw BindState.error("too many arguments on " + function + "() - max 2");
    }
    List<Bound> bound = new ArrayList<>(arguments.size());
    Scope.Clause clause = scope.clause;
    scope.clause = Scope.Clause.WHERE;
    for (Expr argument : arguments) {
      bound.add(state.expressions.bindScalar(argument, scope));
    }
    scope.clause = clause;
    return bound;
  }

  private static void addCall(
      CallSource source,
      boolean hasRowid,
      String alias,
      JoinType type,
      BoundCore core,
      Scope scope) {
    core.terms.add(new JoinTerm(source, type, new ArrayList<>(0)));
    List<String> names = source.columnNames();
    List<Bound> columns = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Bound.ColumnRef(source, i));
    }
    Bound rowid = hasRowid ? new Bound.ColumnRef(source, RowSource.ROWID) : null;
    scope.add(
        FromEntry.ofColumns(
            alias, null, names, columns, rowid, names.size() - CallSource.MAX_ARGUMENTS));
  }

  /** A join in parentheses: merged into this FROM where that means the same, else a unit. */
  private void bindGroup(
      FromItem.Group group,
      JoinType type,
      BoundCore core,
      Scope scope,
      boolean mayFlatten,
      boolean first,
      List<Condition> conditions) {
    boolean outerInside = false;
    for (FromTerm term : group.terms()) {
      outerInside |=
          term.join() == JoinType.LEFT
              || term.join() == JoinType.RIGHT
              || term.join() == JoinType.FULL;
    }
    boolean rightInside = hasRightJoin(group.terms(), 0);
    boolean usingInside = false;
    for (FromTerm term : group.terms()) {
      usingInside |= term.natural() || !term.using().isEmpty();
    }
    if (group.alias() == null
        && !usingInside
        && mayFlatten
        && !rightInside
        && (first || !outerInside)) {
      int firstTerm = core.terms.size();
      bindTerms(withoutLeadingGroup(group.terms()), core, scope, true, conditions, first);
      JoinTerm head = core.terms.get(firstTerm);
      core.terms.set(firstTerm, new JoinTerm(head.source(), type, head.on()));
      return;
    }
    new GroupBinder(state, this).bind(group, type, core, scope);
  }
}
