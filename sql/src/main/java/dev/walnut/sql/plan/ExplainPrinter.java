// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundCore;
import dev.walnut.sql.bind.BoundOrder;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.CallSource;
import dev.walnut.sql.bind.JoinTerm;
import dev.walnut.sql.bind.RecursionSource;
import dev.walnut.sql.bind.Source;
import dev.walnut.sql.bind.SubquerySource;
import dev.walnut.sql.bind.TableSource;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import dev.walnut.sql.syntax.Select.CompoundOperator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Describes the plan of a SELECT as EXPLAIN QUERY PLAN shows it: SQLite's tree and SQLite's words
 * where the plan is one that SQLite has.
 */
public final class ExplainPrinter {
  private final SelectPlanner planner;
  private final List<ExplainRow> rows = new ArrayList<>();
  private final Set<BoundSelect> materialized = Collections.newSetFromMap(new IdentityHashMap<>());
  private int nextId = 1;
  private int subqueryCount;

  public ExplainPrinter(SelectPlanner planner) {
    this.planner = planner;
  }

  public List<ExplainRow> rows() {
    return rows;
  }

  private int add(int parent, String detail) {
    int id = nextId++;
    rows.add(new ExplainRow(id, parent, 0, detail));
    return id;
  }

  /** Adds the description of a SELECT below a node. */
  public void print(BoundSelect select, int parent) {
    if (select.recursion != null) {
      int setup = add(parent, "SETUP");
      for (int i = 0; i < select.firstRecursiveCore; i++) {
        core(select.cores.get(i), select, setup);
      }
      int step = add(parent, "RECURSIVE STEP");
      for (int i = select.firstRecursiveCore; i < select.cores.size(); i++) {
        core(select.cores.get(i), select, step);
      }
      return;
    }
    if (!select.isCompound()) {
      core(select.cores.get(0), select, parent);
      return;
    }
    compound(select, select.cores.size(), parent);
    if (!select.orderBy.isEmpty()) {
      add(parent, "USE TEMP B-TREE FOR ORDER BY");
    }
  }

  private void compound(BoundSelect select, int count, int parent) {
    int top = add(parent, "COMPOUND QUERY");
    int first = add(top, "LEFT-MOST SUBQUERY");
    core(select.cores.get(0), select, first);
    for (int i = 1; i < count; i++) {
      CompoundOperator operator = select.operators.get(i - 1);
      String name = operator.name().replace('_', ' ');
      int part =
          add(top, operator == CompoundOperator.UNION_ALL ? name : name + " USING TEMP B-TREE");
      core(select.cores.get(i), select, part);
    }
  }

  private void core(BoundCore core, BoundSelect select, int parent) {
    if (core.values != null) {
      int count = core.values.size();
      add(parent, count == 1 ? "SCAN CONSTANT ROW" : "SCAN " + count + "-ROW VALUES CLAUSE");
      return;
    }
    CorePlan plan = planner.plan(core, select);
    for (LoopPlan loop : plan.loops()) {
      if (loop.source() instanceof SubquerySource) {
        subquerySource((SubquerySource) loop.source(), loop.path(), parent);
      }
    }
    if (plan.loops().isEmpty()) {
      add(parent, "SCAN CONSTANT ROW");
    }
    for (LoopPlan loop : plan.loops()) {
      loop(loop, core, parent);
    }
    nested(core, select, parent);
    if (core.keys != null && !plan.ordered()) {
      add(parent, "USE TEMP B-TREE FOR GROUP BY");
    }
    if (core.distinct) {
      add(parent, "USE TEMP B-TREE FOR DISTINCT");
    }
    if (!select.isCompound()
        && !select.orderBy.isEmpty()
        && select.recursion == null
        && (core.isAggregate()
            ? core.keys != null && !isKeyOrder(core, select)
            : !plan.ordered())) {
      add(parent, "USE TEMP B-TREE FOR ORDER BY");
    }
  }

  private static boolean isKeyOrder(BoundCore core, BoundSelect select) {
    if (select.orderBy.size() > core.groupBy.size()) {
      return false;
    }
    for (int i = 0; i < select.orderBy.size(); i++) {
      BoundOrder order = select.orderBy.get(i);
      Bound key = new Bound.ColumnRef(core.keys, i);
      if (order.descending()
          || !(order.expr().equals(key) || order.expr().equals(core.groupBy.get(i)))) {
        return false;
      }
    }
    return true;
  }

  private void subquerySource(SubquerySource source, AccessPath path, int parent) {
    String name = source.name() == null ? "(subquery-" + source.id() + ")" : source.name();
    if (path instanceof AccessPath.SubqueryStream) {
      print(source.select(), add(parent, "CO-ROUTINE " + name));
    } else if (materialized.add(source.select())) {
      print(source.select(), add(parent, "MATERIALIZE " + name));
    }
  }

  private void loop(LoopPlan loop, BoundCore core, int parent) {
    String name = name(loop.source());
    String suffix = loop.type() == JoinType.LEFT ? " LEFT-JOIN" : "";
    AccessPath path = loop.path();
    if (path instanceof AccessPath.OrUnion) {
      int or = add(parent, "MULTI-INDEX OR" + suffix);
      List<AccessPath> branches = ((AccessPath.OrUnion) path).branches();
      for (int i = 0; i < branches.size(); i++) {
        int branch = add(or, "INDEX " + (i + 1));
        add(branch, access(loop.source(), branches.get(i), name));
      }
      return;
    }
    if (isExtreme(core) && isWholeScan(path)) {
      add(parent, access(loop.source(), path, name).replaceFirst("SCAN", "SEARCH"));
      return;
    }
    add(parent, access(loop.source(), path, name) + suffix);
    if (loop.type() == JoinType.RIGHT || loop.type() == JoinType.FULL) {
      add(add(parent, "RIGHT-JOIN " + name), "SCAN " + name);
    }
  }

  private static boolean isExtreme(BoundCore core) {
    return core.keys == null
        && core.calls.size() == 1
        && core.calls.get(0).function().extreme() != 0
        && core.calls.get(0).arguments().size() == 1;
  }

  private static boolean isWholeScan(AccessPath path) {
    return path instanceof AccessPath.TableScan
        || (path instanceof AccessPath.IndexSearch
            && ((AccessPath.IndexSearch) path).equal().isEmpty());
  }

  private static String name(Source source) {
    if (source instanceof TableSource) {
      return ((TableSource) source).name();
    }
    if (source instanceof SubquerySource) {
      String name = ((SubquerySource) source).name();
      return name == null ? "(subquery-" + source.id() + ")" : name;
    }
    if (source instanceof CallSource) {
      return ((CallSource) source).name();
    }
    return ((RecursionSource) source).name();
  }

  private static String access(Source source, AccessPath path, String name) {
    if (path instanceof AccessPath.RowidEqual || path instanceof AccessPath.RowidIn) {
      return "SEARCH " + name + " USING INTEGER PRIMARY KEY (rowid=?)";
    }
    if (path instanceof AccessPath.RowidRange) {
      AccessPath.RowidRange range = (AccessPath.RowidRange) path;
      String terms = terms(List.of(), "rowid", range.lower() != null, range.upper() != null);
      return "SEARCH " + name + " USING INTEGER PRIMARY KEY (" + terms + ")";
    }
    if (path instanceof AccessPath.IndexSearch) {
      return index((TableSource) source, (AccessPath.IndexSearch) path, name);
    }
    if (path instanceof AccessPath.HashProbe) {
      StringBuilder keys = new StringBuilder();
      for (Bound inner : ((AccessPath.HashProbe) path).inner()) {
        keys.append(keys.length() == 0 ? "" : " AND ").append(columnName(inner)).append("=?");
      }
      return "SEARCH " + name + " USING HASH TABLE (" + keys + ")";
    }
    if (path instanceof AccessPath.PragmaRows) {
      return "SCAN " + name + " VIRTUAL TABLE INDEX 0:";
    }
    return "SCAN " + name;
  }

  private static String columnName(Bound e) {
    if (e instanceof Bound.ColumnRef) {
      Bound.ColumnRef column = (Bound.ColumnRef) e;
      if (column.source().table() != null) {
        return column.column() < 0
            ? "rowid"
            : column.source().table().columns().get(column.column()).name();
      }
      if (column.source() instanceof SubquerySource) {
        return ((SubquerySource) column.source()).select().columns().get(column.column()).name();
      }
    }
    return "<expr>";
  }

  private static String index(TableSource source, AccessPath.IndexSearch search, String name) {
    Table table = source.table();
    Index index = search.index();
    boolean own = table.isOwnTree(index);
    boolean ranged = search.lower() != null || search.upper() != null;
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < search.equal().size(); i++) {
      equal.add(partName(table, index, i));
    }
    boolean isSearch = ranged || !equal.isEmpty();
    StringBuilder text = new StringBuilder(isSearch ? "SEARCH " : "SCAN ").append(name);
    if (own) {
      text.append(isSearch ? " USING PRIMARY KEY" : "");
    } else {
      text.append(search.covering() ? " USING COVERING INDEX " : " USING INDEX ");
      text.append(index.name());
    }
    if (isSearch) {
      String next = ranged ? partName(table, index, equal.size()) : null;
      text.append(" (")
          .append(terms(equal, next, search.lower() != null, search.upper() != null))
          .append(')');
    }
    return text.toString();
  }

  private static String partName(Table table, Index index, int part) {
    Index.Part p = index.parts().get(part);
    if (p.isExpression()) {
      return "<expr>";
    }
    return p.columnIndex() < 0 ? "rowid" : table.columns().get(p.columnIndex()).name();
  }

  private static String terms(List<String> equal, String ranged, boolean lower, boolean upper) {
    List<String> terms = new ArrayList<>();
    for (String column : equal) {
      terms.add(column + "=?");
    }
    if (lower) {
      terms.add(ranged + ">?");
    }
    if (upper) {
      terms.add(ranged + "<?");
    }
    return String.join(" AND ", terms);
  }

  // ---- subqueries in expressions

  private void nested(BoundCore core, BoundSelect select, int parent) {
    Set<BoundSelect> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    core.where.forEach(e -> nested(e, parent, seen));
    for (JoinTerm term : core.terms) {
      term.on().forEach(e -> nested(e, parent, seen));
    }
    core.results.forEach(e -> nested(e, parent, seen));
    core.groupBy.forEach(e -> nested(e, parent, seen));
    core.calls.forEach(call -> call.arguments().forEach(e -> nested(e, parent, seen)));
    if (core.having != null) {
      nested(core.having, parent, seen);
    }
    if (!select.isCompound()) {
      select.orderBy.forEach(o -> nested(o.expr(), parent, seen));
    }
  }

  private void nested(Bound expression, int parent, Set<BoundSelect> seen) {
    expression.walk(
        e -> {
          if (e.nested() != null && seen.add(e.nested())) {
            String kind = e.kind() == Bound.Kind.IN_SELECT ? "LIST" : "SCALAR";
            String prefix = e.nested().isCorrelated() ? "CORRELATED " : "";
            int id = add(parent, prefix + kind + " SUBQUERY " + ++subqueryCount);
            print(e.nested(), id);
          }
        });
  }
}
