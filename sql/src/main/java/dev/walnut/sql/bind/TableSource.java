// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;

/** A table in FROM, or a row of a table given from outside ({@link #external}). */
public final class TableSource extends Source {
  private final Table table;
  private final String name;
  private final FromItem.IndexHint hint;
  private final RowSource external;

  TableSource(int id, Table table, String name, FromItem.IndexHint hint, RowSource external) {
    super(id);
    this.table = table;
    this.name = name;
    this.hint = hint;
    this.external = external;
  }

  @Override
  public Table table() {
    return table;
  }

  /** Alias, or the table's name as written. */
  public String name() {
    return name;
  }

  /** INDEXED BY or NOT INDEXED; null if absent. */
  public FromItem.IndexHint hint() {
    return hint;
  }

  /** The row given from outside; null for a table in FROM. */
  public RowSource external() {
    return external;
  }

  @Override
  public int columnCount() {
    return table.columns().size();
  }

  @Override
  public Affinity affinityOf(int column) {
    return column < 0 ? Affinity.INTEGER : table.columns().get(column).affinity();
  }

  @Override
  public Collation collationOf(int column) {
    return column < 0 ? null : table.columns().get(column).collation();
  }

  @Override
  public ColumnInfo describe(int column, String resultName) {
    int index = column < 0 ? table.rowidColumn() : column;
    if (index < 0) {
      return new ColumnInfo(
          resultName, "INTEGER", table.schemaName(), table.name(), "rowid", false, false, false);
    }
    Column c = table.columns().get(index);
    boolean rowid = index == table.rowidColumn();
    return new ColumnInfo(
        resultName,
        c.declaredType(),
        table.schemaName(),
        table.name(),
        c.name(),
        c.notNull(),
        c.primaryKeyPosition() > 0,
        rowid && table.isAutoIncrement());
  }
}
