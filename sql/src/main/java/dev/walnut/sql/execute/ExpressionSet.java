// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.bind.BindState;
import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundExpressions;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.bind.TableSource;
import dev.walnut.sql.plan.ColumnUsage;
import dev.walnut.sql.plan.SelectPlanner;
import dev.walnut.sql.syntax.Expr;

/** Expressions over one scope of outside rows, made executable one after the other. */
public final class ExpressionSet {
  private final CompileContext context;
  private final BoundExpressions expressions;
  private final StatementResources resources;
  private final boolean repeatsSubqueries;

  /**
   * @param repeatsSubqueries whether uncorrelated subqueries run at each evaluation; else once
   *     until {@link #reset}
   */
  public ExpressionSet(RowScope scope, CompileContext context, boolean repeatsSubqueries) {
    this.context = context;
    this.expressions = new BoundExpressions(scope, context);
    this.resources = new StatementResources(context);
    this.repeatsSubqueries = repeatsSubqueries;
  }

  /** The bound forms. */
  public BoundExpressions expressions() {
    return expressions;
  }

  public Evaluator compile(Expr expr) {
    return make(expressions.bind(expr));
  }

  /** Makes a bound expression of this set executable. */
  public Evaluator make(Bound bound) {
    BindState state = expressions.state();
    ColumnUsage usage = ColumnUsage.of(bound, state.sourceCount());
    SelectPlanner planner = new SelectPlanner(state, context, usage, null);
    RowEnvironment env = new RowEnvironment(state.sourceCount());
    for (TableSource source : state.externals()) {
      env.set(source, source.external());
    }
    return new SelectFactory(resources, planner, repeatsSubqueries).evaluators().make(bound, env);
  }

  /** Forgets what subqueries gave. */
  public void reset() {
    resources.begin();
  }

  /** Frees the cursors of subqueries. */
  public void close() {
    resources.end();
  }
}
