// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.sql.value.Value;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Parameters of a prepared statement. SQLite's parameters have no type; what is told is the type of
 * the value set last, and text for one that is not set.
 */
final class WalnutParameterMetaData implements ParameterMetaData, SelfWrapper {
  private final ParameterValues values;

  WalnutParameterMetaData(ParameterValues values) {
    this.values = values;
  }

  @Override
  public int getParameterCount() {
    return values.count();
  }

  @Override
  public int isNullable(int number) throws SQLException {
    check(number);
    return parameterNullable;
  }

  @Override
  public boolean isSigned(int number) throws SQLException {
    int type = values.type(check(number));
    return type == Value.INTEGER || type == Value.REAL;
  }

  @Override
  public int getPrecision(int number) throws SQLException {
    check(number);
    return 0;
  }

  @Override
  public int getScale(int number) throws SQLException {
    check(number);
    return 0;
  }

  @Override
  public int getParameterType(int number) throws SQLException {
    return switch (values.type(check(number))) {
      case Value.INTEGER -> Types.BIGINT;
      case Value.REAL -> Types.DOUBLE;
      case Value.BLOB -> Types.BLOB;
      default -> Types.VARCHAR;
    };
  }

  @Override
  public String getParameterTypeName(int number) throws SQLException {
    return switch (values.type(check(number))) {
      case Value.INTEGER -> "INTEGER";
      case Value.REAL -> "REAL";
      case Value.BLOB -> "BLOB";
      default -> "TEXT";
    };
  }

  @Override
  public String getParameterClassName(int number) throws SQLException {
    return switch (values.type(check(number))) {
      case Value.INTEGER -> "java.lang.Long";
      case Value.REAL -> "java.lang.Double";
      case Value.BLOB -> "[B";
      default -> "java.lang.String";
    };
  }

  @Override
  public int getParameterMode(int number) throws SQLException {
    check(number);
    return parameterModeIn;
  }

  private int check(int number) throws SQLException {
    if (number < 1 || number > values.count()) {
      throw DriverErrors.parameterIndex(number, values.count());
    }
    return number;
  }
}
