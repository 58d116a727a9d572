// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.value.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys that the last execution of a JDBC statement generated, over all entries of a batch.
 * Either rows of a RETURNING clause, or the last rowid of an INSERT that nobody asked the keys of.
 */
final class GeneratedKeys {
  private static final List<ColumnInfo> ROWID_COLUMNS =
      List.of(
          new ColumnInfo(KeysRequest.ROWID_LABEL, "INTEGER", null, null, null, true, false, true));

  private List<ColumnInfo> columns = ROWID_COLUMNS;
  private List<Value[]> rows;
  private boolean hasRowid;
  private long rowid;

  void clear() {
    columns = ROWID_COLUMNS;
    rows = null;
    hasRowid = false;
  }

  /** The rowid of an INSERT without a RETURNING clause. */
  void setRowid(long value) {
    rowid = value;
    hasRowid = true;
  }

  /** Takes the rest of an execution's rows. */
  void takeRows(SqlStatement statement, KeysRequest request, boolean hasRow) throws SQLException {
    if (rows == null) {
      rows = new ArrayList<>();
    }
    int[] numbers = request.numbers();
    List<ColumnInfo> all = statement.columns();
    if (numbers != null) {
      columns = new ArrayList<>();
      for (int number : numbers) {
        if (number < 1 || number > all.size()) {
          throw DriverErrors.columnIndex(number, all.size());
        }
        columns.add(all.get(number - 1));
      }
    } else {
      columns = all;
    }
    boolean row = hasRow;
    while (row) {
      Value[] cells = new Value[columns.size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = new Value();
        cells[i].set(statement.columnValue(numbers == null ? i : numbers[i] - 1));
        cells[i].detach();
      }
      rows.add(cells);
      row = statement.step();
    }
  }

  /** The keys as rows; none if nothing was inserted. */
  RowsStatement rows() {
    if (rows != null) {
      return new RowsStatement(columns, rows);
    }
    if (!hasRowid) {
      return new RowsStatement(ROWID_COLUMNS, List.of());
    }
    Value cell = new Value();
    cell.setInteger(rowid);
    return new RowsStatement(ROWID_COLUMNS, List.<Value[]>of(new Value[] {cell}));
  }
}
