// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DeclaredType;
import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.value.Value;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Columns of a result. A column of a table has its declared type, whatever the rows hold; an
 * expression has the type of the current (or coming) row's value. {@code getColumnType}, {@code
 * getColumnClassName} and {@code getObject} agree.
 */
final class WalnutResultSetMetaData implements ResultSetMetaData, SelfWrapper {
  private final ColumnLabels labels;
  private final WalnutResultSet rows;

  /**
   * @param rows where to look for values; null for a statement that was not run
   */
  WalnutResultSetMetaData(ColumnLabels labels, WalnutResultSet rows) {
    this.labels = labels;
    this.rows = rows;
  }

  private ColumnInfo column(int number) throws SQLException {
    if (number < 1 || number > labels.count()) {
      throw DriverErrors.columnIndex(number, labels.count());
    }
    return labels.column(number - 1);
  }

  private DeclaredType declared(int number) throws SQLException {
    String text = column(number).declaredType();
    return text == null || text.isBlank() ? null : DeclaredType.of(text);
  }

  private int storage(int number) throws SQLException {
    return rows == null || rows.isClosed() ? -1 : rows.storageClass(number - 1);
  }

  @Override
  public int getColumnCount() {
    return labels.count();
  }

  @Override
  public int getColumnType(int number) throws SQLException {
    DeclaredType declared = declared(number);
    if (declared != null) {
      boolean wide =
          declared.jdbcType() == Types.INTEGER
              && storage(number) == Value.INTEGER
              && rows.isWide(number - 1);
      return wide ? Types.BIGINT : declared.jdbcType();
    }
    return switch (storage(number)) {
      case Value.INTEGER -> rows.isWide(number - 1) ? Types.BIGINT : Types.INTEGER;
      case Value.REAL -> Types.FLOAT;
      case Value.BLOB -> Types.BLOB;
      case Value.NULL -> Types.NUMERIC;
      // TEXT, or no row to look at: every value can be read as text.
      default -> Types.VARCHAR;
    };
  }

  @Override
  public String getColumnTypeName(int number) throws SQLException {
    DeclaredType declared = declared(number);
    if (declared != null) {
      return declared.name();
    }
    return switch (storage(number)) {
      case Value.INTEGER -> "INTEGER";
      case Value.REAL -> "FLOAT";
      case Value.BLOB -> "BLOB";
      case Value.NULL -> "NUMERIC";
      default -> "TEXT";
    };
  }

  @Override
  public String getColumnClassName(int number) throws SQLException {
    column(number);
    boolean bigint = labels.isBigint(number - 1);
    switch (storage(number)) {
      case Value.INTEGER:
        return bigint || rows.isWide(number - 1) ? "java.lang.Long" : "java.lang.Integer";
      case Value.REAL:
        return "java.lang.Double";
      case Value.TEXT:
        return "java.lang.String";
      case Value.BLOB:
        return "[B";
      default:
        return classOf(getColumnType(number));
    }
  }

  private static String classOf(int jdbcType) {
    return switch (jdbcType) {
      case Types.BIGINT -> "java.lang.Long";
      case Types.INTEGER, Types.SMALLINT, Types.TINYINT, Types.BOOLEAN -> "java.lang.Integer";
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> "java.lang.Double";
      case Types.BLOB, Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> "[B";
      case Types.VARCHAR, Types.CHAR, Types.CLOB, Types.LONGVARCHAR -> "java.lang.String";
      default -> "java.lang.Object";
    };
  }

  @Override
  public String getColumnName(int number) throws SQLException {
    return column(number).name();
  }

  @Override
  public String getColumnLabel(int number) throws SQLException {
    return column(number).name();
  }

  @Override
  public String getTableName(int number) throws SQLException {
    String table = column(number).tableName();
    return table == null ? "" : table;
  }

  @Override
  public String getCatalogName(int number) throws SQLException {
    column(number);
    return "";
  }

  @Override
  public String getSchemaName(int number) throws SQLException {
    column(number);
    return "";
  }

  @Override
  public int getPrecision(int number) throws SQLException {
    DeclaredType declared = declared(number);
    return declared == null ? 0 : declared.precision();
  }

  @Override
  public int getScale(int number) throws SQLException {
    DeclaredType declared = declared(number);
    return declared == null ? 0 : declared.scale();
  }

  @Override
  public int getColumnDisplaySize(int number) throws SQLException {
    int precision = getPrecision(number);
    return precision > 0 ? precision : Integer.MAX_VALUE;
  }

  @Override
  public int isNullable(int number) throws SQLException {
    return column(number).notNull() ? columnNoNulls : columnNullable;
  }

  @Override
  public boolean isAutoIncrement(int number) throws SQLException {
    return column(number).autoIncrement();
  }

  @Override
  public boolean isSigned(int number) throws SQLException {
    return DeclaredType.isSigned(getColumnType(number));
  }

  @Override
  public boolean isCaseSensitive(int number) throws SQLException {
    column(number);
    return true;
  }

  @Override
  public boolean isSearchable(int number) throws SQLException {
    column(number);
    return true;
  }

  @Override
  public boolean isCurrency(int number) throws SQLException {
    column(number);
    return false;
  }

  @Override
  public boolean isReadOnly(int number) throws SQLException {
    column(number);
    return false;
  }

  @Override
  public boolean isWritable(int number) throws SQLException {
    column(number);
    return true;
  }

  @Override
  public boolean isDefinitelyWritable(int number) throws SQLException {
    column(number);
    return column(number).tableName() != null;
  }
}
