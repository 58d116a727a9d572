// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.value.Value;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Builds one of the tables that {@code DatabaseMetaData} answers with. Columns are declared as
 * {@code NAME} for text or {@code NAME:TYPE}; cells are {@code String}, {@code Number}, {@code
 * Boolean} (as 0 or 1) or null. Rows are sorted as JDBC asks for before they are read.
 */
final class MetaDataRows {
  private final List<ColumnInfo> columns = new ArrayList<>();
  private final List<Value[]> rows = new ArrayList<>();

  MetaDataRows(String... declarations) {
    for (String declaration : declarations) {
      int colon = declaration.indexOf(':');
      String name = colon < 0 ? declaration : declaration.substring(0, colon);
      String type = colon < 0 ? "VARCHAR" : declaration.substring(colon + 1);
      columns.add(new ColumnInfo(name, type, null, null, null, false, false, false));
    }
  }

  MetaDataRows add(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + columns.size());
    }
    Value[] row = new Value[cells.length];
    for (int i = 0; i < cells.length; i++) {
      row[i] = new Value();
      if (cells[i] == null) {
        row[i].setNull();
      } else if (cells[i] instanceof Number n) {
        row[i].setInteger(n.longValue());
      } else if (cells[i] instanceof Boolean b) {
        row[i].setBoolean(b);
      } else {
        row[i].setText((String) cells[i]);
      }
    }
    rows.add(row);
    return this;
  }

  /** Sorts by columns, numbered from 1. */
  MetaDataRows sortedBy(int... columnNumbers) {
    Comparator<Value[]> order = (a, b) -> 0;
    for (int number : columnNumbers) {
      order = order.thenComparing((a, b) -> compare(a[number - 1], b[number - 1]));
    }
    rows.sort(order);
    return this;
  }

  private static int compare(Value a, Value b) {
    if (a.type() != b.type()) {
      return Integer.compare(a.type(), b.type());
    }
    return switch (a.type()) {
      case Value.INTEGER -> Long.compare(a.integer(), b.integer());
      case Value.TEXT -> a.asString().compareTo(b.asString());
      default -> 0;
    };
  }

  ResultSet resultSet(WalnutConnection connection) {
    return WalnutResultSet.ofRows(connection, null, new RowsStatement(columns, rows));
  }
}
