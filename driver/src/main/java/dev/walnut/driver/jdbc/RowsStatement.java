// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * Rows that are already there, read as if a statement gave them: metadata, generated keys, buffered
 * results. So one class of result set serves all.
 */
final class RowsStatement implements SqlStatement {
  private final List<ColumnInfo> columns;
  private final List<Value[]> rows;
  private int next;
  private Value[] row;

  RowsStatement(List<ColumnInfo> columns, List<Value[]> rows) {
    this.columns = columns;
    this.rows = rows;
  }

  @Override
  public Kind kind() {
    return Kind.QUERY;
  }

  @Override
  public String sql() {
    return "";
  }

  @Override
  public int tailOffset() {
    return 0;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public int parameterCount() {
    return 0;
  }

  @Override
  public String parameterName(int parameterNumber) {
    return null;
  }

  @Override
  public int parameterNumber(String name) {
    return 0;
  }

  @Override
  public void setNull(int parameterNumber) {
    throw noParameters();
  }

  @Override
  public void setLong(int parameterNumber, long value) {
    throw noParameters();
  }

  @Override
  public void setDouble(int parameterNumber, double value) {
    throw noParameters();
  }

  @Override
  public void setText(int parameterNumber, String value) {
    throw noParameters();
  }

  @Override
  public void setBlob(int parameterNumber, byte[] value) {
    throw noParameters();
  }

  private static IllegalStateException noParameters() {
    return new IllegalStateException("rows have no parameters");
  }

  @Override
  public void clearParameters() {
    // There are none.
  }

  @Override
  public int columnCount() {
    return columns.size();
  }

  @Override
  public List<ColumnInfo> columns() {
    return columns;
  }

  @Override
  public boolean step() {
    if (next < rows.size()) {
      row = rows.get(next++);
      return true;
    }
    row = null;
    return false;
  }

  @Override
  public void reset() {
    next = rows.size();
    row = null;
  }

  @Override
  public boolean isActive() {
    return row != null;
  }

  @Override
  public long changeCount() {
    return 0;
  }

  @Override
  public int columnType(int columnIndex) {
    return row[columnIndex].type();
  }

  @Override
  public long columnLong(int columnIndex) {
    return row[columnIndex].asLong();
  }

  @Override
  public double columnDouble(int columnIndex) {
    return row[columnIndex].asDouble();
  }

  @Override
  public String columnText(int columnIndex) {
    return row[columnIndex].asString();
  }

  @Override
  public byte[] columnBlob(int columnIndex) {
    return row[columnIndex].toByteArray();
  }

  @Override
  public Value columnValue(int columnIndex) {
    return row[columnIndex];
  }

  @Override
  public void close() {
    reset();
  }
}
