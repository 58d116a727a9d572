// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import java.util.List;

/**
 * A name in FROM and the columns it offers. The columns of a table are references to its source;
 * those of a flattened subquery are the expressions it computes.
 */
final class FromEntry {
  final String name;
  final Table table;
  final boolean qualifiedOnly;
  private final TableSource tableSource;
  private final List<String> names;
  private final List<Bound> columns;
  private final Bound rowid;
  private final int visibleColumns;
  private final BindState state;
  private boolean[] joined;
  private Bound[] merged;
  private Bound[] joinKeys;

  private FromEntry(
      String name,
      Table table,
      TableSource tableSource,
      List<String> names,
      List<Bound> columns,
      Bound rowid,
      int visibleColumns,
      boolean qualifiedOnly,
      BindState state) {
    this.name = name;
    this.table = table;
    this.tableSource = tableSource;
    this.names = names;
    this.columns = columns;
    this.rowid = rowid;
    this.visibleColumns = visibleColumns;
    this.qualifiedOnly = qualifiedOnly;
    this.state = state;
  }

  static FromEntry ofTable(
      String name, TableSource source, boolean qualifiedOnly, BindState state) {
    Table table = source.table();
    Bound rowid = table.isWithoutRowid() ? null : new Bound.ColumnRef(source, RowSource.ROWID);
    return new FromEntry(
        name, table, source, null, null, rowid, table.columns().size(), qualifiedOnly, state);
  }

  /**
   * An entry whose columns are given.
   *
   * @param table the table whose schema name qualifies it; null if none
   * @param rowid the rowid; null if there is none
   * @param visibleColumns how many leading columns a star stands for
   */
  static FromEntry ofColumns(
      String name,
      Table table,
      List<String> names,
      List<Bound> columns,
      Bound rowid,
      int visibleColumns) {
    return new FromEntry(name, table, null, names, columns, rowid, visibleColumns, false, null);
  }

  /** The same entry before any join, qualified by the schema of a view. */
  FromEntry withTable(Table view) {
    return new FromEntry(
        name, view, null, names, columns, rowid, visibleColumns, qualifiedOnly, state);
  }

  int columnCount() {
    return columns != null ? columns.size() : table.columns().size();
  }

  /** Whether a star leaves the column out. */
  boolean isHidden(int column) {
    return column >= visibleColumns || (columns == null && table.columns().get(column).hidden());
  }

  String columnName(int column) {
    return names != null ? names.get(column) : table.columns().get(column).name();
  }

  /** Index of a column by name; -1 if there is none. */
  int find(String columnName) {
    if (names == null) {
      return table.columnIndex(columnName);
    }
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(columnName)) {
        return i;
      }
    }
    return -1;
  }

  Bound column(int column) {
    if (columns != null) {
      return columns.get(column);
    }
    if (column == table.rowidColumn()) {
      return rowid;
    }
    Column c = table.columns().get(column);
    if (c.isGenerated() && !c.generatedStored() && tableSource.external() == null) {
      state.enterExpression();
      Scope scope = new Scope(null, null);
      scope.add(this);
      Bound value = state.expressions.bindScalar(c.generated(), scope);
      state.leaveExpression();
      return new Bound.Generated(value, c.affinity(), c.collation());
    }
    return new Bound.ColumnRef(tableSource, column);
  }

  /** What the column's name stands for without a table: more than the column if it was merged. */
  Bound unqualified(int column) {
    return isMerged(column) ? merged[column] : column(column);
  }

  /** What a later USING of the column's name is compared with. */
  Bound joinKey(int column) {
    return joinKeys != null && joinKeys[column] != null ? joinKeys[column] : unqualified(column);
  }

  /** Whether the column's name without a table does not stand for the column alone. */
  boolean isMerged(int column) {
    return merged != null && merged[column] != null;
  }

  /**
   * Merges columns to the right into this one.
   *
   * @param value what the name without a table stands for from now on
   * @param joinKey what a later USING is compared with; null if it is the value
   */
  void merge(int column, Bound value, Bound joinKey) {
    if (merged == null) {
      merged = new Bound[columnCount()];
      joinKeys = new Bound[columnCount()];
    }
    merged[column] = value;
    joinKeys[column] = joinKey;
  }

  /** The rowid; null if there is none. */
  Bound rowid() {
    return rowid;
  }

  /** Marks a column as merged into one of the same name to the left by USING or NATURAL. */
  void markJoined(int column) {
    if (joined == null) {
      joined = new boolean[columnCount()];
    }
    joined[column] = true;
  }

  boolean isJoined(int column) {
    return joined != null && joined[column];
  }
}
