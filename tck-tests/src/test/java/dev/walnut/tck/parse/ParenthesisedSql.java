// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.parse;

import dev.walnut.sql.syntax.Expr;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Writes expressions as SQL with parentheses around everything, so that no precedence is left. */
final class ParenthesisedSql {
  private ParenthesisedSql() {}

  static String of(Expr expr) {
    switch (expr.kind()) {
      case NULL:
        return "NULL";
      case INTEGER:
        return Long.toString(((Expr.IntegerLiteral) expr).value());
      case REAL:
        return Double.toString(((Expr.RealLiteral) expr).value());
      case STRING:
        return "'" + ((Expr.StringLiteral) expr).value().replace("'", "''") + "'";
      case BLOB:
        return "x'" + HexFormat.of().formatHex(((Expr.BlobLiteral) expr).value()) + "'";
      case COLUMN:
        return ((Expr.Column) expr).column();
      case UNARY:
        return unary((Expr.Unary) expr);
      case BINARY:
        Expr.Binary binary = (Expr.Binary) expr;
        return "("
            + of(binary.left())
            + " "
            + binary.operator().symbol()
            + " "
            + of(binary.right())
            + ")";
      case BETWEEN:
        Expr.Between between = (Expr.Between) expr;
        return "("
            + of(between.operand())
            + not(between.negated())
            + " BETWEEN "
            + of(between.low())
            + " AND "
            + of(between.high())
            + ")";
      case IN_LIST:
        Expr.InList in = (Expr.InList) expr;
        return "(" + of(in.operand()) + not(in.negated()) + " IN (" + list(in.items()) + "))";
      case LIKE:
        Expr.Like like = (Expr.Like) expr;
        return "("
            + of(like.operand())
            + not(like.negated())
            + " "
            + like.operator()
            + " "
            + of(like.pattern())
            + (like.escape() == null ? "" : " ESCAPE " + of(like.escape()))
            + ")";
      case CASE:
        return caseExpr((Expr.Case) expr);
      case CAST:
        Expr.Cast cast = (Expr.Cast) expr;
        return "CAST(" + of(cast.operand()) + " AS " + cast.typeName() + ")";
      case COLLATE:
        Expr.Collate collate = (Expr.Collate) expr;
        return "(" + of(collate.operand()) + " COLLATE " + collate.collation() + ")";
      case FUNCTION:
        Expr.FunctionCall call = (Expr.FunctionCall) expr;
        return call.name() + "(" + list(call.arguments()) + ")";
      default:
        throw new IllegalArgumentException(expr.kind().name());
    }
  }

  private static String unary(Expr.Unary unary) {
    switch (unary.operator()) {
      case IS_NULL:
      case NOT_NULL:
        return "(" + of(unary.operand()) + " " + unary.operator().symbol() + ")";
      default:
        return "(" + unary.operator().symbol() + " " + of(unary.operand()) + ")";
    }
  }

  private static String caseExpr(Expr.Case expr) {
    StringBuilder text = new StringBuilder("CASE");
    if (expr.operand() != null) {
      text.append(' ').append(of(expr.operand()));
    }
    for (Expr.When when : expr.whens()) {
      text.append(" WHEN ").append(of(when.condition()));
      text.append(" THEN ").append(of(when.result()));
    }
    if (expr.otherwise() != null) {
      text.append(" ELSE ").append(of(expr.otherwise()));
    }
    return text.append(" END").toString();
  }

  private static String list(List<Expr> exprs) {
    return exprs.stream().map(ParenthesisedSql::of).collect(Collectors.joining(", "));
  }

  private static String not(boolean negated) {
    return negated ? " NOT" : "";
  }
}
