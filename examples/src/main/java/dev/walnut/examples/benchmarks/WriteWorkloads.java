// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import dev.walnut.examples.benchmarks.Workload.Task;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Inserts, updates and deletes in a file of the driver's own; journal_mode=DELETE and FULL syncs
 * where the name does not say otherwise.
 */
final class WriteWorkloads {

  private static final int BATCH_ROWS = 1000;
  private static final int COPY_ROWS = 100_000;
  private static final int AUTOCOMMIT_ROWS = 20;

  private static final String[] ROLLBACK = {
    "PRAGMA journal_mode=DELETE", "PRAGMA synchronous=FULL"
  };
  private static final String[] NORMAL = {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL"};
  private static final String[] FULL = {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL"};

  private WriteWorkloads() {}

  static List<Workload> all() {
    return List.of(
        new Workload("insert batch of 1000", BATCH_ROWS, false, true, c -> batch(c, 0)),
        new Workload("insert batch, 3 indexes", BATCH_ROWS, false, true, c -> batch(c, 3)),
        new Workload("insert select 100k", COPY_ROWS, false, true, WriteWorkloads::copy),
        new Workload("insert autocommit", AUTOCOMMIT_ROWS, false, true, c -> single(c, ROLLBACK)),
        new Workload(
            "insert autocommit, wal normal", AUTOCOMMIT_ROWS, false, true, c -> single(c, NORMAL)),
        new Workload(
            "insert autocommit, wal full", AUTOCOMMIT_ROWS, false, true, c -> single(c, FULL)),
        new Workload("point rowid, wal", 1, false, true, WriteWorkloads::pointInLog),
        new Workload("update batch of 1000", BATCH_ROWS, false, true, WriteWorkloads::update));
  }

  private static void execute(Connection connection, String... commands) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  private static Task batch(Connection connection, int indexCount) throws SQLException {
    String table = "batch" + indexCount;
    execute(connection, ROLLBACK);
    execute(
        connection,
        "DROP TABLE IF EXISTS " + table,
        "CREATE TABLE " + table + "(id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c REAL)");
    String[] columns = {"a", "b", "c"};
    for (int i = 0; i < indexCount; i++) {
      execute(
          connection,
          "CREATE INDEX " + table + "_" + columns[i] + " ON " + table + "(" + columns[i] + ")");
    }
    PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + "(a, b, c) VALUES(?,?,?)");
    return index -> {
      connection.setAutoCommit(false);
      for (int i = 0; i < BATCH_ROWS; i++) {
        long number = ReadWorkloads.mix(index * BATCH_ROWS + i);
        insert.setString(1, "text " + number % 1_000_000);
        insert.setLong(2, number % 1_000_000_007);
        insert.setDouble(3, number % 1000 / 8.0);
        insert.addBatch();
      }
      int count = insert.executeBatch().length;
      connection.commit();
      connection.setAutoCommit(true);
      return count;
    };
  }

  private static Task copy(Connection connection) throws SQLException {
    execute(connection, ROLLBACK);
    execute(
        connection,
        "DROP TABLE IF EXISTS source",
        "DROP TABLE IF EXISTS target",
        "CREATE TABLE source(id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c REAL)",
        "CREATE TABLE target(id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c REAL)",
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < "
            + COPY_ROWS
            + ") INSERT INTO source SELECT i, 'text ' || i, i * 7, i / 8.0 FROM n");
    return new Task() {
      @Override
      public void beforeRun() throws SQLException {
        execute(connection, "DELETE FROM target");
      }

      @Override
      public long run(long index) throws SQLException {
        execute(connection, "INSERT INTO target SELECT * FROM source WHERE b >= 0");
        return COPY_ROWS;
      }
    };
  }

  /** Reads of a table whose pages are in the log, in a transaction each. */
  private static Task pointInLog(Connection connection) throws SQLException {
    execute(connection, NORMAL);
    execute(
        connection,
        "DROP TABLE IF EXISTS logged",
        "CREATE TABLE logged(id INTEGER PRIMARY KEY, a TEXT, b INTEGER)",
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
            + " INSERT INTO logged SELECT i, 'text ' || i, i FROM n");
    PreparedStatement select = connection.prepareStatement("SELECT b FROM logged WHERE id=?");
    return index -> {
      select.setLong(1, 1 + ReadWorkloads.mix(index) % 10_000);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? rows.getLong(1) : -1;
      }
    };
  }

  private static Task single(Connection connection, String... mode) throws SQLException {
    execute(connection, mode);
    execute(
        connection,
        "DROP TABLE IF EXISTS single",
        "CREATE TABLE single(id INTEGER PRIMARY KEY, a TEXT, b INTEGER)");
    PreparedStatement insert = connection.prepareStatement("INSERT INTO single(a, b) VALUES(?,?)");
    return index -> {
      long count = 0;
      for (int i = 0; i < AUTOCOMMIT_ROWS; i++) {
        insert.setString(1, "text " + i);
        insert.setLong(2, index);
        count += insert.executeUpdate();
      }
      return count;
    };
  }

  private static Task update(Connection connection) throws SQLException {
    execute(connection, ROLLBACK);
    execute(
        connection,
        "DROP TABLE IF EXISTS account",
        "CREATE TABLE account(id INTEGER PRIMARY KEY, owner TEXT, balance INTEGER)",
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
            + " INSERT INTO account SELECT i, 'owner ' || i, 0 FROM n");
    PreparedStatement update =
        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
    PreparedStatement total = connection.prepareStatement("SELECT balance FROM account WHERE id=?");
    return index -> {
      connection.setAutoCommit(false);
      for (int i = 0; i < BATCH_ROWS; i++) {
        update.setInt(1, 1 + i % 3);
        update.setLong(2, 1 + ReadWorkloads.mix(index * BATCH_ROWS + i) % 100_000);
        update.executeUpdate();
      }
      connection.commit();
      connection.setAutoCommit(true);
      total.setLong(1, 1 + ReadWorkloads.mix(index * BATCH_ROWS) % 100_000);
      try (ResultSet rows = total.executeQuery()) {
        return rows.next() ? rows.getLong(1) : -1;
      }
    };
  }
}
