// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.stress;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tables of the stress test and what holds in every committed state.
 *
 * <pre>
 *   account(id, balance, pad)          the sum of balances never changes
 *   worker(id, seq)                    commits of each worker; their sum is turn.n
 *   history(turn, worker, pad)         a row for each commit, but for turn.removed old ones
 *   turn(n, weighted, removed)         n: all commits; weighted: sum of id * balance
 * </pre>
 *
 * Each commit changes all four in one transaction, so that pages of two states never fit together.
 */
final class StressDatabase {
  static final int ACCOUNTS = 150;
  static final int MAX_WORKERS = 1000;

  private static final long BALANCE = 1000;

  private StressDatabase() {}

  /** Makes the tables in an empty database, and WAL mode. */
  static void create(Connection connection, int pageSize) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size=" + pageSize);
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("BEGIN");
      statement.execute("CREATE TABLE account(id INTEGER PRIMARY KEY, balance INTEGER, pad)");
      statement.execute("CREATE INDEX account_balance ON account(balance)");
      statement.execute("CREATE TABLE worker(id INTEGER PRIMARY KEY, seq INTEGER)");
      statement.execute("CREATE TABLE history(turn INTEGER PRIMARY KEY, worker INTEGER, pad)");
      statement.execute("CREATE INDEX history_worker ON history(worker, turn)");
      statement.execute("CREATE TABLE turn(n INTEGER, weighted INTEGER, removed INTEGER)");
      for (int id = 1; id <= ACCOUNTS; id++) {
        statement.execute(
            "INSERT INTO account VALUES(" + id + ", " + BALANCE + ", zeroblob(" + id % 90 + "))");
      }
      statement.execute("INSERT INTO turn SELECT 0, sum(id * balance), 0 FROM account");
      statement.execute("COMMIT");
    }
  }

  /**
   * Reads everything in the open transaction.
   *
   * @return the number of commits, and figures that belong to that state
   * @throws Violation if it is not one committed state
   */
  static long[] state(Statement statement) throws SQLException {
    long[] turn = row(statement, "SELECT n, weighted, removed FROM turn");
    long[] account =
        row(statement, "SELECT count(*), sum(balance), sum(id * balance) FROM account");
    long[] byIndex =
        row(statement, "SELECT count(*), sum(balance) FROM account WHERE balance > -1000000000");
    long[] worker = row(statement, "SELECT coalesce(sum(seq), 0) FROM worker");
    long[] history =
        row(
            statement,
            "SELECT count(*), coalesce(max(turn), 0), coalesce(sum(length(pad)), 0) FROM history");
    long[] historyByIndex =
        row(statement, "SELECT count(*), coalesce(sum(worker), 0) FROM history WHERE worker >= 0");
    List<String> wrong = new ArrayList<>();
    check(wrong, "accounts", account[0], ACCOUNTS);
    check(wrong, "sum of balances", account[1], ACCOUNTS * BALANCE);
    check(wrong, "weighted sum", account[2], turn[1]);
    check(wrong, "accounts by index", byIndex[0], ACCOUNTS);
    check(wrong, "balances by index", byIndex[1], ACCOUNTS * BALANCE);
    check(wrong, "sum of workers' commits", worker[0], turn[0]);
    check(wrong, "history", history[0] + turn[2], turn[0]);
    check(wrong, "last of history", history[1], turn[0]);
    check(wrong, "history by index", historyByIndex[0], history[0]);
    if (!wrong.isEmpty()) {
      throw new Violation("not a committed state: " + wrong + ", turn " + Arrays.toString(turn));
    }
    return new long[] {turn[0], turn[1], turn[2], history[0], history[2], historyByIndex[1]};
  }

  private static void check(List<String> wrong, String what, long found, long expected) {
    if (found != expected) {
      wrong.add(what + " " + found + ", not " + expected);
    }
  }

  private static long[] row(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      if (!rows.next()) {
        throw new Violation("no row: " + sql);
      }
      long[] values = new long[rows.getMetaData().getColumnCount()];
      for (int i = 0; i < values.length; i++) {
        values[i] = rows.getLong(i + 1);
      }
      return values;
    }
  }

  /** The commits of a worker that are in the database. */
  static long commitsOf(Statement statement, int worker) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT seq FROM worker WHERE id = " + worker)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  /** What must not happen. */
  static final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
      super(message);
    }
  }
}
