// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.CheckConstraint;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.function.SqlFunction;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Value;

/**
 * Whether the expressions in a definition are allowed where they stand, and their names resolve:
 * CHECK, DEFAULT, generated columns, index expressions, conditions of partial indexes.
 */
final class DefinitionExpressions {
  /** Rows that are never read: expressions are compiled against them, not run. */
  private static final RowSource NO_ROW =
      new RowSource() {
        @Override
        public void read(int columnIndex, Value out) {
          out.setNull();
        }
      };

  private final Table table;
  private final StatementContext context;

  DefinitionExpressions(Table table, StatementContext context) {
    this.table = table;
    this.context = context;
  }

  /** Checks all expressions of a new table. */
  void checkTable() {
    for (CheckConstraint check : table.checks()) {
      refuse(check.condition(), "CHECK constraints");
      compile(check.condition());
    }
    for (Column column : table.columns()) {
      if (column.isGenerated()) {
        refuse(column.generated(), "generated columns");
        refuseNondeterministic(column.generated(), "generated columns");
        compile(column.generated());
      }
    }
    GeneratedColumns.checkNoLoop(table);
  }

  /** Checks the expressions of a new index. */
  void checkIndex(Index index) {
    for (Index.Part part : index.parts()) {
      if (part.isExpression()) {
        refuse(part.expression(), "index expressions");
        refuseNondeterministic(part.expression(), "index expressions");
        if (SyntaxSearch.anyIn(
            part.expression(), e -> e instanceof Expr.Column c && c.table() != null)) {
          throw Names.error("the \".\" operator prohibited in index expressions");
        }
        compile(part.expression());
      }
    }
    if (index.where() != null) {
      String place = "partial index WHERE clauses";
      refuse(index.where(), place);
      refuseNondeterministic(index.where(), place);
      compile(index.where());
    }
  }

  private static void refuse(Expr expr, String place) {
    if (SyntaxSearch.anyIn(expr, SyntaxSearch::isSubquery)) {
      throw Names.error("subqueries prohibited in " + place);
    }
    if (SyntaxSearch.anyIn(expr, e -> e.kind() == Expr.Kind.PARAMETER)) {
      throw Names.error("parameters prohibited in " + place);
    }
  }

  private void refuseNondeterministic(Expr expr, String place) {
    boolean found =
        SyntaxSearch.anyIn(
            expr,
            e -> {
              if (e.kind() == Expr.Kind.CURRENT) {
                return true;
              }
              if (e instanceof Expr.FunctionCall call) {
                SqlFunction function =
                    context.functions().find(call.name(), call.arguments().size());
                return function != null && !function.isDeterministic();
              }
              return false;
            });
    if (found) {
      throw Names.error("non-deterministic functions prohibited in " + place);
    }
  }

  /**
   * Lets names and functions be resolved.
   *
   * @throws DatabaseException ERROR with SQLite's message
   */
  private void compile(Expr expr) {
    ExpressionCompiler.compile(expr, RowScope.of(table.name(), table, NO_ROW), context);
  }
}
