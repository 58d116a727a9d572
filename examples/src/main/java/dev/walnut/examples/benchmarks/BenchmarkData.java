// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/**
 * The data that the workloads read.
 *
 * <pre>
 *   item       rowCount rows of 8 columns; unique text key, secondary index on amount
 *   child      10,000 rows that refer to items by rowid
 *   left_side  10,000 rows, no index on k
 *   right_side 100,000 rows, no index on k
 * </pre>
 */
final class BenchmarkData {

  static final int CATEGORY_COUNT = 100;
  static final int CHILD_COUNT = 10_000;

  private static final int COMMIT_EVERY = 50_000;
  private static final int RIGHT_COUNT = 100_000;

  private BenchmarkData() {}

  static String key(long id) {
    return "key-" + Long.toString(id * 2_654_435_761L % 4_294_967_291L, 36) + "-" + id;
  }

  static void create(Connection connection, int rowCount) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous=OFF");
      statement.execute(
          "CREATE TABLE item(id INTEGER PRIMARY KEY, key TEXT NOT NULL, category INTEGER,"
              + " amount INTEGER, price REAL, name TEXT, note TEXT, created INTEGER)");
      statement.execute("CREATE TABLE child(id INTEGER PRIMARY KEY, item_id INTEGER, v INTEGER)");
      statement.execute("CREATE TABLE left_side(k INTEGER, v INTEGER)");
      statement.execute("CREATE TABLE right_side(k INTEGER, v INTEGER)");
    }
    connection.setAutoCommit(false);
    SplittableRandom random = new SplittableRandom(42);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO item VALUES(?,?,?,?,?,?,?,?)")) {
      for (int id = 1; id <= rowCount; id++) {
        insert.setLong(1, id);
        insert.setString(2, key(id));
        insert.setInt(3, random.nextInt(CATEGORY_COUNT));
        insert.setInt(4, random.nextInt(rowCount));
        insert.setDouble(5, random.nextInt(10_000_000) / 100.0);
        insert.setString(6, "Item number " + id);
        insert.setString(7, random.nextInt(10) == 0 ? null : "note " + random.nextInt(1000));
        insert.setLong(8, 1_700_000_000_000L + random.nextInt(1_000_000_000));
        insert.addBatch();
        commitNowAndThen(connection, insert, id);
      }
      insert.executeBatch();
    }
    fill(connection, "INSERT INTO child(item_id, v) VALUES(?,?)", CHILD_COUNT, rowCount, random);
    fill(connection, "INSERT INTO left_side VALUES(?,?)", 10_000, RIGHT_COUNT, random);
    fill(connection, "INSERT INTO right_side VALUES(?,?)", RIGHT_COUNT, RIGHT_COUNT, random);
    connection.commit();
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE UNIQUE INDEX item_key ON item(key)");
      statement.execute("CREATE INDEX item_amount ON item(amount)");
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void fill(
      Connection connection, String sql, int count, int keyBound, SplittableRandom random)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int i = 1; i <= count; i++) {
        insert.setInt(1, 1 + random.nextInt(keyBound));
        insert.setInt(2, random.nextInt(1000));
        insert.addBatch();
        commitNowAndThen(connection, insert, i);
      }
      insert.executeBatch();
    }
  }

  private static void commitNowAndThen(Connection connection, PreparedStatement insert, int row)
      throws SQLException {
    if (row % COMMIT_EVERY == 0) {
      insert.executeBatch();
      connection.commit();
    }
  }
}
