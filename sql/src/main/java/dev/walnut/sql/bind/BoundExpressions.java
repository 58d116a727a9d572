// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.ResultColumn;
import java.util.ArrayList;
import java.util.List;

/** Binds expressions that stand outside any SELECT. */
public final class BoundExpressions {
  private final BindState state;
  private final Scope scope;

  public BoundExpressions(RowScope rows, CompileContext context) {
    this.state = new BindState(context);
    this.scope = SelectBinder.externalScope(rows, state);
  }

  public BindState state() {
    return state;
  }

  public Bound bind(Expr expr) {
    return state.expressions.bindScalar(expr, scope);
  }

  /** A result column of RETURNING. */
  public record Column(ColumnInfo info, Bound value) {}

  /** Expands stars and names the columns. */
  public List<Column> bind(List<ResultColumn> columns) {
    ResultBinder.Result result = state.selects.results().bind(columns, scope, true);
    List<Column> bound = new ArrayList<>(result.values().size());
    for (int i = 0; i < result.values().size(); i++) {
      Bound value = result.values().get(i);
      bound.add(new Column(ResultBinder.describe(value, result.names().get(i)), value));
    }
    return bound;
  }
}
