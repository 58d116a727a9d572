// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The driver under test, in this JVM, with answers written as {@link ForeignSqlite} writes them.
 */
final class WalnutSide implements AutoCloseable {

  static final String URL_PREFIX = System.getProperty("walnut.tck.url", "jdbc:walnut:");

  private final Connection connection;

  private WalnutSide(Connection connection) {
    this.connection = connection;
  }

  static WalnutSide open(Path file) throws SQLException {
    return new WalnutSide(DriverManager.getConnection(URL_PREFIX + file));
  }

  Connection connection() {
    return connection;
  }

  void execute(String... commands) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  /** Runs one statement and returns SQLite's primary result code, 0 for success. */
  int tryExecute(String sql) {
    try {
      execute(sql);
      return 0;
    } catch (SQLException e) {
      return e.getErrorCode() & 0xff;
    }
  }

  List<String> query(String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        lines.add(JdbcChild.row(rows));
      }
    }
    return lines;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
