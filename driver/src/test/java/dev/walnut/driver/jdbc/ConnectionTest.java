// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest extends JdbcTestBase {
  private static final String ENDLESS =
      "with recursive c(x) as (select 1 union all select x+1 from c) select count(*) from c";

  @TempDir Path folder;

  @Test
  void closingTheConnectionClosesWhatHangsOnIt() throws SQLException {
    String url = "jdbc:walnut:" + folder.resolve("a.db") + "?busy_timeout=0";
    Connection c = DriverManager.getConnection(url);
    Statement s = c.createStatement();
    s.execute("create table t(a); insert into t values(1),(2)");
    PreparedStatement p = c.prepareStatement("select a from t");
    ResultSet rows = p.executeQuery();
    assertThat(rows.next()).isTrue();
    ResultSet metadata = c.getMetaData().getTables(null, null, "%", null);
    c.close();
    c.close();
    assertThat(c.isClosed()).isTrue();
    assertThat(s.isClosed()).isTrue();
    assertThat(p.isClosed()).isTrue();
    assertThat(rows.isClosed()).isTrue();
    assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
    assertThatThrownBy(metadata::next).isInstanceOf(SQLException.class);
    assertThatThrownBy(p::executeQuery).hasMessageContaining("closed");
    assertThatThrownBy(() -> s.execute("select 1")).hasMessageContaining("closed");
    assertThatThrownBy(c::createStatement).hasMessageContaining("closed");
    assertThatThrownBy(c::getMetaData).hasMessageContaining("closed");
    assertThatThrownBy(c::getAutoCommit).hasMessageContaining("closed");
    assertThat(c.isValid(1)).isFalse();
    try (Connection other = DriverManager.getConnection(url);
        Statement so = other.createStatement()) {
      assertThat(so.executeUpdate("insert into t values(3)")).isEqualTo(1);
    }
  }

  @Test
  void smallAnswers() throws SQLException {
    assertThat(connection.isValid(0)).isTrue();
    assertThatThrownBy(() -> connection.isValid(-1)).isInstanceOf(SQLException.class);
    assertThat(connection.getCatalog()).isNull();
    assertThat(connection.getSchema()).isNull();
    connection.setCatalog("x");
    connection.setSchema("x");
    assertThat(connection.getTypeMap()).isEmpty();
    assertThat((Object) connection.getWarnings()).isNull();
    connection.setNetworkTimeout(null, 50);
    assertThat(connection.getNetworkTimeout()).isEqualTo(50);
    connection.setClientInfo("ApplicationName", "test");
    assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("test");
    connection.setClientInfo(new Properties());
    assertThat(connection.getClientInfo()).isEmpty();
    assertThat(connection.nativeSQL("select {fn ucase('a')}")).isEqualTo("select upper('a')");
    connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
    assertThat(connection.getHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
    assertThat(connection.unwrap(WalnutConnection.class)).isSameAs(connection);
    assertThatThrownBy(() -> connection.unwrap(String.class)).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> connection.prepareCall("{call x}"))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> connection.createArrayOf("x", new Object[0]))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(
            () ->
                connection.createStatement(
                    ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(
            () ->
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> connection.prepareStatement(null)).isInstanceOf(SQLException.class);
  }

  @Test
  void optionsOfTheUrlTakeEffect() throws SQLException {
    Path file = folder.resolve("b.db");
    String url =
        "jdbc:walnut:"
            + file
            + "?page_size=8192&encoding=UTF-16le&journal_mode=PERSIST&foreign_keys=true"
            + "&cache_size=-500&busy_timeout=77&user_version=9";
    try (Connection c = DriverManager.getConnection(url);
        Statement s = c.createStatement()) {
      s.execute("create table t(a)");
      assertThat(all(s.executeQuery("PRAGMA page_size"))).isEqualTo("8192");
      assertThat(all(s.executeQuery("PRAGMA encoding"))).isEqualTo("UTF-16le");
      assertThat(all(s.executeQuery("PRAGMA journal_mode"))).isEqualTo("persist");
      assertThat(all(s.executeQuery("PRAGMA foreign_keys"))).isEqualTo("1");
      assertThat(all(s.executeQuery("PRAGMA cache_size"))).isEqualTo("-500");
      assertThat(all(s.executeQuery("PRAGMA busy_timeout"))).isEqualTo("77");
      assertThat(all(s.executeQuery("PRAGMA user_version"))).isEqualTo("9");
    }
    assertThat(folder.toFile().list()).allMatch(name -> name.startsWith("b.db"));
  }

  @Test
  void aFailedOpenLeavesNothingOpen() {
    String url = "jdbc:walnut:" + folder.resolve("c.db") + "?journal_mode=nonsense";
    assertThatThrownBy(() -> DriverManager.getConnection(url)).hasMessageContaining("nonsense");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:walnut:/no/such/folder/x.db"))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(14);
              assertThat(e.getSQLState()).isEqualTo("08001");
            });
  }

  @Test
  void readOnlyFilesAreRead() throws Exception {
    Path file = folder.resolve("d.db");
    try (Connection c = DriverManager.getConnection("jdbc:walnut:" + file);
        Statement s = c.createStatement()) {
      s.execute("create table t(a); insert into t values(1)");
    }
    try (Connection c = DriverManager.getConnection("jdbc:walnut:file:" + file + "?mode=ro");
        Statement s = c.createStatement()) {
      assertThat(c.isReadOnly()).isTrue();
      c.setReadOnly(false);
      assertThat(all(s.executeQuery("select a from t"))).isEqualTo("1");
      assertThatThrownBy(() -> s.execute("insert into t values(2)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(8));
    }
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    "jdbc:walnut:file:" + folder.resolve("none.db") + "?mode=rw"))
        .isInstanceOf(SQLException.class);
    assertThat(Files.exists(folder.resolve("none.db"))).isFalse();
  }

  @Test
  void sharedMemoryDatabasesAreOne() throws SQLException {
    String url = "jdbc:walnut:file:shared-" + System.nanoTime() + "?mode=memory&cache=shared";
    try (Connection a = DriverManager.getConnection(url);
        Connection b = DriverManager.getConnection(url);
        Statement sa = a.createStatement();
        Statement sb = b.createStatement()) {
      sa.execute("create table t(x); insert into t values(5)");
      assertThat(all(sb.executeQuery("select x from t"))).isEqualTo("5");
    }
  }

  @Test
  @Timeout(30)
  void aQueryTimeoutStopsTheQuery() throws SQLException {
    try (Statement s = connection.createStatement()) {
      s.setQueryTimeout(1);
      assertThatThrownBy(() -> s.executeQuery(ENDLESS))
          .isInstanceOfSatisfying(
              SQLTimeoutException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("57014");
                assertThat(e.getErrorCode()).isEqualTo(9);
              });
      assertThat(all(s.executeQuery("select 1"))).isEqualTo("1");
    }
  }

  @Test
  @Timeout(30)
  void cancelStopsTheQueryOfAnotherThread() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (Statement s = connection.createStatement()) {
      s.cancel();
      Future<?> running =
          executor.submit(
              () ->
                  assertThatThrownBy(() -> s.executeQuery(ENDLESS))
                      .isInstanceOfSatisfying(
                          SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014")));
      while (!running.isDone()) {
        s.cancel();
        Thread.onSpinWait();
      }
      running.get();
      assertThat(all(s.executeQuery("select 1"))).isEqualTo("1");
    } finally {
      executor.shutdown();
    }
  }

  @Test
  @Timeout(30)
  void abortStopsAndCloses() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try (Connection c = DriverManager.getConnection("jdbc:walnut::memory:")) {
      CountDownLatch started = new CountDownLatch(1);
      Statement s = c.createStatement();
      Future<?> running =
          executor.submit(
              () -> {
                started.countDown();
                assertThatThrownBy(() -> s.executeQuery(ENDLESS)).isInstanceOf(SQLException.class);
              });
      started.await();
      while (!running.isDone()) {
        c.abort(executor);
        Thread.onSpinWait();
      }
      running.get();
      while (!c.isClosed()) {
        Thread.onSpinWait();
      }
    } finally {
      executor.shutdown();
    }
  }

  @Test
  @Timeout(60)
  void threadsShareAConnectionWithoutMixingTheirRows() throws Exception {
    run("create table t(id integer primary key, n text)");
    try (PreparedStatement p = connection.prepareStatement("insert into t values(?,?)")) {
      for (int i = 0; i < 200; i++) {
        p.setInt(1, i);
        p.setString(2, "name " + i);
        p.addBatch();
      }
      p.executeBatch();
    }
    ExecutorService executor = Executors.newFixedThreadPool(4);
    List<Future<?>> workers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int thread = t;
      workers.add(
          executor.submit(
              () -> {
                try (PreparedStatement p =
                    connection.prepareStatement("select id, n from t where id >= ?")) {
                  for (int round = 0; round < 10; round++) {
                    p.setInt(1, thread * 10);
                    int expected = thread * 10;
                    try (ResultSet rows = p.executeQuery()) {
                      while (rows.next()) {
                        assertThat(rows.getInt(1)).isEqualTo(expected);
                        assertThat(rows.getString(2)).isEqualTo("name " + expected);
                        expected++;
                      }
                    }
                    assertThat(expected).isEqualTo(200);
                    run("update t set n=n where id=" + thread);
                  }
                }
                return null;
              }));
    }
    for (Future<?> worker : workers) {
      worker.get();
    }
    executor.shutdown();
  }

  @Test
  void recyclingPutsEverythingBack() throws SQLException {
    run("create table t(a)");
    connection.setAutoCommit(false);
    run("insert into t values(1)");
    connection.setReadOnly(true);
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
    Statement s = connection.createStatement();
    connection.unwrap(WalnutConnection.class).recycle();
    assertThat(s.isClosed()).isTrue();
    assertThat(connection.getAutoCommit()).isTrue();
    assertThat(connection.isReadOnly()).isFalse();
    assertThat(text("select count(*) from t")).isEqualTo("0");
  }

  @Test
  void explicitReadOnlyBeginsImmediate() throws SQLException {
    String url = "jdbc:walnut:" + folder.resolve("e.db") + "?busy_timeout=0";
    try (Connection a = DriverManager.getConnection(url + "&jdbc.explicit_readonly=true");
        Connection b = DriverManager.getConnection(url);
        Statement sa = a.createStatement();
        Statement sb = b.createStatement()) {
      sb.execute("create table t(a)");
      a.setAutoCommit(false);
      sa.executeQuery("select * from t").close();
      assertThatThrownBy(() -> sb.execute("insert into t values(1)"))
          .isInstanceOf(SQLException.class);
      a.rollback();
      a.setReadOnly(true);
      sa.executeQuery("select * from t").close();
      a.rollback();
      sb.execute("insert into t values(1)");
    }
  }
}
