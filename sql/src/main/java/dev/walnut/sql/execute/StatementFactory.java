// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.bind.BindState;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.bind.SelectBinder;
import dev.walnut.sql.bind.TableSource;
import dev.walnut.sql.plan.ChangeScan;
import dev.walnut.sql.plan.ColumnUsage;
import dev.walnut.sql.plan.SelectPlanner;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.Select;

/** Entry points of this package: makes bound SELECTs and expressions executable. */
public final class StatementFactory {
  private StatementFactory() {}

  /** A statement's SELECT with rows around it. */
  public static Query query(Select select, RowScope outer, CompileContext context) {
    BindState state = new BindState(context);
    BoundSelect bound = SelectBinder.bindStatement(select, outer, state);
    ColumnUsage usage = ColumnUsage.of(bound, state.sourceCount());
    return query(bound, new SelectPlanner(state, context, usage, null), context);
  }

  /** The SELECT that finds the rows to be changed in its first source. */
  public static ChangeScan changeScan(Select select, CompileContext context) {
    BindState state = new BindState(context);
    BoundSelect bound = SelectBinder.bindStatement(select, RowScope.EMPTY, state);
    ColumnUsage usage = ColumnUsage.of(bound, state.sourceCount());
    SelectPlanner planner = new SelectPlanner(state, context, usage, bound.firstSource());
    Query query = query(bound, planner, context);
    return new ChangeScan(query, planner.changePath());
  }

  private static Query query(BoundSelect bound, SelectPlanner planner, CompileContext context) {
    StatementResources resources = new StatementResources(context);
    SelectFactory factory = new SelectFactory(resources, planner, false);
    Rows rows = factory.make(bound, environment(planner.state()));
    return new RootQuery(bound.columns(), rows, resources);
  }

  private static RowEnvironment environment(BindState state) {
    RowEnvironment env = new RowEnvironment(state.sourceCount());
    for (TableSource source : state.externals()) {
      env.set(source, source.external());
    }
    return env;
  }

  /** One expression; subqueries in it run at each evaluation. */
  public static Evaluator expression(Expr expr, RowScope scope, CompileContext context) {
    return new ExpressionSet(scope, context, true).compile(expr);
  }
}
