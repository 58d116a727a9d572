// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.Expr;

/** What a DEFAULT may be: an expression without columns, parameters and subqueries. */
final class ConstantExpressions {
  private ConstantExpressions() {}

  static boolean isConstant(Expr expr) {
    return !SyntaxSearch.anyIn(expr, ConstantExpressions::varies);
  }

  private static boolean varies(Expr expr) {
    switch (expr.kind()) {
      case COLUMN:
        return !((Expr.Column) expr).isBooleanName();
      case PARAMETER:
      case RAISE:
        return true;
      default:
        return SyntaxSearch.isSubquery(expr);
    }
  }
}
