// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import static dev.walnut.sql.parse.SyntaxPrinter.form;
import static dev.walnut.sql.parse.SyntaxPrinter.list;
import static dev.walnut.sql.parse.SyntaxPrinter.word;

import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.Over;
import dev.walnut.sql.syntax.Window;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Writes expressions as compact s-expressions. */
final class ExprPrinter {
  private ExprPrinter() {}

  static String print(Expr expr) {
    switch (expr.kind()) {
      case NULL:
        return "null";
      case INTEGER:
        return Long.toString(((Expr.IntegerLiteral) expr).value());
      case REAL:
        return Double.toString(((Expr.RealLiteral) expr).value());
      case STRING:
        return "'" + ((Expr.StringLiteral) expr).value() + "'";
      case BLOB:
        return "x'" + HexFormat.of().formatHex(((Expr.BlobLiteral) expr).value()) + "'";
      case CURRENT:
        return "current-" + word(((Expr.Current) expr).what());
      case PARAMETER:
        Expr.Parameter parameter = (Expr.Parameter) expr;
        return "?" + parameter.index() + (parameter.name() == null ? "" : parameter.name());
      case COLUMN:
        return column((Expr.Column) expr);
      case UNARY:
        Expr.Unary unary = (Expr.Unary) expr;
        return form(unary.operator().symbol().toLowerCase(Locale.ROOT), print(unary.operand()));
      case BINARY:
        Expr.Binary binary = (Expr.Binary) expr;
        return form(
            binary.operator().symbol().toLowerCase(Locale.ROOT).replace(' ', '-'),
            print(binary.left()),
            print(binary.right()));
      case BETWEEN:
        Expr.Between between = (Expr.Between) expr;
        return form(
            not(between.negated()) + "between",
            print(between.operand()),
            print(between.low()),
            print(between.high()));
      case IN_LIST:
        Expr.InList inList = (Expr.InList) expr;
        return form(
            not(inList.negated()) + "in",
            print(inList.operand()),
            list(inList.items(), ExprPrinter::print));
      case IN_SELECT:
        Expr.InSelect inSelect = (Expr.InSelect) expr;
        return form(
            not(inSelect.negated()) + "in",
            print(inSelect.operand()),
            SyntaxPrinter.select(inSelect.select()));
      case IN_TABLE:
        Expr.InTable inTable = (Expr.InTable) expr;
        return form(
            not(inTable.negated()) + "in",
            print(inTable.operand()),
            inTable.table().toString(),
            inTable.arguments() == null ? null : list(inTable.arguments(), ExprPrinter::print));
      case LIKE:
        Expr.Like like = (Expr.Like) expr;
        return form(
            not(like.negated()) + like.operator().functionName(),
            print(like.operand()),
            print(like.pattern()),
            like.escape() == null ? null : print(like.escape()));
      case CASE:
        return caseExpr((Expr.Case) expr);
      case CAST:
        Expr.Cast cast = (Expr.Cast) expr;
        return form("cast", print(cast.operand()), "<" + cast.typeName() + ">");
      case COLLATE:
        Expr.Collate collate = (Expr.Collate) expr;
        return form("collate", print(collate.operand()), collate.collation());
      case EXISTS:
        return form("exists", SyntaxPrinter.select(((Expr.Exists) expr).select()));
      case SUBQUERY:
        return form("subquery", SyntaxPrinter.select(((Expr.Subquery) expr).select()));
      case ROW_VALUE:
        return form(
            "row",
            ((Expr.RowValue) expr).items().stream().map(ExprPrinter::print).toArray(String[]::new));
      case FUNCTION:
        return call((Expr.FunctionCall) expr);
      case RAISE:
        Expr.Raise raise = (Expr.Raise) expr;
        return form(
            "raise", word(raise.action()), raise.message() == null ? null : print(raise.message()));
    }
    throw new AssertionError(expr.kind());
  }

  private static String not(boolean negated) {
    return negated ? "not-" : "";
  }

  private static String column(Expr.Column column) {
    StringBuilder text = new StringBuilder();
    if (column.schema() != null) {
      text.append(column.schema()).append('.');
    }
    if (column.table() != null) {
      text.append(column.table()).append('.');
    }
    if (column.quoted()) {
      return text.append('"').append(column.column()).append('"').toString();
    }
    if (column.isBooleanName()) {
      return text.append('#').append(column.column()).toString();
    }
    return text.append(column.column()).toString();
  }

  private static String caseExpr(Expr.Case expr) {
    List<String> parts = new ArrayList<>();
    parts.add(expr.operand() == null ? null : print(expr.operand()));
    for (Expr.When when : expr.whens()) {
      parts.add(form("when", print(when.condition()), print(when.result())));
    }
    parts.add(expr.otherwise() == null ? null : form("else", print(expr.otherwise())));
    return form("case", parts.toArray(String[]::new));
  }

  private static String call(Expr.FunctionCall call) {
    List<String> parts = new ArrayList<>();
    parts.add(call.distinct() ? "distinct" : null);
    parts.add(call.star() ? "*" : null);
    call.arguments().forEach(argument -> parts.add(print(argument)));
    if (!call.orderBy().isEmpty()) {
      parts.add(
          form("order", call.orderBy().stream().map(ExprPrinter::term).toArray(String[]::new)));
    }
    parts.add(call.filter() == null ? null : form("filter", print(call.filter())));
    parts.add(call.over() == null ? null : over(call.over()));
    return form(call.name() + "()", parts.toArray(String[]::new));
  }

  private static String over(Over over) {
    return form("over", over.name() == null ? window(over.window()) : over.name());
  }

  static String window(Window window) {
    List<String> parts = new ArrayList<>();
    parts.add(window.baseName());
    if (!window.partitionBy().isEmpty()) {
      parts.add(
          form(
              "partition",
              window.partitionBy().stream().map(ExprPrinter::print).toArray(String[]::new)));
    }
    if (!window.orderBy().isEmpty()) {
      parts.add(
          form("order", window.orderBy().stream().map(ExprPrinter::term).toArray(String[]::new)));
    }
    if (window.frame() != null) {
      Window.Frame frame = window.frame();
      parts.add(
          form(
              word(frame.unit()),
              bound(frame.start()),
              bound(frame.end()),
              frame.exclude() == Window.FrameExclude.NO_OTHERS
                  ? null
                  : "exclude-" + word(frame.exclude())));
    }
    parts.removeIf(part -> part == null);
    return "(" + String.join(" ", parts) + ")";
  }

  private static String bound(Window.FrameBound bound) {
    return bound.offset() == null
        ? word(bound.kind())
        : form(word(bound.kind()), print(bound.offset()));
  }

  static String term(OrderingTerm term) {
    String text = print(term.expr());
    if (!term.descending() && term.nulls() == null) {
      return text;
    }
    return form(
        term.descending() ? "desc" : "asc",
        text,
        term.nulls() == null ? null : "nulls-" + word(term.nulls()));
  }
}
