// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.AggregateCall;
import dev.walnut.sql.bind.BindState;
import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundCore;
import dev.walnut.sql.bind.BoundOrder;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.CallSource;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.JoinTerm;
import dev.walnut.sql.bind.Source;
import dev.walnut.sql.bind.SubquerySource;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/** Plans the parts of SELECTs of one statement. */
public final class SelectPlanner {
  /** Added to table sizes: a small table may have grown when a prepared statement runs again. */
  private static final double ROW_MARGIN = 200;

  private final BindState state;
  private final CompileContext context;
  private final ColumnUsage usage;
  private final Source changed;
  private AccessPath changePath;

  /**
   * @param changed the source whose rows are found to be changed; null if there is none
   */
  public SelectPlanner(BindState state, CompileContext context, ColumnUsage usage, Source changed) {
    this.changed = changed;
    this.state = state;
    this.context = context;
    this.usage = usage;
  }

  public ColumnUsage usage() {
    return usage;
  }

  /** Whether the source's rows are found to be changed. */
  boolean isForChange(Source source) {
    return source == changed;
  }

  /** How the source whose rows are to be changed is read; null before it was planned. */
  public AccessPath changePath() {
    return changePath;
  }

  public BindState state() {
    return state;
  }

  /** Plans one part of a SELECT. */
  public CorePlan plan(BoundCore core, BoundSelect select) {
    CorePlan plan = new JoinPlanner(core, goal(core, select), this, context).plan();
    for (LoopPlan loop : plan.loops()) {
      if (loop.source() == changed) {
        changePath = loop.path();
      }
    }
    return plan;
  }

  private OrderGoal goal(BoundCore core, BoundSelect select) {
    if (core.keys != null) {
      List<BoundOrder> terms = new ArrayList<>(core.groupBy.size());
      for (Bound key : core.groupBy) {
        Collation collation = key.collation() == null ? state.binary() : key.collation();
        terms.add(new BoundOrder(key, -1, false, true, collation));
      }
      return new OrderGoal(terms, true, false);
    }
    if (core.aggregates != null) {
      return extremeGoal(core);
    }
    if (select.isCompound() || select.orderBy.isEmpty()) {
      return OrderGoal.NONE;
    }
    return new OrderGoal(select.orderBy, false, select.limit != null);
  }

  /** A lone min() or max() wants the rows in its order: the first one decides. */
  private OrderGoal extremeGoal(BoundCore core) {
    if (core.calls.size() != 1) {
      return OrderGoal.NONE;
    }
    AggregateCall call = core.calls.get(0);
    if (call.function().extreme() == 0
        || call.arguments().size() != 1
        || call.filter() != null
        || call.arguments().get(0).kind() != Bound.Kind.COLUMN) {
      return OrderGoal.NONE;
    }
    boolean descending = call.function().extreme() > 0;
    return new OrderGoal(
        List.of(
            new BoundOrder(call.arguments().get(0), -1, descending, !descending, call.collation())),
        false,
        true);
  }

  /** Estimated number of rows of a nested SELECT. */
  double estimatedRows(BoundSelect select) {
    double rows = 0;
    for (BoundCore core : select.cores) {
      if (core.values != null) {
        rows += core.values.size();
      } else if (core.keys == null && core.aggregates != null) {
        rows += 1;
      } else {
        double product = 1;
        for (JoinTerm term : core.terms) {
          product *= Math.max(1, estimatedRows(term.source()) / (core.terms.size() > 1 ? 10 : 1));
        }
        for (int i = 0; i < core.where.size() && i < 4; i++) {
          product *= 0.4;
        }
        rows += Math.max(1, core.keys != null ? product / 10 : product);
      }
    }
    if (select.recursion != null) {
      rows *= 20;
    }
    if (select.limit instanceof Bound.Constant) {
      rows = Math.min(rows, Math.max(1, ((Bound.Constant) select.limit).value().asLong()));
    }
    return Math.min(rows, 1e12);
  }

  double estimatedRows(Source source) {
    if (source.table() != null) {
      return ROW_MARGIN + Math.max(0, context.estimatedRows(source.table()));
    }
    if (source instanceof SubquerySource) {
      return estimatedRows(((SubquerySource) source).select());
    }
    return source instanceof CallSource ? 20 : 1;
  }
}
