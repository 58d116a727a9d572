// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionTest extends JdbcTestBase {
  @TempDir Path folder;

  @BeforeEach
  void createTable() throws SQLException {
    run("create table t(a)");
  }

  @Test
  void commitKeepsAndRollbackUndoes() throws SQLException {
    connection.setAutoCommit(false);
    run("insert into t values(1)");
    connection.commit();
    run("insert into t values(2)");
    connection.rollback();
    assertThat(all("select a from t")).isEqualTo("1");
    connection.commit();
    connection.commit();
    connection.rollback();
  }

  @Test
  void commitAndRollbackInAutocommitAreErrors() {
    assertThatThrownBy(() -> connection.commit()).hasMessageContaining("auto-commit");
    assertThatThrownBy(() -> connection.rollback()).hasMessageContaining("auto-commit");
  }

  @Test
  void switchingAutocommitOnCommits() throws SQLException {
    connection.setAutoCommit(false);
    run("insert into t values(1)");
    connection.setAutoCommit(true);
    assertThat(connection.getAutoCommit()).isTrue();
    run("begin", "rollback");
    assertThat(all("select a from t")).isEqualTo("1");
  }

  @Test
  void aBeginOfTheUsersOwnIsSeen() throws SQLException {
    run("begin");
    assertThat(connection.getAutoCommit()).isFalse();
    run("insert into t values(1)");
    connection.rollback();
    assertThat(connection.getAutoCommit()).isTrue();
    assertThat(text("select count(*) from t")).isEqualTo("0");
    connection.setAutoCommit(false);
    run("begin immediate", "insert into t values(2)", "commit", "insert into t values(3)");
    connection.rollback();
    assertThat(all("select a from t")).isEqualTo("2");
  }

  @Test
  void savepointsNest() throws SQLException {
    connection.setAutoCommit(false);
    run("insert into t values(1)");
    Savepoint outer = connection.setSavepoint();
    run("insert into t values(2)");
    Savepoint inner = connection.setSavepoint("in\"ner");
    run("insert into t values(3)");
    assertThat(inner.getSavepointName()).isEqualTo("in\"ner");
    assertThatThrownBy(inner::getSavepointId).isInstanceOf(SQLException.class);
    assertThat(outer.getSavepointId()).isPositive();
    assertThatThrownBy(outer::getSavepointName).isInstanceOf(SQLException.class);
    connection.rollback(inner);
    assertThat(all("select a from t")).isEqualTo("1 2");
    connection.releaseSavepoint(inner);
    assertThatThrownBy(() -> connection.rollback(inner)).isInstanceOf(SQLException.class);
    connection.rollback(outer);
    connection.commit();
    assertThat(all("select a from t")).isEqualTo("1");
  }

  @Test
  void aSavepointInAutocommitBeginsATransaction() throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    assertThat(connection.getAutoCommit()).isFalse();
    run("insert into t values(1)");
    connection.rollback(savepoint);
    connection.releaseSavepoint(savepoint);
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(text("select count(*) from t")).isEqualTo("0");
  }

  @Test
  void aSavepointOfAnotherConnectionIsRefused() throws SQLException {
    connection.setAutoCommit(false);
    try (Connection other = DriverManager.getConnection("jdbc:walnut::memory:")) {
      Savepoint foreign = other.setSavepoint();
      assertThatThrownBy(() -> connection.rollback(foreign)).hasMessageContaining("another");
    }
  }

  @Test
  void readOnlyRefusesChangesAndCanBeTakenBack() throws SQLException {
    connection.setReadOnly(true);
    assertThat(connection.isReadOnly()).isTrue();
    assertThatThrownBy(() -> run("insert into t values(1)"))
        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(8));
    connection.setReadOnly(false);
    run("insert into t values(1)");
    assertThat(text("select count(*) from t")).isEqualTo("1");
  }

  @Test
  void isolationLevelsAreAcceptedAndEchoed() throws SQLException {
    assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    for (int level : new int[] {1, 2, 4, 8}) {
      connection.setTransactionIsolation(level);
      assertThat(connection.getTransactionIsolation()).isEqualTo(level);
    }
    assertThatThrownBy(() -> connection.setTransactionIsolation(0))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void anIdleConnectionWithoutAutocommitHoldsNoLock() throws SQLException {
    String url = "jdbc:walnut:" + folder.resolve("a.db") + "?busy_timeout=0";
    try (Connection a = DriverManager.getConnection(url + "&transaction_mode=IMMEDIATE");
        Connection b = DriverManager.getConnection(url);
        Statement sa = a.createStatement();
        Statement sb = b.createStatement()) {
      a.setAutoCommit(false);
      sb.executeUpdate("create table t(a)");
      sa.executeQuery("select * from t").close();
      assertThatThrownBy(() -> sb.executeUpdate("insert into t values(1)"))
          .isInstanceOfSatisfying(
              SQLTransientException.class, e -> assertThat(e.getErrorCode()).isEqualTo(5));
      a.commit();
      sb.executeUpdate("insert into t values(1)");
    }
  }

  @Test
  void pragmasThatNeedNoTransactionDoNotBeginOne() throws SQLException {
    connection.setAutoCommit(false);
    run("PRAGMA foreign_keys=ON", "PRAGMA synchronous=OFF");
    assertThat(text("PRAGMA foreign_keys")).isEqualTo("1");
    run("PRAGMA foreign_keys=OFF", "PRAGMA user_version=5");
    connection.rollback();
    assertThat(text("PRAGMA user_version")).isEqualTo("0");
  }

  @Test
  void closingRollsBack() throws SQLException {
    String url = "jdbc:walnut:" + folder.resolve("b.db");
    try (Connection c = DriverManager.getConnection(url);
        Statement s = c.createStatement()) {
      s.execute("create table t(a)");
      c.setAutoCommit(false);
      s.execute("insert into t values(1)");
    }
    try (Connection c = DriverManager.getConnection(url);
        Statement s = c.createStatement()) {
      assertThat(all(s.executeQuery("select count(*) from t"))).isEqualTo("0");
    }
  }

  @Test
  void rollbackOfATransactionThatOnlyReadLeavesItsRowsReadable() throws Exception {
    try (java.sql.Connection c = java.sql.DriverManager.getConnection("jdbc:walnut::memory:");
        java.sql.Statement s = c.createStatement()) {
      s.execute("create table r(a)");
      s.execute("insert into r values(1),(2),(3)");
      c.setAutoCommit(false);
      try (java.sql.ResultSet rows = s.executeQuery("select a from r")) {
        assertThat(rows.next()).isTrue();
        c.rollback();
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(2);
      }
    }
  }

  @Test
  void failingIndexExpressionLeavesNoEntryInOtherIndexes() throws Exception {
    try (java.sql.Connection c = java.sql.DriverManager.getConnection("jdbc:walnut::memory:");
        java.sql.Statement s = c.createStatement()) {
      s.execute("create table r(a, b)");
      s.execute("create index ia on r(abs(a))");
      s.execute("create index ib on r(b)");
      c.setAutoCommit(false);
      s.execute("insert into r values(1, 1)");
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> s.execute("insert into r values(-9223372036854775808, 2)"))
          .hasMessageContaining("integer overflow");
      c.commit();
      try (java.sql.ResultSet rows = s.executeQuery("pragma integrity_check")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("ok");
      }
    }
  }

  @Test
  void castsReadAndGiveBytesAsTheDatabaseStoresText() throws Exception {
    try (java.sql.Connection c =
            java.sql.DriverManager.getConnection("jdbc:walnut::memory:?encoding=UTF-16le");
        java.sql.Statement s = c.createStatement();
        java.sql.ResultSet rows =
            s.executeQuery(
                "select quote(cast('é' as blob)), cast(x'E900' as text), cast(x'31003200' as"
                    + " int)")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("X'E900'");
      assertThat(rows.getString(2)).isEqualTo("é");
      assertThat(rows.getInt(3)).isEqualTo(12);
    }
  }
}
