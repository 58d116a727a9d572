// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.catalog.Table;

/** The names of the rowid. */
final class RowidNames {
  private static final String[] NAMES = {"rowid", "_rowid_", "oid"};

  private RowidNames() {}

  static boolean isRowidName(String name) {
    for (String candidate : NAMES) {
      if (candidate.equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  /** A name by which a query can read a table's rowid. */
  static String of(Table table) {
    if (table.rowidColumn() >= 0) {
      return table.columns().get(table.rowidColumn()).name();
    }
    for (String candidate : NAMES) {
      if (table.columnIndex(candidate) < 0) {
        return candidate;
      }
    }
    throw new DatabaseException(
        ResultCode.ERROR,
        "changing a table whose columns hide all names of the rowid is not supported: "
            + table.name());
  }
}
