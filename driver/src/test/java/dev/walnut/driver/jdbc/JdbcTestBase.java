// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One connection to a database in memory for each test, and short words for frequent steps. */
abstract class JdbcTestBase {
  Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:walnut::memory:");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The first column of the first row as text; null if there is no row. */
  String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : null;
    }
  }

  /** All rows: columns joined by {@code |}, rows by a space. */
  String all(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return all(rows);
    }
  }

  static String all(ResultSet rows) throws SQLException {
    StringBuilder text = new StringBuilder();
    int count = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      text.append(text.isEmpty() ? "" : " ");
      for (int i = 1; i <= count; i++) {
        text.append(i == 1 ? "" : "|").append(rows.getString(i));
      }
    }
    return text.toString();
  }
}
