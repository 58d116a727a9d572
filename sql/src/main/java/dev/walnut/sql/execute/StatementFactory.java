// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.bind.BindState;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.bind.SelectBinder;
import dev.walnut.sql.bind.TableSource;
import dev.walnut.sql.plan.ColumnUsage;
import dev.walnut.sql.plan.SelectPlanner;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.Select;

/** Entry points of this package: makes bound SELECTs and expressions executable. */
public final class StatementFactory {
  private StatementFactory() {}

  /**
   * A statement's SELECT with rows around it.
   *
   * @param forChange whether the rows it finds are to be changed
   */
  public static Query query(
      Select select, RowScope outer, boolean forChange, CompileContext context) {
    BindState state = new BindState(context);
    BoundSelect bound = SelectBinder.bindStatement(select, outer, state);
    StatementResources resources = new StatementResources(context);
    ColumnUsage usage = ColumnUsage.of(bound, state.sourceCount());
    SelectPlanner planner = new SelectPlanner(state, context, usage, forChange);
    SelectFactory factory = new SelectFactory(resources, planner, false);
    Rows rows = factory.make(bound, environment(state));
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
