// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.plan.ExplainRow;
import dev.walnut.sql.value.Value;
import java.util.List;

/** EXPLAIN QUERY PLAN: the plan as rows. */
final class ExplainProgram extends Program {
  private static final List<ColumnInfo> COLUMNS =
      List.of(
          ColumnInfo.ofExpression("id"),
          ColumnInfo.ofExpression("parent"),
          ColumnInfo.ofExpression("notused"),
          ColumnInfo.ofExpression("detail"));

  private final List<ExplainRow> rows;
  private int row;

  ExplainProgram(List<ExplainRow> rows) {
    this.rows = rows;
  }

  @Override
  public List<ColumnInfo> columns() {
    return COLUMNS;
  }

  @Override
  public void start() {
    row = -1;
  }

  @Override
  public boolean next() {
    return ++row < rows.size();
  }

  @Override
  public void read(int columnIndex, Value out) {
    ExplainRow current = rows.get(row);
    switch (columnIndex) {
      case 0:
        out.setInteger(current.id());
        break;
      case 1:
        out.setInteger(current.parent());
        break;
      case 2:
        out.setInteger(current.notUsed());
        break;
      default:
        out.setText(current.detail());
        break;
    }
  }
}
