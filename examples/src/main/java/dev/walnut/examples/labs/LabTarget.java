// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;

/** A driver and the file that it works on. */
final class LabTarget {

  private static final int BUSY_MILLIS = 30_000;

  private final Driver driver;
  private final String urlPrefix;
  private final Path file;

  LabTarget(Driver driver, String urlPrefix, Path file) {
    this.driver = driver;
    this.urlPrefix = urlPrefix;
    this.file = file;
  }

  Path file() {
    return file;
  }

  Path log() {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  Path sharedMemory() {
    return file.resolveSibling(file.getFileName() + "-shm");
  }

  /** Opens a connection that waits long for locks, and runs statements on it. */
  Connection connect(String... commands) throws SQLException {
    Connection connection = driver.connect(urlPrefix + file, new Properties());
    try {
      execute(connection, "PRAGMA busy_timeout=" + BUSY_MILLIS);
      execute(connection, commands);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  static void execute(Connection connection, String... commands) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  /** The columns of a query's first row. */
  static long[] row(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      long[] values = new long[rows.getMetaData().getColumnCount()];
      if (!rows.next()) {
        throw new SQLException("no row from " + sql);
      }
      for (int i = 0; i < values.length; i++) {
        values[i] = rows.getLong(i + 1);
      }
      return values;
    }
  }

  static long number(Connection connection, String sql) throws SQLException {
    return row(connection, sql)[0];
  }

  /** Inserts rows firstId to lastId of 150 to 250 bytes, the same in both drivers. */
  static void insert(PreparedStatement insert, long firstId, long lastId) throws SQLException {
    for (long id = firstId; id <= lastId; id++) {
      insert.setLong(1, id);
      byte[] payload = new byte[150 + (int) (id * 7919 % 101)];
      Arrays.fill(payload, (byte) id);
      insert.setBytes(2, payload);
      insert.addBatch();
      if (id % 1000 == 0 || id == lastId) {
        insert.executeBatch();
      }
    }
  }

  /** What a check of the file finds: integrity, number and sums of the rows. */
  String verify() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      StringBuilder integrity = new StringBuilder();
      try (ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
        while (rows.next()) {
          integrity.append(integrity.length() == 0 ? "" : "; ").append(rows.getString(1));
        }
      }
      long[] sums =
          row(
              connection,
              "SELECT count(*), coalesce(sum(id), 0), coalesce(sum(length(payload)), 0) FROM log");
      return integrity + "\t" + sums[0] + "\t" + sums[1] + "\t" + sums[2];
    }
  }
}
