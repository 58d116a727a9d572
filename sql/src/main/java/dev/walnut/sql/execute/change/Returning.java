// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.ResultExpression;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/** The RETURNING of a change: rows are computed while it runs and handed out when it is done. */
final class Returning {
  private final ExpressionCompiler compiler;
  private final List<ResultExpression> expressions;
  private final List<ColumnInfo> columns = new ArrayList<>();
  private final RowStore rows = new RowStore();
  private final Value cell = new Value();

  /**
   * @param compiler compiles over the slot that shows each changed row
   */
  Returning(List<ResultColumn> returning, ExpressionCompiler compiler) {
    this.compiler = compiler;
    this.expressions = compiler.compileResultColumns(returning);
    for (ResultExpression expression : expressions) {
      columns.add(expression.info());
    }
  }

  List<ColumnInfo> columns() {
    return columns;
  }

  void clear() {
    rows.clear();
  }

  /** Computes the row for what the slot shows. */
  void add() {
    compiler.reset(); // A subquery sees the rows changed so far.
    rows.beginRow();
    for (int i = 0; i < expressions.size(); i++) {
      expressions.get(i).evaluator().evaluate(cell);
      rows.append(cell);
    }
    rows.endRow();
  }

  void rewind() {
    rows.rewind();
  }

  boolean next() {
    return rows.next();
  }

  void read(int column, Value out) {
    rows.read(column, out);
  }
}
