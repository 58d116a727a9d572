// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * A statement's SELECT. Computed columns are evaluated when the row is reached, plain ones when
 * they are read.
 */
final class RootQuery extends Query {
  private final List<ColumnInfo> columns;
  private final Rows rows;
  private final StatementResources resources;
  private final Evaluator[] plain;
  private final Evaluator[] computed;
  private final Value[] cells;
  private boolean isOpen;

  RootQuery(List<ColumnInfo> columns, Rows rows, StatementResources resources) {
    this.columns = columns;
    this.rows = rows;
    this.resources = resources;
    int count = columns.size();
    this.plain = new Evaluator[count];
    this.computed = new Evaluator[count];
    this.cells = new Value[count];
    Rows inner = rows instanceof LimitRows ? ((LimitRows) rows).input() : rows;
    for (int i = 0; i < count; i++) {
      Evaluator output =
          inner instanceof ProjectRows
              ? ((ProjectRows) inner).output(i)
              : new SourceColumn(rows, i);
      if (output instanceof FieldColumn
          || output instanceof RowidColumn
          || output instanceof CellEvaluator
          || output instanceof SourceColumn) {
        plain[i] = output;
      } else {
        computed[i] = output;
        cells[i] = new Value();
      }
    }
  }

  @Override
  public List<ColumnInfo> columns() {
    return columns;
  }

  @Override
  public void open() {
    resources.begin();
    isOpen = true;
    rows.open();
  }

  @Override
  public boolean next() {
    if (!rows.next()) {
      return false;
    }
    for (int i = 0; i < computed.length; i++) {
      if (computed[i] != null) {
        computed[i].evaluate(cells[i]);
      }
    }
    return true;
  }

  @Override
  public void read(int columnIndex, Value out) {
    if (computed[columnIndex] != null) {
      out.set(cells[columnIndex]);
    } else {
      plain[columnIndex].evaluate(out);
    }
  }

  @Override
  public void close() {
    if (isOpen) {
      isOpen = false;
      resources.end();
    }
  }
}
