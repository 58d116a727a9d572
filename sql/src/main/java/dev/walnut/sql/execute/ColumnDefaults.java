// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.bind.BindState;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;

/** Values of DEFAULT expressions, which stand for columns that old records do not have. */
final class ColumnDefaults {
  private final CompileContext context;
  private final BindState state;

  ColumnDefaults(CompileContext context, BindState state) {
    this.context = context;
    this.state = state;
  }

  Value valueOf(Column column) {
    Value value = new Value();
    Expr expr = column.defaultValue();
    if (expr instanceof Expr.NullLiteral) {
      return null;
    }
    if (expr instanceof Expr.IntegerLiteral) {
      value.setInteger(((Expr.IntegerLiteral) expr).value());
    } else if (expr instanceof Expr.StringLiteral) {
      value.setText(((Expr.StringLiteral) expr).value());
    } else {
      StatementFactory.expression(expr, RowScope.EMPTY, context).evaluate(value);
      value.detach();
    }
    Affinities.applyForStorage(value, column.affinity());
    return value;
  }
}
