// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import static dev.walnut.sql.parse.SyntaxPrinter.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.WhenClause;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;

/** Writes JSqlParser's expressions in the notation of {@link ExprPrinter}. */
final class JSqlParserPrinter {
  private JSqlParserPrinter() {}

  static String print(Expression expr) {
    if (expr instanceof LongValue value) {
      return value.getStringValue();
    }
    if (expr instanceof StringValue value) {
      return "'" + value.getValue() + "'";
    }
    if (expr instanceof NullValue) {
      return "null";
    }
    if (expr instanceof Column column) {
      return column.getFullyQualifiedName();
    }
    if (expr instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      return print(list.get(0));
    }
    if (expr instanceof SignedExpression signed) {
      String operand = print(signed.getExpression());
      // A minus sign belongs to a number that follows directly.
      return signed.getSign() == '-' && signed.getExpression() instanceof LongValue
          ? "-" + operand
          : form(String.valueOf(signed.getSign()), operand);
    }
    if (expr instanceof NotExpression not) {
      return form("not", print(not.getExpression()));
    }
    if (expr instanceof IsNullExpression isNull) {
      return form(isNull.isNot() ? "is-not" : "is", print(isNull.getLeftExpression()), "null");
    }
    if (expr instanceof Between between) {
      return form(
          (between.isNot() ? "not-" : "") + "between",
          print(between.getLeftExpression()),
          print(between.getBetweenExpressionStart()),
          print(between.getBetweenExpressionEnd()));
    }
    if (expr instanceof InExpression in) {
      return form(
          (in.isNot() ? "not-" : "") + "in",
          print(in.getLeftExpression()),
          list((ExpressionList<?>) in.getRightExpression()));
    }
    if (expr instanceof LikeExpression like) {
      return form(
          (like.isNot() ? "not-" : "") + like.getLikeKeyWord().name().toLowerCase(Locale.ROOT),
          print(like.getLeftExpression()),
          print(like.getRightExpression()));
    }
    if (expr instanceof BinaryExpression binary) {
      return form(
          binary.getStringExpression().toLowerCase(Locale.ROOT).replace("<>", "!="),
          print(binary.getLeftExpression()),
          print(binary.getRightExpression()));
    }
    if (expr instanceof CaseExpression caseExpr) {
      return caseExpr(caseExpr);
    }
    if (expr instanceof CastExpression cast) {
      return form(
          "cast", print(cast.getLeftExpression()), "<" + cast.getColDataType().toString() + ">");
    }
    if (expr instanceof Function function) {
      List<String> arguments = new ArrayList<>();
      function.getParameters().forEach(argument -> arguments.add(print(argument)));
      return form(function.getName() + "()", arguments.toArray(String[]::new));
    }
    throw new IllegalArgumentException(expr.getClass().getName() + ": " + expr);
  }

  private static String list(ExpressionList<?> exprs) {
    return SyntaxPrinter.list(exprs, JSqlParserPrinter::print);
  }

  private static String caseExpr(CaseExpression expr) {
    List<String> parts = new ArrayList<>();
    if (expr.getSwitchExpression() != null) {
      parts.add(print(expr.getSwitchExpression()));
    }
    for (WhenClause when : expr.getWhenClauses()) {
      parts.add(form("when", print(when.getWhenExpression()), print(when.getThenExpression())));
    }
    if (expr.getElseExpression() != null) {
      parts.add(form("else", print(expr.getElseExpression())));
    }
    return form("case", parts.toArray(String[]::new));
  }
}
