// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HikariCP with eight threads that read and write one file. */
class PoolTest {

  private static final int THREAD_COUNT = 8;
  private static final int ROUNDS = 60;
  private static final int ACCOUNT_COUNT = 50;

  @TempDir private Path directory;

  @Test
  void eightThreadsSeeOnlyCommittedStatesAndLoseNothing() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(Databases.URL_PREFIX + directory.resolve("pool.db"));
    config.setMaximumPoolSize(THREAD_COUNT);
    config.setConnectionInitSql("PRAGMA busy_timeout=60000");
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (Connection connection = pool.getConnection()) {
        Databases.execute(
            connection,
            "create table account(id integer primary key, balance integer)",
            "create table entry(id integer primary key, thread integer)",
            "with recursive n(i) as (values(1) union all select i + 1 from n where i < "
                + ACCOUNT_COUNT
                + ") insert into account select i, 100 from n");
      }
      ExecutorService threads = Executors.newFixedThreadPool(THREAD_COUNT);
      try {
        List<Future<?>> running = new ArrayList<>();
        for (int t = 0; t < THREAD_COUNT; t++) {
          int thread = t;
          running.add(
              threads.submit(
                  () -> {
                    for (int i = 0; i < ROUNDS; i++) {
                      if (thread % 2 == 0) {
                        write(pool, thread, i);
                      } else {
                        read(pool);
                      }
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
      try (Connection connection = pool.getConnection()) {
        assertThat(Databases.column(connection, "select count(*) from entry"))
            .containsExactly(Integer.toString(THREAD_COUNT / 2 * ROUNDS));
        assertThat(Databases.column(connection, "PRAGMA integrity_check")).containsExactly("ok");
      }
    }
  }

  private static void write(HikariDataSource pool, int thread, int round) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        PreparedStatement move =
            connection.prepareStatement("update account set balance = balance + ? where id = ?")) {
      statement.execute("begin immediate");
      move.setInt(1, -round);
      move.setInt(2, 1 + (thread + round) % ACCOUNT_COUNT);
      move.executeUpdate();
      move.setInt(1, round);
      move.setInt(2, 1 + round * 7 % ACCOUNT_COUNT);
      move.executeUpdate();
      statement.executeUpdate("insert into entry(thread) values(" + thread + ")");
      statement.execute("commit");
    }
  }

  private static void read(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        for (int i = 0; i < 2; i++) {
          try (ResultSet rows = statement.executeQuery("select sum(balance) from account")) {
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(100 * ACCOUNT_COUNT);
          }
        }
      }
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  @Test
  void aReturnedConnectionKeepsNoTransactionAndNoSettings() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(Databases.URL_PREFIX + directory.resolve("dirty.db"));
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (Connection connection = pool.getConnection()) {
        Databases.execute(connection, "create table t(a)");
        connection.setAutoCommit(false);
        Databases.execute(connection, "insert into t values(1)");
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(Databases.column(connection, "select count(*) from t")).containsExactly("0");
      }
    }
  }
}
