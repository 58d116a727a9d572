// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.bind.BoundCore;
import dev.walnut.sql.bind.BoundOrder;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.plan.CorePlan;
import dev.walnut.sql.plan.LoopPlan;
import dev.walnut.sql.plan.SelectPlanner;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import dev.walnut.sql.syntax.Select.CompoundOperator;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Makes SELECTs executable: plans each part and puts the operators together. */
final class SelectFactory {
  private final StatementResources resources;
  private final SelectPlanner planner;
  private final EvaluatorFactory evaluators;
  private final AccessFactory accesses;
  private final AggregateFactory aggregates;
  private final Collation binary;
  private final Map<BoundSelect, Materialized> shared = new IdentityHashMap<>(0);

  SelectFactory(StatementResources resources, SelectPlanner planner, boolean repeatsSubqueries) {
    this.resources = resources;
    this.planner = planner;
    this.binary = planner.state().binary();
    this.evaluators = new EvaluatorFactory(resources, this, repeatsSubqueries);
    RecordLayouts layouts =
        new RecordLayouts(
            resources, new ColumnDefaults(resources.context(), planner.state())::valueOf);
    this.accesses = new AccessFactory(resources, this, evaluators, layouts, planner.usage());
    this.aggregates = new AggregateFactory(resources, evaluators, accesses, planner);
  }

  EvaluatorFactory evaluators() {
    return evaluators;
  }

  /** The rows of a subquery, kept; shared by all that read it if it is not correlated. */
  Materialized materialized(BoundSelect select, RowEnvironment env) {
    Materialized existing = shared.get(select);
    if (existing != null) {
      return existing;
    }
    Rows rows = make(select, env);
    Evaluator[] columns = new Evaluator[select.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new SourceColumn(rows, i);
    }
    Materialized result =
        new Materialized(
            buffer -> {
              rows.open();
              while (rows.next()) {
                buffer.add(columns);
              }
            },
            select.isCorrelated(),
            resources);
    if (!select.isCorrelated()) {
      shared.put(select, result);
    }
    return result;
  }

  Rows make(BoundSelect select, RowEnvironment env) {
    LimitValue limit =
        select.limit == null ? null : new LimitValue(evaluators.make(select.limit, env));
    LimitValue offset =
        select.offset == null ? null : new LimitValue(evaluators.make(select.offset, env));
    Rows rows;
    if (select.recursion != null) {
      rows = recursive(select, env);
    } else if (select.isCompound()) {
      rows = compound(select, 0, select.cores.size(), env);
      if (!select.orderBy.isEmpty()) {
        rows = sortCompound(select, rows, limit, offset);
      }
    } else {
      rows = single(select, env, limit, offset);
    }
    return limit == null ? rows : new LimitRows(rows, limit, offset);
  }

  private Collation[] collations(BoundSelect select) {
    Collation[] collations = new Collation[select.columnCount()];
    for (int i = 0; i < collations.length; i++) {
      Collation collation = select.collation(i);
      collations[i] = collation == null ? binary : collation;
    }
    return collations;
  }

  // ---- compounds

  private Rows compound(BoundSelect select, int from, int to, RowEnvironment env) {
    Rows rows = core(select.cores.get(from), select, env);
    int i = from + 1;
    while (i < to) {
      if (select.operators.get(i - 1) == CompoundOperator.UNION_ALL) {
        List<Rows> parts = new ArrayList<>();
        parts.add(rows);
        while (i < to && select.operators.get(i - 1) == CompoundOperator.UNION_ALL) {
          parts.add(core(select.cores.get(i++), select, env));
        }
        rows = new ConcatRows(parts.toArray(new Rows[0]));
      } else {
        Rows right = core(select.cores.get(i), select, env);
        rows = new SetRows(rows, right, select.operators.get(i - 1), collations(select));
        i++;
      }
    }
    return rows;
  }

  private Rows sortCompound(BoundSelect select, Rows rows, LimitValue limit, LimitValue offset) {
    int count = select.columnCount();
    Evaluator[] outputs = new Evaluator[count];
    for (int i = 0; i < count; i++) {
      outputs[i] = new SourceColumn(rows, i);
    }
    List<Evaluator> keys = new ArrayList<>();
    List<SortKey> sortKeys = new ArrayList<>();
    for (BoundOrder order : select.orderBy) {
      keys.add(outputs[order.resultIndex()]);
      sortKeys.add(new SortKey(order.descending(), order.nullsFirst(), order.collation()));
    }
    return new SortRows(
        rows,
        keys.toArray(new Evaluator[0]),
        sortKeys.toArray(new SortKey[0]),
        outputs,
        limit,
        offset);
  }

  private Rows recursive(BoundSelect select, RowEnvironment env) {
    int split = select.firstRecursiveCore;
    Rows initial = compound(select, 0, split, env);
    CellRow current = new CellRow(select.columnCount());
    Rows[] parts = new Rows[select.cores.size() - split];
    boolean distinct = false;
    for (int i = 0; i < parts.length; i++) {
      RowEnvironment own = env.copy();
      own.set(select.recursion, current);
      parts[i] = core(select.cores.get(split + i), select, own);
      distinct |= select.operators.get(split + i - 1) == CompoundOperator.UNION;
    }
    SortKey[] sortKeys = new SortKey[select.orderBy.size()];
    int[] sortColumns = new int[sortKeys.length];
    for (int i = 0; i < sortKeys.length; i++) {
      BoundOrder order = select.orderBy.get(i);
      sortKeys[i] = new SortKey(order.descending(), order.nullsFirst(), order.collation());
      sortColumns[i] = order.resultIndex();
    }
    return new RecursiveRows(
        initial, parts, current, distinct, collations(select), sortKeys, sortColumns);
  }

  /** One part of a compound. */
  private Rows core(BoundCore core, BoundSelect select, RowEnvironment env) {
    RowEnvironment own = env.copy();
    if (core.values != null) {
      return values(core, own);
    }
    CorePlan plan = planner.plan(core, select);
    Body body = body(plan, select, own);
    Rows rows = new ProjectRows(body.rows, evaluators.all(core.results, body.env));
    return core.distinct ? distinct(rows, core) : rows;
  }

  private Rows values(BoundCore core, RowEnvironment env) {
    Evaluator[][] rows = new Evaluator[core.values.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = evaluators.all(core.values.get(i), env);
    }
    return new ValuesRows(rows);
  }

  private Rows distinct(Rows rows, BoundCore core) {
    Collation[] collations = new Collation[core.results.size()];
    for (int i = 0; i < collations.length; i++) {
      Collation collation = core.results.get(i).collation();
      collations[i] = collation == null ? binary : collation;
    }
    return new DistinctRows(rows, collations);
  }

  // ---- a single SELECT

  /** The rows before result columns are computed, and the environment to compute them in. */
  record Body(Rows rows, RowEnvironment env, boolean sorted) {}

  private Rows single(
      BoundSelect select, RowEnvironment outer, LimitValue limit, LimitValue offset) {
    BoundCore core = select.cores.get(0);
    RowEnvironment env = outer.copy();
    if (core.values != null) {
      Rows rows = values(core, env);
      return select.orderBy.isEmpty() ? rows : sortCompound(select, rows, limit, offset);
    }
    CorePlan plan = planner.plan(core, select);
    Body body = body(plan, select, env);
    Evaluator[] outputs = evaluators.all(core.results, body.env);
    Rows rows = new ProjectRows(body.rows, outputs);
    if (core.distinct) {
      rows = distinct(rows, core);
    }
    if (select.orderBy.isEmpty() || body.sorted) {
      return rows;
    }
    Evaluator[] keys = new Evaluator[select.orderBy.size()];
    SortKey[] sortKeys = new SortKey[keys.length];
    for (int i = 0; i < keys.length; i++) {
      BoundOrder order = select.orderBy.get(i);
      keys[i] =
          order.resultIndex() >= 0
              ? outputs[order.resultIndex()]
              : evaluators.make(order.expr(), body.env);
      sortKeys[i] = new SortKey(order.descending(), order.nullsFirst(), order.collation());
    }
    return new SortRows(rows, keys, sortKeys, outputs, limit, offset);
  }

  private Body body(CorePlan plan, BoundSelect select, RowEnvironment env) {
    Body count = aggregates.countOnly(plan, select, env);
    if (count != null) {
      return count;
    }
    Rows joined = join(plan, env);
    if (!plan.core().isAggregate()) {
      return new Body(joined, env, plan.ordered());
    }
    return aggregates.make(plan, select, joined, env);
  }

  private Rows join(CorePlan plan, RowEnvironment env) {
    int count = plan.loops().size();
    JoinLevel[] levels = new JoinLevel[count];
    Access[] unmatched = new Access[count];
    for (int i = 0; i < count; i++) {
      LoopPlan loop = plan.loops().get(i);
      Access access = accesses.make(loop, plan.hasRightJoin(), env);
      boolean keepsRight = loop.type() == JoinType.RIGHT || loop.type() == JoinType.FULL;
      boolean keepsLeft = loop.type() == JoinType.LEFT || loop.type() == JoinType.FULL;
      BufferRow rightRow = null;
      if (keepsRight) {
        rightRow = (BufferRow) env.row(loop.source());
        unmatched[i] = new BufferScanAccess(accesses.keptRows(access), rightRow);
      }
      levels[i] =
          new JoinLevel(
              access,
              evaluators.conditions(loop.on(), env),
              evaluators.conditions(loop.filters(), env),
              keepsLeft,
              rightRow,
              resources);
    }
    return new JoinRows(levels, unmatched, evaluators.conditions(plan.constantFilters(), env));
  }
}
