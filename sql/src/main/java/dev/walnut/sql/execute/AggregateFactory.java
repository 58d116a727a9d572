// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.bind.AggregateCall;
import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundCore;
import dev.walnut.sql.bind.BoundOrder;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.Bounds;
import dev.walnut.sql.bind.JoinTerm;
import dev.walnut.sql.bind.Source;
import dev.walnut.sql.plan.AccessPath;
import dev.walnut.sql.plan.CorePlan;
import dev.walnut.sql.plan.LoopPlan;
import dev.walnut.sql.plan.SelectPlanner;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Puts together the grouping of an aggregate query. */
final class AggregateFactory {
  private final StatementResources resources;
  private final EvaluatorFactory evaluators;
  private final AccessFactory accesses;
  private final SelectPlanner planner;

  AggregateFactory(
      StatementResources resources,
      EvaluatorFactory evaluators,
      AccessFactory accesses,
      SelectPlanner planner) {
    this.resources = resources;
    this.evaluators = evaluators;
    this.accesses = accesses;
    this.planner = planner;
  }

  SelectFactory.Body make(CorePlan plan, BoundSelect select, Rows joined, RowEnvironment env) {
    BoundCore core = plan.core();
    RowEnvironment groupEnv = env.copy();
    CellRow keys = null;
    if (core.keys != null) {
      keys = new CellRow(core.groupBy.size());
      groupEnv.set(core.keys, keys);
    }
    CellRow results = new CellRow(core.calls.size());
    if (core.aggregates != null) {
      groupEnv.set(core.aggregates, results);
    }
    List<Bound.ColumnRef> bare = bareColumns(core, select);
    Evaluator[] bareColumns = new Evaluator[bare.size()];
    for (int i = 0; i < bareColumns.length; i++) {
      bareColumns[i] = evaluators.make(bare.get(i), env);
    }
    SavedRow[] bareRows = bareRows(core, bare, groupEnv);
    Evaluator[] keyEvaluators = evaluators.all(core.groupBy, env);
    Collation[] collations = new Collation[keyEvaluators.length];
    for (int i = 0; i < collations.length; i++) {
      Collation collation = core.groupBy.get(i).collation();
      collations[i] = collation == null ? planner.state().binary() : collation;
    }
    AggregateSlot[] slots = new AggregateSlot[core.calls.size()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = slot(core.calls.get(i), env);
    }
    boolean isExtreme =
        core.keys == null
            && slots.length == 1
            && core.calls.get(0).function().extreme() != 0
            && core.calls.get(0).arguments().get(0).kind() == Bound.Kind.COLUMN
            && core.calls.get(0).filter() == null
            && core.calls.get(0).orderBy().isEmpty()
            && plan.ordered();
    Evaluator having = core.having == null ? null : evaluators.condition(core.having, groupEnv);
    boolean neighbours = core.keys != null && plan.ordered();
    Rows rows =
        new AggregateRows(
            joined,
            keyEvaluators,
            collations,
            neighbours,
            isExtreme,
            slots,
            bareColumns,
            bareRows,
            keys,
            results,
            having);
    boolean sorted = core.keys == null || (!neighbours && isGroupOrder(core, select, collations));
    return new SelectFactory.Body(rows, groupEnv, sorted);
  }

  /** Whether ORDER BY asks for the order in which sorted groups come anyway. */
  private static boolean isGroupOrder(BoundCore core, BoundSelect select, Collation[] collations) {
    if (select.isCompound() || select.orderBy.size() > core.groupBy.size()) {
      return false;
    }
    for (int i = 0; i < select.orderBy.size(); i++) {
      BoundOrder order = select.orderBy.get(i);
      boolean isKey =
          order.expr().equals(core.groupBy.get(i))
              || order.expr().equals(new Bound.ColumnRef(core.keys, i));
      if (!isKey
          || order.descending()
          || !order.nullsFirst()
          || order.collation() != collations[i]) {
        return false;
      }
    }
    return true;
  }

  private AggregateSlot slot(AggregateCall call, RowEnvironment env) {
    Evaluator[] orderKeys = new Evaluator[call.orderBy().size()];
    SortKey[] sortKeys = new SortKey[orderKeys.length];
    for (int i = 0; i < orderKeys.length; i++) {
      BoundOrder order = call.orderBy().get(i);
      orderKeys[i] = evaluators.make(order.expr(), env);
      sortKeys[i] = new SortKey(order.descending(), order.nullsFirst(), order.collation());
    }
    return new AggregateSlot(
        call.function(),
        CollatedContext.of(resources.context().functionContext(), call.collation()),
        evaluators.arguments(call.function(), call.arguments(), env),
        call.filter() == null ? null : evaluators.condition(call.filter(), env),
        call.distinct(),
        call.collation(),
        orderKeys,
        sortKeys);
  }

  /** Columns of the joined sources that are read per group. */
  private static List<Bound.ColumnRef> bareColumns(BoundCore core, BoundSelect select) {
    Set<Bound.ColumnRef> found = new LinkedHashSet<>();
    java.util.function.Consumer<Bound> collect =
        e -> {
          if (e.kind() == Bound.Kind.COLUMN && isJoined(core, ((Bound.ColumnRef) e).source())) {
            found.add((Bound.ColumnRef) e);
          }
        };
    for (Bound result : core.results) {
      Bounds.walkDeep(result, collect);
    }
    if (core.having != null) {
      Bounds.walkDeep(core.having, collect);
    }
    if (!select.isCompound()) {
      for (BoundOrder order : select.orderBy) {
        Bounds.walkDeep(order.expr(), collect);
      }
    }
    return new ArrayList<>(found);
  }

  private static boolean isJoined(BoundCore core, Source source) {
    for (JoinTerm term : core.terms) {
      if (term.source() == source) {
        return true;
      }
    }
    return false;
  }

  private static SavedRow[] bareRows(
      BoundCore core, List<Bound.ColumnRef> bare, RowEnvironment groupEnv) {
    List<SavedRow> rows = new ArrayList<>();
    for (JoinTerm term : core.terms) {
      int[] fields = null;
      int rowidField = -1;
      for (int i = 0; i < bare.size(); i++) {
        Bound.ColumnRef column = bare.get(i);
        if (column.source() != term.source()) {
          continue;
        }
        if (fields == null) {
          fields = new int[term.source().columnCount()];
          java.util.Arrays.fill(fields, -1);
        }
        if (column.column() < 0) {
          rowidField = i;
        } else {
          fields[column.column()] = i;
        }
      }
      if (fields != null) {
        SavedRow row = new SavedRow(fields, rowidField);
        groupEnv.set(term.source(), row);
        rows.add(row);
      }
    }
    return rows.toArray(new SavedRow[0]);
  }

  /** {@code SELECT count(*) FROM table}: the number of entries of a b-tree; null if it is not. */
  SelectFactory.Body countOnly(CorePlan plan, BoundSelect select, RowEnvironment env) {
    BoundCore core = plan.core();
    if (core.aggregates == null
        || core.keys != null
        || core.having != null
        || plan.loops().size() != 1
        || !plan.constantFilters().isEmpty()) {
      return null;
    }
    LoopPlan loop = plan.loops().get(0);
    if (!loop.filters().isEmpty() || loop.source().table() == null) {
      return null;
    }
    for (AggregateCall call : core.calls) {
      if (!call.function().name().equals("count")
          || !call.arguments().isEmpty()
          || call.filter() != null) {
        return null;
      }
    }
    StoredRow row;
    if (loop.path() instanceof AccessPath.TableScan) {
      row = accesses.layouts().tableRow(loop.source().table());
    } else if (loop.path() instanceof AccessPath.IndexSearch) {
      AccessPath.IndexSearch search = (AccessPath.IndexSearch) loop.path();
      if (!search.equal().isEmpty()
          || search.lower() != null
          || search.upper() != null
          || search.index().isPartial()) {
        return null;
      }
      boolean own = loop.source().table().isOwnTree(search.index());
      row =
          own
              ? accesses.layouts().tableRow(loop.source().table())
              : accesses.layouts().indexRow(loop.source().table(), search.index());
    } else {
      return null;
    }
    if (!bareColumns(core, select).isEmpty()) {
      return null;
    }
    CellRow results = new CellRow(core.calls.size());
    RowEnvironment groupEnv = env.copy();
    groupEnv.set(core.aggregates, results);
    return new SelectFactory.Body(new CountRows(row, results), groupEnv, true);
  }
}
