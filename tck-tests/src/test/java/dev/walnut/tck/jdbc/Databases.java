// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Connections of the driver under test and short ways to use them. */
final class Databases {

  static final String URL_PREFIX = System.getProperty("walnut.tck.url", "jdbc:walnut:");

  private Databases() {}

  static Connection memory() throws SQLException {
    return DriverManager.getConnection(URL_PREFIX + ":memory:");
  }

  static void execute(Connection connection, String... commands) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  /** The first column of all rows as strings. */
  static List<String> column(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return column(rows, 1);
    }
  }

  static List<String> column(ResultSet rows, int column) throws SQLException {
    List<String> values = new ArrayList<>();
    while (rows.next()) {
      values.add(rows.getString(column));
    }
    return values;
  }

  static List<String> column(ResultSet rows, String column) throws SQLException {
    List<String> values = new ArrayList<>();
    while (rows.next()) {
      values.add(rows.getString(column));
    }
    return values;
  }
}
