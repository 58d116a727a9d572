// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.syntax.Expr;

/** Binds the expressions of an index over a table source, to compare them with a query's. */
public final class IndexExpressions {
  private IndexExpressions() {}

  /** An expression of an index definition with the table's columns taken from {@code source}. */
  public static Bound bind(Expr expr, TableSource source, BindState state) {
    Scope scope = new Scope(null, null);
    scope.add(FromEntry.ofTable(source.name(), source, false, state));
    scope.add(FromEntry.ofTable(source.table().name(), source, true, state));
    return state.expressions.bindScalar(expr, scope);
  }
}
