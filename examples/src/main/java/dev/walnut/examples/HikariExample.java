// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Eight threads move money between accounts through a HikariCP pool; the sum never changes.
 *
 * <p>Transfers start with BEGIN IMMEDIATE, so that a writer waits for its turn at the beginning
 * instead of failing half-way: the way to write from a pool with SQLite, too.
 */
public final class HikariExample {

  private static final int THREAD_COUNT = 8;
  private static final int ACCOUNT_COUNT = 100;
  private static final int START_BALANCE = 1000;

  private HikariExample() {}

  public static void main(String[] args) throws Exception {
    Path file = Files.createTempDirectory("walnut").resolve("bank.db");
    try {
      String url = args.length > 0 ? args[0] : "jdbc:walnut:" + file;
      run(url, 200, System.out);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    }
  }

  /** Runs the transfers and returns the sum of all balances afterwards. */
  static long run(String url, int transfersPerThread, PrintStream out)
      throws SQLException, InterruptedException, ExecutionException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(THREAD_COUNT);
    config.setPoolName("walnut-example");
    config.setConnectionInitSql("PRAGMA busy_timeout=30000");
    try (HikariDataSource pool = new HikariDataSource(config)) {
      createAccounts(pool);
      long start = System.nanoTime();
      ExecutorService threads = Executors.newFixedThreadPool(THREAD_COUNT);
      try {
        List<Future<?>> running = new ArrayList<>();
        for (int t = 0; t < THREAD_COUNT; t++) {
          int thread = t;
          running.add(
              threads.submit(
                  () -> {
                    for (int i = 0; i < transfersPerThread; i++) {
                      transfer(pool, 1 + (thread * 31 + i) % ACCOUNT_COUNT, 1 + i % ACCOUNT_COUNT);
                    }
                    return null;
                  }));
        }
        for (Future<?> future : running) {
          future.get();
        }
      } finally {
        threads.shutdownNow();
      }
      long sum = sum(pool);
      out.printf(
          "%d transfers by %d threads in %.1f ms; sum of all balances %d%n",
          THREAD_COUNT * transfersPerThread, THREAD_COUNT, (System.nanoTime() - start) / 1e6, sum);
      return sum;
    }
  }

  private static void createAccounts(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE account(id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)");
      statement.execute(
          "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < "
              + ACCOUNT_COUNT
              + ") INSERT INTO account SELECT i, "
              + START_BALANCE
              + " FROM n");
    }
  }

  private static void transfer(HikariDataSource pool, int from, int to) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        PreparedStatement add =
            connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
      statement.execute("BEGIN IMMEDIATE");
      try {
        add(add, -1, from);
        add(add, 1, to);
        statement.execute("COMMIT");
      } catch (SQLException e) {
        statement.execute("ROLLBACK");
        throw e;
      }
    }
  }

  private static void add(PreparedStatement add, int amount, int account) throws SQLException {
    add.setInt(1, amount);
    add.setInt(2, account);
    add.executeUpdate();
  }

  private static long sum(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT sum(balance) FROM account")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
