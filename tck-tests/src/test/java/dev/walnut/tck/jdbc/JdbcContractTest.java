// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.jdbc;

import static dev.walnut.tck.jdbc.Databases.column;
import static dev.walnut.tck.jdbc.Databases.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What java.sql says and programs rely on. */
class JdbcContractTest {

  private Connection c;

  @BeforeEach
  void open() throws SQLException {
    c = Databases.memory();
  }

  @AfterEach
  void close() throws SQLException {
    c.close();
  }

  @Test
  void theDriverIsFoundByServiceLoaderAndUrl() throws SQLException {
    List<String> accepting = new ArrayList<>();
    for (Driver driver : ServiceLoader.load(Driver.class)) {
      if (driver.acceptsURL(Databases.URL_PREFIX + ":memory:")) {
        accepting.add(driver.getClass().getName());
      }
    }
    assertThat(accepting).hasSize(1);
    assertThat(DriverManager.getDriver(Databases.URL_PREFIX + ":memory:").getClass().getName())
        .isEqualTo(accepting.get(0));
  }

  @Test
  void parametersOfEveryFormAreNumberedAsInSqlite() throws SQLException {
    try (PreparedStatement s = c.prepareStatement("select ?, :a, @b, ?5, $d, :a, ?")) {
      assertThat(s.getParameterMetaData().getParameterCount()).isEqualTo(7);
      for (int i = 1; i <= 7; i++) {
        s.setInt(i, i * 10);
      }
      try (ResultSet rows = s.executeQuery()) {
        rows.next();
        List<Integer> values = new ArrayList<>();
        for (int i = 1; i <= 7; i++) {
          values.add(rows.getInt(i));
        }
        assertThat(values).containsExactly(10, 20, 30, 50, 60, 20, 70);
      }
    }
  }

  @Test
  void parametersKeepTheirValuesBetweenExecutions() throws SQLException {
    try (PreparedStatement s = c.prepareStatement("select ?, ?")) {
      s.setString(1, "kept");
      s.setInt(2, 1);
      s.executeQuery().close();
      s.setInt(2, 2);
      try (ResultSet rows = s.executeQuery()) {
        rows.next();
        assertThat(rows.getString(1) + rows.getInt(2)).isEqualTo("kept2");
      }
      s.clearParameters();
      ParameterMetaData metaData = s.getParameterMetaData();
      assertThat(metaData.getParameterCount()).isEqualTo(2);
    }
  }

  @Test
  void gettersConvertBetweenStorageClasses() throws SQLException {
    try (Statement s = c.createStatement();
        ResultSet rows =
            s.executeQuery("select 42, 2.5, '17', x'6162', null, 9223372036854775807")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo("42");
      assertThat(rows.getDouble(1)).isEqualTo(42.0);
      assertThat(rows.getBoolean(1)).isTrue();
      assertThat(rows.getInt(2)).isEqualTo(2);
      assertThat(rows.getString(2)).isEqualTo("2.5");
      assertThat(rows.getInt(3)).isEqualTo(17);
      assertThat(rows.getLong(3)).isEqualTo(17);
      assertThat(rows.getBytes(4)).containsExactly('a', 'b');
      assertThat(rows.getInt(5)).isZero();
      assertThat(rows.wasNull()).isTrue();
      assertThat(rows.getLong(6)).isEqualTo(Long.MAX_VALUE);
      assertThat(rows.getObject(4)).isInstanceOf(byte[].class);
      assertThatThrownBy(() -> rows.getInt(7)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> rows.getInt("nope")).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void labelsAreFoundWithoutRegardToCaseAndTheFirstWins() throws SQLException {
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select 1 as A, 2 as a, 3 as \"b c\"")) {
      rows.next();
      assertThat(rows.getInt("a")).isEqualTo(1);
      assertThat(rows.findColumn("B C")).isEqualTo(3);
    }
  }

  @Test
  void batchesReportACountPerStatement() throws SQLException {
    execute(c, "create table t(a unique)");
    try (PreparedStatement insert = c.prepareStatement("insert into t values(?)")) {
      for (int i = 0; i < 3; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
      assertThat(insert.executeBatch()).isEmpty();
      insert.setInt(1, 7);
      insert.addBatch();
      insert.setInt(1, 2);
      insert.addBatch();
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e -> {
                assertThat(e.getUpdateCounts()).startsWith(1);
                assertThat(e.getErrorCode()).isEqualTo(19);
              });
    }
    try (Statement s = c.createStatement()) {
      s.addBatch("insert into t values(100)");
      s.addBatch("update t set a = a + 1000");
      s.addBatch("delete from t where a > 1001");
      assertThat(s.executeBatch()[0]).isEqualTo(1);
    }
  }

  @Test
  void updateCountsAndResultSetsOfExecute() throws SQLException {
    try (Statement s = c.createStatement()) {
      assertThat(s.execute("create table t(a)")).isFalse();
      assertThat(s.execute("insert into t values(1), (2)")).isFalse();
      assertThat(s.getUpdateCount()).isEqualTo(2);
      assertThat(s.getMoreResults()).isFalse();
      assertThat(s.getUpdateCount()).isEqualTo(-1);
      assertThat(s.execute("select a from t")).isTrue();
      assertThat(s.getUpdateCount()).isEqualTo(-1);
      assertThat(column(s.getResultSet(), 1)).containsExactly("1", "2");
      assertThatThrownBy(() -> s.executeQuery("insert into t values(3)"))
          .isInstanceOf(SQLException.class);
      assertThat(s.executeLargeUpdate("update t set a = 5")).isPositive();
    }
  }

  @Test
  void transactionsCommitAndRollBack() throws SQLException {
    execute(c, "create table t(a)");
    c.setAutoCommit(false);
    execute(c, "insert into t values(1)");
    c.rollback();
    execute(c, "insert into t values(2)");
    c.commit();
    execute(c, "insert into t values(3)");
    // JDBC: leaving manual commit commits.
    c.setAutoCommit(true);
    assertThat(column(c, "select a from t")).containsExactly("2", "3");
    assertThatThrownBy(c::commit).isInstanceOf(SQLException.class);
    assertThatThrownBy(c::rollback).isInstanceOf(SQLException.class);
  }

  @Test
  void savepointsNest() throws SQLException {
    execute(c, "create table t(a)");
    c.setAutoCommit(false);
    execute(c, "insert into t values(1)");
    Savepoint outer = c.setSavepoint();
    execute(c, "insert into t values(2)");
    Savepoint inner = c.setSavepoint("inner");
    execute(c, "insert into t values(3)");
    c.rollback(inner);
    assertThat(inner.getSavepointName()).isEqualTo("inner");
    assertThat(column(c, "select a from t")).containsExactly("1", "2");
    c.releaseSavepoint(inner);
    c.rollback(outer);
    c.commit();
    assertThat(column(c, "select a from t")).containsExactly("1");
  }

  @Test
  void maxRowsAndCloseOnCompletion() throws SQLException {
    try (Statement s = c.createStatement()) {
      s.setMaxRows(2);
      assertThat(column(s.executeQuery("values(1),(2),(3)"), 1)).containsExactly("1", "2");
    }
    Statement s = c.createStatement();
    s.closeOnCompletion();
    s.executeQuery("select 1").close();
    assertThat(s.isClosed()).isTrue();
  }

  @Test
  void aNewExecutionClosesTheOldResult() throws SQLException {
    try (Statement s = c.createStatement()) {
      ResultSet first = s.executeQuery("values(1),(2)");
      first.next();
      ResultSet second = s.executeQuery("values(3)");
      assertThat(first.isClosed()).isTrue();
      assertThat(column(second, 1)).containsExactly("3");
    }
  }

  @Test
  void metadataNamesColumnsTablesAndTypes() throws SQLException {
    execute(c, "create table person(id integer primary key, full_name varchar(30) not null)");
    try (PreparedStatement s =
        c.prepareStatement("select id, full_name as n, id + 1, p.* from person as p")) {
      ResultSetMetaData metaData = s.getMetaData();
      assertThat(metaData.getColumnCount()).isEqualTo(5);
      assertThat(metaData.getColumnLabel(2)).isEqualTo("n");
      assertThat(metaData.getTableName(1)).isEqualTo("person");
      assertThat(metaData.getColumnTypeName(2)).isEqualToIgnoringCase("VARCHAR");
      assertThat(metaData.getColumnLabel(3)).isEqualTo("id + 1");
    }
  }

  @Test
  void theDatabasePresentsItselfAsSqlite() throws SQLException {
    DatabaseMetaData metaData = c.getMetaData();
    assertThat(metaData.getDatabaseProductName()).isEqualTo("SQLite");
    assertThat(metaData.getDatabaseProductVersion()).matches("3\\.\\d+\\.\\d+");
    assertThat(metaData.getDatabaseMajorVersion()).isEqualTo(3);
    assertThat(metaData.getDriverName()).isEqualTo("SQLite JDBC");
    assertThat(metaData.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metaData.getURL()).startsWith(Databases.URL_PREFIX);
    assertThat(metaData.supportsTransactions()).isTrue();
    assertThat(metaData.supportsSavepoints()).isTrue();
    assertThat(metaData.supportsBatchUpdates()).isTrue();
  }

  @Test
  void tablesColumnsAndIndexesAreListed() throws SQLException {
    execute(
        c,
        "create table a_t(id integer primary key, v text default 'x')",
        "create unique index a_i on a_t(v)",
        "create view a_v as select v from a_t");
    DatabaseMetaData metaData = c.getMetaData();
    try (ResultSet tables = metaData.getTables(null, null, "%", new String[] {"TABLE", "VIEW"})) {
      assertThat(column(tables, "TABLE_NAME")).containsExactly("a_t", "a_v");
    }
    try (ResultSet columns = metaData.getColumns(null, null, null, "%")) {
      assertThat(column(columns, "COLUMN_NAME")).startsWith("id", "v", "v");
    }
    try (ResultSet indexes = metaData.getIndexInfo(null, null, "a_t", false, true)) {
      indexes.next();
      assertThat(indexes.getString("INDEX_NAME")).isEqualTo("a_i");
      assertThat(indexes.getBoolean("NON_UNIQUE")).isFalse();
      assertThat(indexes.getString("COLUMN_NAME")).isEqualTo("v");
    }
    try (ResultSet types = metaData.getTableTypes()) {
      assertThat(column(types, 1)).contains("TABLE", "VIEW");
    }
  }

  @Test
  void whatJooqsCodeGeneratorAsksIsAnswered() throws SQLException {
    execute(
        c,
        "create table t(id integer primary key autoincrement, n text unique, check(n <> ''))",
        "create index t_n on t(n)");
    assertThat(column(c, "select 1 as one")).containsExactly("1");
    assertThat(
            column(
                c,
                "select name, type, \"notnull\", dflt_value, pk, hidden from"
                    + " pragma_table_xinfo('t') where hidden in (0,2,3)"))
        .containsExactly("id", "n");
    assertThat(column(c, "select count(*) from sqlite_master where lower(name)='sqlite_sequence'"))
        .containsExactly("1");
    assertThat(
            column(
                c,
                "select m.tbl_name, m.sql from sqlite_master m where m.type='table' and exists"
                    + " (select 1 from pragma_index_list(m.name) il where il.origin='u')"))
        .containsExactly("t");
    assertThat(
            column(
                c,
                "select ii.name from sqlite_master, pragma_index_list(sqlite_master.name) il,"
                    + " pragma_index_info(il.name) ii where sqlite_master.type = 'table'"))
        .contains("n", "n");
    assertThat(column(c, "select exists(select 1 as one from t)")).containsExactly("0");
  }

  @Test
  void cancelStopsARunningQuery() throws Exception {
    try (Statement s = c.createStatement()) {
      CompletableFuture<SQLException> failure = new CompletableFuture<>();
      Thread runner =
          new Thread(
              () -> {
                try {
                  s.executeQuery(
                          "with recursive r(i) as (values(1) union all select i + 1 from r where i"
                              + " < 30000000000) select count(*) from r")
                      .next();
                  failure.complete(null);
                } catch (SQLException e) {
                  failure.complete(e);
                }
              });
      runner.start();
      while (!failure.isDone()) {
        s.cancel();
        TimeUnit.MILLISECONDS.sleep(5);
      }
      assertThat(failure.get().getErrorCode()).isEqualTo(9);
    }
    assertThat(column(c, "select 1")).containsExactly("1");
  }

  @Test
  void oneConnectionServesManyThreads() throws Exception {
    execute(c, "create table t(a integer)");
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      all.add(
          CompletableFuture.runAsync(
              () -> {
                try (PreparedStatement insert = c.prepareStatement("insert into t values(?)")) {
                  for (int i = 0; i < 100; i++) {
                    insert.setInt(1, i);
                    insert.executeUpdate();
                  }
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              }));
    }
    all.forEach(CompletableFuture::join);
    assertThat(column(c, "select count(*) || ' ' || sum(a) from t")).containsExactly("400 19800");
  }

  @Test
  void whatAPoolAsksForWorks() throws SQLException {
    assertThat(c.isValid(5)).isTrue();
    assertThat(c.getAutoCommit()).isTrue();
    assertThat(c.isReadOnly()).isFalse();
    c.clearWarnings();
    assertThat((Throwable) c.getWarnings()).isNull();
    assertThat(c.getCatalog()).isNull();
    int timeout = c.getNetworkTimeout();
    c.setNetworkTimeout(Runnable::run, timeout);
    c.close();
    c.close();
    assertThat(c.isValid(1)).isFalse();
  }
}
