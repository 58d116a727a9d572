// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class StatementTest extends JdbcTestBase {
  @Test
  void executeTellsRowsFromCounts() throws SQLException {
    try (Statement s = connection.createStatement()) {
      assertThat(s.execute("create table t(a)")).isFalse();
      assertThat(s.getUpdateCount()).isZero();
      assertThat(s.execute("insert into t values(1),(2)")).isFalse();
      assertThat(s.getUpdateCount()).isEqualTo(2);
      assertThat(s.getMoreResults()).isFalse();
      assertThat(s.getUpdateCount()).isEqualTo(-1);
      assertThat(s.execute("select a from t")).isTrue();
      assertThat(s.getUpdateCount()).isEqualTo(-1);
      assertThat(all(s.getResultSet())).isEqualTo("1 2");
      assertThat(s.getMoreResults()).isFalse();
      assertThat(s.getResultSet()).isNull();
    }
  }

  @Test
  void aStatementThatNeverRanHasNoResult() throws SQLException {
    try (Statement s = connection.createStatement()) {
      assertThat(s.getUpdateCount()).isEqualTo(-1);
      assertThat(s.getResultSet()).isNull();
      assertThat(s.getMoreResults()).isFalse();
    }
  }

  @Test
  void textWithoutAStatementDoesNothing() throws SQLException {
    try (Statement s = connection.createStatement()) {
      for (String text : new String[] {"", "  ", "-- comment", "/* c */ ;;"}) {
        assertThat(s.execute(text)).isFalse();
        assertThat(s.getUpdateCount()).isEqualTo(-1);
        assertThat(s.executeUpdate(text)).isZero();
        assertThatThrownBy(() -> s.executeQuery(text)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> connection.prepareStatement(text))
            .isInstanceOf(SQLException.class);
      }
    }
  }

  @Test
  void executeUpdateRefusesRowsBeforeItRuns() throws SQLException {
    run("create table t(a)");
    try (Statement s = connection.createStatement()) {
      assertThatThrownBy(() -> s.executeUpdate("select 1")).hasMessageContaining("results");
      assertThatThrownBy(() -> s.executeUpdate("insert into t values(1) returning a"))
          .hasMessageContaining("results");
      assertThat(text("select a from t")).isNull();
    }
  }

  @Test
  void executeUpdateTakesPragmasThatAnswer() throws SQLException {
    try (Statement s = connection.createStatement()) {
      assertThat(s.executeUpdate("PRAGMA busy_timeout=77")).isZero();
    }
    assertThat(text("PRAGMA busy_timeout")).isEqualTo("77");
  }

  @Test
  void executeQueryRefusesChangesBeforeItRuns() throws SQLException {
    run("create table t(a)");
    try (Statement s = connection.createStatement()) {
      assertThatThrownBy(() -> s.executeQuery("insert into t values(1)"))
          .hasMessageContaining("does not return");
      assertThat(text("select a from t")).isNull();
    }
  }

  @Test
  void allStatementsOfATextRun() throws SQLException {
    run("PRAGMA cache_size=123; PRAGMA busy_timeout=9876;");
    assertThat(text("PRAGMA cache_size")).isEqualTo("123");
    assertThat(text("PRAGMA busy_timeout")).isEqualTo("9876");
    run("create table m1(a); create table m2(a)");
    try (Statement s = connection.createStatement()) {
      assertThat(
              s.executeUpdate(
                  "insert into m1 values(1),(2); -- two\n insert into m2 select a from m1;"
                      + " delete from m1 where a=1"))
          .isEqualTo(5);
      assertThat(s.execute("select a from m1; insert into m1 values(7); select a from m1"))
          .isTrue();
      assertThat(all(s.getResultSet())).isEqualTo("2");
      assertThat(s.getMoreResults()).isFalse();
      assertThat(s.getUpdateCount()).isEqualTo(1);
      assertThat(s.getMoreResults()).isTrue();
      assertThat(all(s.getResultSet())).isEqualTo("2 7");
      assertThat(s.getMoreResults()).isFalse();
      assertThat(s.getUpdateCount()).isEqualTo(-1);
    }
  }

  @Test
  void executeQueryOfSeveralStatementsGivesTheFirstRows() throws SQLException {
    run("create table t(a)");
    try (Statement s = connection.createStatement()) {
      assertThat(all(s.executeQuery("insert into t values(5); select a from t"))).isEqualTo("5");
      assertThatThrownBy(() -> s.executeQuery("insert into t values(5); delete from t"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void aFailureInAScriptIsReported() throws SQLException {
    try (Statement s = connection.createStatement()) {
      assertThatThrownBy(() -> s.execute("create table a(x); selec 1; create table b(x)"))
          .isInstanceOf(SQLSyntaxErrorException.class);
    }
    assertThat(all("select name from sqlite_schema")).isEqualTo("a");
  }

  @Test
  void theNextExecutionClosesTheResultSet() throws SQLException {
    try (Statement s = connection.createStatement()) {
      ResultSet first = s.executeQuery("select 1");
      ResultSet second = s.executeQuery("select 2");
      assertThat(first.isClosed()).isTrue();
      assertThat(second.next()).isTrue();
      assertThatThrownBy(first::next).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void closingTheStatementClosesItsResultSet() throws SQLException {
    Statement s = connection.createStatement();
    ResultSet rows = s.executeQuery("select 1");
    s.close();
    s.close();
    assertThat(rows.isClosed()).isTrue();
    assertThat(s.isClosed()).isTrue();
    assertThatThrownBy(() -> s.executeQuery("select 1")).hasMessageContaining("closed");
  }

  @Test
  void closeOnCompletionClosesWithTheLastResultSet() throws SQLException {
    Statement s = connection.createStatement();
    s.closeOnCompletion();
    assertThat(s.isCloseOnCompletion()).isTrue();
    ResultSet rows = s.executeQuery("select 1");
    rows.close();
    assertThat(s.isClosed()).isTrue();
  }

  @Test
  void maxRowsEndsTheRows() throws SQLException {
    try (Statement s = connection.createStatement()) {
      s.setMaxRows(2);
      assertThat(all(s.executeQuery("values(1),(2),(3)"))).isEqualTo("1 2");
      s.setLargeMaxRows(0);
      assertThat(all(s.executeQuery("values(1),(2),(3)"))).isEqualTo("1 2 3");
      assertThatThrownBy(() -> s.setMaxRows(-1)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void settingsAreCheckedAndKept() throws SQLException {
    try (Statement s = connection.createStatement()) {
      s.setFetchSize(10);
      s.setQueryTimeout(3);
      s.setPoolable(true);
      s.setMaxFieldSize(5);
      assertThat(s.getFetchSize()).isEqualTo(10);
      assertThat(s.getQueryTimeout()).isEqualTo(3);
      assertThat(s.isPoolable()).isTrue();
      assertThat(s.getMaxFieldSize()).isEqualTo(5);
      assertThat(s.getResultSetType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
      assertThat(s.getResultSetConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
      assertThat(s.getConnection()).isSameAs(connection);
      assertThat((Object) s.getWarnings()).isNull();
      assertThatThrownBy(() -> s.setFetchSize(-1)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> s.setQueryTimeout(-1)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> s.setMaxFieldSize(-1)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> s.setFetchDirection(5)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> s.setCursorName("c"))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      assertThatThrownBy(() -> s.getMoreResults(Statement.KEEP_CURRENT_RESULT))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
    }
  }

  @Test
  void aBatchGivesACountForEachEntry() throws SQLException {
    run("create table t(a)");
    try (Statement s = connection.createStatement()) {
      s.addBatch("insert into t values(1),(2)");
      s.addBatch("update t set a=a+1");
      s.addBatch("create table u(a)");
      assertThat(s.executeBatch()).containsExactly(2, 2, 0);
      assertThat(s.executeBatch()).isEmpty();
      s.addBatch("delete from t");
      s.clearBatch();
      assertThat(s.executeLargeBatch()).isEmpty();
    }
    assertThat(all("select a from t")).isEqualTo("2 3");
  }

  @Test
  void aFailedBatchTellsWhatWasDone() throws SQLException {
    run("create table t(a unique)");
    try (Statement s = connection.createStatement()) {
      s.addBatch("insert into t values(1)");
      s.addBatch("insert into t values(1)");
      s.addBatch("insert into t values(3)");
      assertThatThrownBy(s::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e -> {
                assertThat(e.getUpdateCounts()).containsExactly(1);
                assertThat(e.getErrorCode()).isEqualTo(19);
                assertThat(e.getSQLState()).isEqualTo("23505");
                assertThat(e.getMessage()).startsWith("batch entry 1: [SQLITE_CONSTRAINT_UNIQUE]");
                assertThat(e.getCause()).isInstanceOf(SQLException.class);
              });
      s.addBatch("select 1");
      assertThatThrownBy(s::executeBatch).isInstanceOf(BatchUpdateException.class);
    }
    assertThat(all("select a from t")).isEqualTo("1");
  }

  @Test
  void unwrapGivesTheObjectOrAnSqlException() throws SQLException {
    try (Statement s = connection.createStatement()) {
      assertThat(s.unwrap(Statement.class)).isSameAs(s);
      assertThat(s.isWrapperFor(WalnutStatement.class)).isTrue();
      assertThat(s.isWrapperFor(String.class)).isFalse();
      assertThatThrownBy(() -> s.unwrap(String.class)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void identifiersAndLiteralsAreQuoted() throws SQLException {
    try (Statement s = connection.createStatement()) {
      assertThat(s.enquoteLiteral("it's")).isEqualTo("'it''s'");
      assertThat(s.enquoteIdentifier("a b", false)).isEqualTo("\"a b\"");
      assertThat(s.isSimpleIdentifier("abc")).isTrue();
    }
  }

  @Test
  void escapesAreTranslatedUnlessSwitchedOff() throws SQLException {
    assertThat(text("select {d '2024-02-29'}")).isEqualTo("2024-02-29");
    try (Statement s = connection.createStatement()) {
      s.setEscapeProcessing(false);
      assertThatThrownBy(() -> s.executeQuery("select {d '2024-02-29'}"))
          .isInstanceOf(SQLSyntaxErrorException.class);
    }
  }
}
