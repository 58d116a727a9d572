// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;

/** Texts of violated constraints. */
public final class Violations {
  private Violations() {}

  /** What SQLite says of two rows with the same key in a unique index. */
  public static String unique(Table table, Index index) {
    StringBuilder columns = new StringBuilder();
    for (Index.Part part : index.parts()) {
      if (part.isExpression()) {
        return "UNIQUE constraint failed: index '" + index.name() + "'";
      }
      columns
          .append(columns.length() > 0 ? ", " : "")
          .append(table.name())
          .append('.')
          .append(table.columns().get(part.columnIndex()).name());
    }
    return "UNIQUE constraint failed: " + columns;
  }
}
