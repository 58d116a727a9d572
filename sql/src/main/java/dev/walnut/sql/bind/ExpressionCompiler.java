// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.List;

/**
 * Compiles expressions that stand outside any SELECT: CHECK, DEFAULT, SET, RETURNING, index
 * expressions, conditions of partial indexes and triggers.
 *
 * <p>An instance compiles any number of expressions over one scope; {@link #reset} at the start of
 * each statement execution makes uncorrelated subqueries in them run again. The static methods are
 * for single expressions: there every evaluation runs its subqueries anew.
 */
public final class ExpressionCompiler {
  private final RowScope scope;
  private final CompileContext context;

  public ExpressionCompiler(RowScope scope, CompileContext context) {
    this.scope = scope;
    this.context = context;
  }

  /** Compiles an expression; uncorrelated subqueries run once until {@link #reset}. */
  public Evaluator compile(Expr expr) {
    return compile(expr, scope, context);
  }

  /** Forgets results of uncorrelated subqueries. Call it when a statement starts. */
  public void reset() {}

  /** Compiles one expression. */
  public static Evaluator compile(Expr expr, RowScope scope, CompileContext context) {
    throw new DatabaseException(ResultCode.ERROR, "not yet");
  }

  /** The affinity that the expression has as an operand of a comparison. */
  public static Affinity affinity(Expr expr, RowScope scope, CompileContext context) {
    throw new DatabaseException(ResultCode.ERROR, "not yet");
  }

  /** The collation of the expression; null if it has none (BINARY will do). */
  public static Collation collation(Expr expr, RowScope scope, CompileContext context) {
    throw new DatabaseException(ResultCode.ERROR, "not yet");
  }

  /** Expands stars, names and compiles the columns of RETURNING. */
  public List<ResultExpression> compileResultColumns(List<ResultColumn> columns) {
    throw new DatabaseException(ResultCode.ERROR, "not yet");
  }
}
