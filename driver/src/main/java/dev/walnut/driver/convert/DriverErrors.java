// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import java.sql.SQLClientInfoException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.util.Map;

/** Errors that the driver finds itself, before or after the database: misuse and conversions. */
public final class DriverErrors {
  private DriverErrors() {}

  public static SQLException connectionClosed() {
    return new SQLNonTransientConnectionException("the connection is closed", "08003");
  }

  public static SQLException statementClosed() {
    return new SQLNonTransientException("the statement is closed", "HY010");
  }

  public static SQLException resultSetClosed() {
    return new SQLNonTransientException("the result set is closed", "HY010");
  }

  /** Called at the wrong moment; the message says what has to come first. */
  public static SQLException sequence(String message) {
    return new SQLNonTransientException(message, "HY010");
  }

  /** Not possible in the transaction state the connection is in. */
  public static SQLException transactionState(String message) {
    return new SQLNonTransientException(message, "25000");
  }

  /** A bad argument of a JDBC call. */
  public static SQLException argument(String message) {
    return new SQLNonTransientException(message, "HY009");
  }

  public static SQLException columnIndex(int columnNumber, int count) {
    return new SQLNonTransientException(
        "column " + columnNumber + " out of bounds [1," + count + "]", "07009");
  }

  public static SQLException parameterIndex(int parameterNumber, int count) {
    return new SQLNonTransientException(
        "parameter " + parameterNumber + " out of bounds [1," + count + "]", "07009");
  }

  public static SQLException noSuchColumn(String label) {
    return new SQLNonTransientException("no such column: '" + label + "'", "42703");
  }

  /** A value that cannot be read or stored as the wanted type. */
  public static SQLException conversion(String message, Throwable cause) {
    return new SQLDataException(message, "22018", cause);
  }

  /** A number that the wanted type cannot hold. */
  public static SQLException outOfRange(String message) {
    return new SQLDataException(message, "22003");
  }

  public static SQLException unsupported(String what) {
    return new SQLFeatureNotSupportedException(what + " is not supported", "0A000");
  }

  /** A URL or property that cannot be understood. */
  public static SQLException option(String message) {
    return new SQLNonTransientConnectionException(message, "08001");
  }

  public static SQLClientInfoException clientInfo(String message) {
    return new SQLClientInfoException(message, Map.of());
  }
}
