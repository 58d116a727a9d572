// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.UnaryOperator;
import java.util.List;

/**
 * Terms that SQLite's parser knows to be false. What is joined to one by AND is gone before names
 * are looked up, so that nothing in it can be wrong, unless a function is called on either side.
 */
final class FalseTerms {
  private FalseTerms() {}

  /**
   * Which link of a chain of AND is known to be false: the outermost one.
   *
   * @param first what the chain begins with
   * @param chain its links, the outermost first
   * @return index in the chain, its length if there is none
   */
  static int outermost(Expr first, List<Expr.Binary> chain) {
    boolean any = isFalse(first);
    for (Expr.Binary link : chain) {
      any |= isFalse(link.right());
    }
    for (int i = 0; any && i < chain.size(); i++) {
      if (isFalse(chain.get(i).left(), chain.get(i).right())) {
        return i;
      }
    }
    return chain.size();
  }

  /** Whether {@code left AND right} is the constant 0. */
  private static boolean isFalse(Expr left, Expr right) {
    return (isFalse(left) || isFalse(right)) && !callsFunction(left) && !callsFunction(right);
  }

  /** Whether {@code operand IN ()} never looks at its operand. */
  static boolean ignoresOperand(Expr.InList in) {
    return in.items().isEmpty() && !callsFunction(in.operand());
  }

  private static boolean isFalse(Expr expr) {
    switch (expr.kind()) {
      case INTEGER:
        return ((Expr.IntegerLiteral) expr).value() == 0;
      case UNARY:
        Expr.Unary unary = (Expr.Unary) expr;
        return unary.operator() == UnaryOperator.IS_NULL && isValue(unary.operand());
      case BINARY:
        Expr.Binary binary = (Expr.Binary) expr;
        if (binary.operator() == BinaryOperator.IS) {
          return binary.right() instanceof Expr.NullLiteral && isValue(binary.left());
        }
        return binary.operator() == BinaryOperator.AND && isFalse(binary.left(), binary.right());
      case IN_LIST:
        Expr.InList in = (Expr.InList) expr;
        return !in.negated() && ignoresOperand(in);
      default:
        return false;
    }
  }

  /** Whether it is a literal that is not NULL. */
  private static boolean isValue(Expr expr) {
    switch (expr.kind()) {
      case INTEGER:
      case REAL:
      case STRING:
      case BLOB:
        return true;
      case UNARY:
        Expr.Unary unary = (Expr.Unary) expr;
        return (unary.operator() == UnaryOperator.MINUS || unary.operator() == UnaryOperator.PLUS)
            && isValue(unary.operand());
      default:
        return false;
    }
  }

  /** Whether a function is called in the expression, outside of the SELECTs in it. */
  private static boolean callsFunction(Expr expr) {
    if (expr == null) {
      return false;
    }
    switch (expr.kind()) {
      case FUNCTION:
      case LIKE:
      case CURRENT:
        return true;
      case UNARY:
        return callsFunction(((Expr.Unary) expr).operand());
      case BINARY:
        Expr.Binary binary = (Expr.Binary) expr;
        return binary.operator() == BinaryOperator.EXTRACT
            || binary.operator() == BinaryOperator.EXTRACT_VALUE
            || callsFunction(binary.left())
            || callsFunction(binary.right());
      case BETWEEN:
        Expr.Between between = (Expr.Between) expr;
        return callsFunction(between.operand())
            || callsFunction(between.low())
            || callsFunction(between.high());
      case IN_LIST:
        Expr.InList in = (Expr.InList) expr;
        return callsFunction(in.operand()) || callsFunction(in.items());
      case IN_SELECT:
        return callsFunction(((Expr.InSelect) expr).operand());
      case IN_TABLE:
        return callsFunction(((Expr.InTable) expr).operand());
      case CASE:
        return callsFunction((Expr.Case) expr);
      case CAST:
        return callsFunction(((Expr.Cast) expr).operand());
      case COLLATE:
        return callsFunction(((Expr.Collate) expr).operand());
      case ROW_VALUE:
        return callsFunction(((Expr.RowValue) expr).items());
      default:
        return false;
    }
  }

  private static boolean callsFunction(Expr.Case expr) {
    if (callsFunction(expr.operand()) || callsFunction(expr.otherwise())) {
      return true;
    }
    for (Expr.When when : expr.whens()) {
      if (callsFunction(when.condition()) || callsFunction(when.result())) {
        return true;
      }
    }
    return false;
  }

  private static boolean callsFunction(List<Expr> list) {
    for (Expr item : list) {
      if (callsFunction(item)) {
        return true;
      }
    }
    return false;
  }
}
