// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.NamedWindow;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.Over;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.syntax.Window;
import dev.walnut.sql.syntax.With;
import java.util.List;
import java.util.function.Predicate;

/** Looks for expressions, and table names, in a tree as written. */
public final class SyntaxSearch {
  private final Predicate<Expr> expressions;
  private final Predicate<FromItem> items;
  private final boolean intoSelects;

  private SyntaxSearch(
      Predicate<Expr> expressions, Predicate<FromItem> items, boolean intoSelects) {
    this.expressions = expressions;
    this.items = items;
    this.intoSelects = intoSelects;
  }

  /**
   * Whether a condition holds for the expression or one inside it, subqueries' insides excluded.
   */
  public static boolean anyIn(Expr expr, Predicate<Expr> condition) {
    return new SyntaxSearch(condition, item -> false, false).expr(expr);
  }

  /** Whether a condition holds for the expression or one inside it, subqueries included. */
  public static boolean anyDeepIn(Expr expr, Predicate<Expr> condition) {
    return new SyntaxSearch(condition, item -> false, true).expr(expr);
  }

  /** Whether a condition holds for an expression anywhere in a query. */
  public static boolean anyDeepIn(Select select, Predicate<Expr> condition) {
    return new SyntaxSearch(condition, item -> false, true).select(select);
  }

  /** Whether a condition holds for an item of a FROM anywhere in a query. */
  public static boolean anyItemIn(Select select, Predicate<FromItem> condition) {
    return new SyntaxSearch(expr -> false, condition, true).select(select);
  }

  /** Whether this expression is a subquery, or IN or EXISTS with one. */
  public static boolean isSubquery(Expr expr) {
    switch (expr.kind()) {
      case SUBQUERY:
      case EXISTS:
      case IN_SELECT:
      case IN_TABLE:
        return true;
      default:
        return false;
    }
  }

  private boolean exprs(List<? extends Expr> list) {
    if (list != null) {
      for (Expr expr : list) {
        if (expr(expr)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean expr(Expr expr) {
    if (expr == null) {
      return false;
    }
    return expressions.test(expr) || children(expr);
  }

  private boolean children(Expr expr) {
    switch (expr.kind()) {
      case UNARY:
        return expr(((Expr.Unary) expr).operand());
      case BINARY:
        return binary((Expr.Binary) expr);
      case BETWEEN:
        Expr.Between between = (Expr.Between) expr;
        return expr(between.operand()) || expr(between.low()) || expr(between.high());
      case IN_LIST:
        return expr(((Expr.InList) expr).operand()) || exprs(((Expr.InList) expr).items());
      case IN_SELECT:
        return expr(((Expr.InSelect) expr).operand()) || nested(((Expr.InSelect) expr).select());
      case IN_TABLE:
        return expr(((Expr.InTable) expr).operand()) || exprs(((Expr.InTable) expr).arguments());
      case LIKE:
        Expr.Like like = (Expr.Like) expr;
        return expr(like.operand()) || expr(like.pattern()) || expr(like.escape());
      case CASE:
        return caseParts((Expr.Case) expr);
      case CAST:
        return expr(((Expr.Cast) expr).operand());
      case COLLATE:
        return expr(((Expr.Collate) expr).operand());
      case EXISTS:
        return nested(((Expr.Exists) expr).select());
      case SUBQUERY:
        return nested(((Expr.Subquery) expr).select());
      case ROW_VALUE:
        return exprs(((Expr.RowValue) expr).items());
      case FUNCTION:
        Expr.FunctionCall call = (Expr.FunctionCall) expr;
        return exprs(call.arguments())
            || terms(call.orderBy())
            || expr(call.filter())
            || over(call.over());
      case RAISE:
        return expr(((Expr.Raise) expr).message());
      default:
        return false;
    }
  }

  /** Long chains of one operator lean to the left: walk them without recursion. */
  private boolean binary(Expr.Binary binary) {
    Expr current = binary;
    while (current instanceof Expr.Binary b) {
      if (expr(b.right())) {
        return true;
      }
      current = b.left();
      if (expressions.test(current)) {
        return true;
      }
    }
    return children(current);
  }

  private boolean caseParts(Expr.Case c) {
    if (expr(c.operand()) || expr(c.otherwise())) {
      return true;
    }
    for (Expr.When when : c.whens()) {
      if (expr(when.condition()) || expr(when.result())) {
        return true;
      }
    }
    return false;
  }

  private boolean terms(List<OrderingTerm> terms) {
    if (terms != null) {
      for (OrderingTerm term : terms) {
        if (expr(term.expr())) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean over(Over over) {
    return over != null && window(over.window());
  }

  private boolean window(Window window) {
    return window != null && (exprs(window.partitionBy()) || terms(window.orderBy()));
  }

  private boolean nested(Select select) {
    return intoSelects && select(select);
  }

  private boolean select(Select select) {
    if (select == null) {
      return false;
    }
    if (with(select.with())
        || terms(select.orderBy())
        || expr(select.limit())
        || expr(select.offset())) {
      return true;
    }
    for (SelectCore core : select.cores()) {
      if (core(core)) {
        return true;
      }
    }
    return false;
  }

  private boolean with(With with) {
    if (with != null) {
      for (With.CommonTable table : with.tables()) {
        if (select(table.select())) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean core(SelectCore core) {
    if (core instanceof SelectCore.Values values) {
      for (List<Expr> row : values.rows()) {
        if (exprs(row)) {
          return true;
        }
      }
      return false;
    }
    SelectCore.Query query = (SelectCore.Query) core;
    for (ResultColumn column : query.columns()) {
      if (expr(column.expr())) {
        return true;
      }
    }
    for (NamedWindow named : query.windows()) {
      if (window(named.window())) {
        return true;
      }
    }
    return from(query.from())
        || expr(query.where())
        || exprs(query.groupBy())
        || expr(query.having());
  }

  private boolean from(List<FromTerm> from) {
    for (FromTerm term : from) {
      if (expr(term.on()) || item(term.item())) {
        return true;
      }
    }
    return false;
  }

  private boolean item(FromItem item) {
    if (items.test(item)) {
      return true;
    }
    if (item instanceof FromItem.TableFunction function) {
      return exprs(function.arguments());
    }
    if (item instanceof FromItem.Subquery subquery) {
      return select(subquery.select());
    }
    return item instanceof FromItem.Group group && from(group.terms());
  }
}
