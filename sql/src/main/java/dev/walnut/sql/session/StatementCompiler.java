// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.define.DefinitionCompiler;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.execute.change.ChangeCompiler;
import dev.walnut.sql.parse.ParsedStatement;
import dev.walnut.sql.plan.QueryCompiler;
import dev.walnut.sql.syntax.Attach;
import dev.walnut.sql.syntax.Detach;
import dev.walnut.sql.syntax.Explain;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.Pragma;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.Transaction;
import dev.walnut.sql.value.Value;
import java.util.List;

/** From a statement as written to a {@link Program}, by the kind of the statement. */
final class StatementCompiler {
  private StatementCompiler() {}

  static Program compile(ParsedStatement parsed, StatementContext context) {
    Statement statement = parsed.statement();
    DatabaseSession session = context.session();
    switch (statement.kind()) {
      case SELECT:
        return new QueryProgram(QueryCompiler.compile((Select) statement, context));
      case EXPLAIN:
        return explain((Explain) statement, context);
      case PRAGMA:
        return new PragmaProgram((Pragma) statement, context);
      case TRANSACTION:
        return new ActionProgram(() -> session.transaction().execute((Transaction) statement));
      case ATTACH:
        return attach((Attach) statement, context);
      case DETACH:
        Evaluator name = string(((Detach) statement).schema(), context);
        return new ActionProgram(() -> session.detach(text(name)));
      case INSERT:
      case UPDATE:
      case DELETE:
        return ChangeCompiler.compile(statement, context);
      default:
        return DefinitionCompiler.compile(statement, parsed.sql(), context);
    }
  }

  private static Program explain(Explain explain, StatementContext context) {
    if (!explain.queryPlan()) {
      throw error("EXPLAIN without QUERY PLAN is not supported: there is no bytecode");
    }
    Statement statement = explain.statement();
    Select query =
        statement instanceof Select select ? select : ChangeCompiler.queryOf(statement, context);
    boolean forChange = ChangeCompiler.scansToChange(statement);
    return new ExplainProgram(
        query == null ? List.of() : QueryCompiler.explain(query, forChange, context));
  }

  private static Program attach(Attach attach, StatementContext context) {
    if (attach.key() != null) {
      throw error("ATTACH with KEY is not supported");
    }
    Evaluator file = string(attach.file(), context);
    Evaluator name = string(attach.schema(), context);
    DatabaseSession session = context.session();
    return new ActionProgram(() -> session.attach(text(file), text(name)));
  }

  /** A bare name is a string here. */
  private static Evaluator string(Expr expr, StatementContext context) {
    if (expr instanceof Expr.Column name && name.table() == null) {
      Expr literal = new Expr.StringLiteral(name.column(), name.start(), name.end());
      return ExpressionCompiler.compile(literal, RowScope.EMPTY, context);
    }
    return ExpressionCompiler.compile(expr, RowScope.EMPTY, context);
  }

  private static String text(Evaluator evaluator) {
    Value value = new Value();
    evaluator.evaluate(value);
    return value.isNull() ? "" : value.asString();
  }

  private static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }
}
