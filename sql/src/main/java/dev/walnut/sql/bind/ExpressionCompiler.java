// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.execute.ExpressionSet;
import dev.walnut.sql.execute.StatementFactory;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiles expressions that stand outside any SELECT: CHECK, DEFAULT, SET, RETURNING, index
 * expressions, conditions of partial indexes and triggers.
 *
 * <p>An instance compiles any number of expressions over one scope; {@link #reset} at the start of
 * each statement execution makes uncorrelated subqueries in them run again, {@link #close} at its
 * end frees their cursors. The static methods are for single expressions: there every evaluation
 * runs its subqueries anew.
 */
public final class ExpressionCompiler {
  private final ExpressionSet expressions;

  public ExpressionCompiler(RowScope scope, CompileContext context) {
    this.expressions = new ExpressionSet(scope, context, false);
  }

  /** Compiles an expression; uncorrelated subqueries run once until {@link #reset}. */
  public Evaluator compile(Expr expr) {
    return expressions.compile(expr);
  }

  /** Forgets results of uncorrelated subqueries. Call it when a statement starts. */
  public void reset() {
    expressions.reset();
  }

  /** Frees the cursors of subqueries. Call it when a statement ends; idempotent. */
  public void close() {
    expressions.close();
  }

  /** Compiles one expression. */
  public static Evaluator compile(Expr expr, RowScope scope, CompileContext context) {
    return StatementFactory.expression(expr, scope, context);
  }

  /** The affinity that the expression has as an operand of a comparison. */
  public static Affinity affinity(Expr expr, RowScope scope, CompileContext context) {
    return new BoundExpressions(scope, context).bind(expr).affinity();
  }

  /** The collation of the expression; null if it has none (BINARY will do). */
  public static Collation collation(Expr expr, RowScope scope, CompileContext context) {
    return new BoundExpressions(scope, context).bind(expr).collation();
  }

  /** Expands stars, names and compiles the columns of RETURNING. */
  public List<ResultExpression> compileResultColumns(List<ResultColumn> columns) {
    List<ResultExpression> result = new ArrayList<>();
    for (BoundExpressions.Column column : expressions.expressions().bind(columns)) {
      result.add(new ResultExpression(column.info(), expressions.make(column.value())));
    }
    return result;
  }
}
