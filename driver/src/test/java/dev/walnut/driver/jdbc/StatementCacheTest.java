// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.api.Session;
import dev.walnut.sql.api.SqlStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StatementCacheTest extends JdbcTestBase {
  private CompiledStatement compile(String text) throws SQLException {
    return connection.unwrap(WalnutConnection.class).compileAt(text, 0);
  }

  private static boolean isOpen(CompiledStatement compiled) {
    try {
      compiled.statement().step();
      compiled.statement().reset();
      return true;
    } catch (DatabaseException e) {
      return false;
    }
  }

  @Test
  void theOldestIdleStatementMakesRoom() throws SQLException {
    StatementCache cache = new StatementCache(2);
    CompiledStatement a = compile("select 1");
    CompiledStatement b = compile("select 2");
    CompiledStatement c = compile("select 3");
    cache.give(a);
    cache.give(b);
    assertThat(cache.take("select 1")).isSameAs(a);
    cache.give(a);
    cache.give(c);
    assertThat(cache.size()).isEqualTo(2);
    assertThat(cache.take("select 2")).isNull();
    assertThat(isOpen(b)).isFalse();
    assertThat(cache.take("select 1")).isSameAs(a);
    assertThat(cache.take("select 1")).isNull();
    cache.clear();
    assertThat(isOpen(c)).isFalse();
    assertThat(isOpen(a)).isTrue();
  }

  @Test
  void statementsOfOneTextAreKeptOnce() throws SQLException {
    StatementCache cache = new StatementCache(2);
    CompiledStatement a = compile("select 1");
    CompiledStatement b = compile("select 1");
    cache.give(a);
    cache.give(b);
    assertThat(cache.size()).isEqualTo(1);
    assertThat(isOpen(b)).isFalse();
  }

  @Test
  void definitionsAndTransactionsAreNotKept() throws SQLException {
    StatementCache cache = new StatementCache(2);
    cache.give(compile("create table t(a)"));
    cache.give(compile("begin"));
    cache.give(compile("select 1; select 2"));
    assertThat(cache.size()).isZero();
    StatementCache none = new StatementCache(0);
    none.give(compile("select 1"));
    assertThat(none.size()).isZero();
  }

  @Test
  void aKeptStatementForgetsItsParameters() throws SQLException {
    StatementCache cache = new StatementCache(2);
    CompiledStatement a = compile("select ?");
    SqlStatement statement = a.statement();
    statement.setLong(1, 5);
    assertThat(statement.step()).isTrue();
    cache.give(a);
    assertThat(statement.isActive()).isFalse();
    assertThat(statement.step()).isTrue();
    assertThat(statement.columnText(0)).isNull();
  }

  @Test
  void aDroppedTableIsASyntaxErrorAlsoForKeptStatements() throws SQLException {
    run("create table t(a)");
    text("select a from t");
    run("drop table t");
    assertThatThrownBy(() -> text("select a from t"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .hasMessageContaining("no such table: t");
  }

  @Test
  void statementsForKeysAreKeptApartFromTheSameTextOfTheUser() throws SQLException {
    run("create table t(id integer primary key, n)");
    String sql = "insert into t(n) values(1)";
    try (Statement s = connection.createStatement()) {
      s.executeUpdate(sql, new String[] {"id"});
      assertThat(all(s.getGeneratedKeys())).isEqualTo("1");
      assertThat(s.execute(sql + "\nRETURNING `id`")).isTrue();
      assertThat(all(s.getResultSet())).isEqualTo("2");
      s.executeUpdate(sql, new String[] {"id"});
      assertThat(all(s.getGeneratedKeys())).isEqualTo("3");
    }
  }

  @Test
  @Timeout(30)
  void aForgottenStatementFreesWhatItHolds() throws Exception {
    run("create table t(a)", "insert into t values(1),(2)");
    leaveOpen();
    // A read under way keeps DROP TABLE out ("table is locked") until the statement is found lost.
    boolean dropped = false;
    while (!dropped) {
      System.gc();
      try {
        run("drop table t");
        dropped = true;
      } catch (SQLException e) {
        assertThat(e.getErrorCode()).isEqualTo(6);
        Thread.onSpinWait();
      }
    }
  }

  private void leaveOpen() throws SQLException {
    PreparedStatement lost = connection.prepareStatement("select a from t");
    assertThat(lost.executeQuery().next()).isTrue();
  }

  @Test
  void limitsOfStatementsAreEnforced() throws SQLException {
    String url = "jdbc:walnut::memory:?limit_sql_length=20&limit_variable_number=2&limit_column=5";
    try (Connection c = DriverManager.getConnection(url);
        Statement s = c.createStatement()) {
      assertThat(c.getWarnings().getMessage()).contains("limit_column");
      assertThatThrownBy(() -> s.execute("select 1 -- a long comment"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(18));
      assertThatThrownBy(() -> c.prepareStatement("select ?,?,?"))
          .hasMessageContaining("too many SQL variables");
      c.prepareStatement("select ?,?").close();
    }
  }

  @Test
  void aSessionIsClosedWithItsConnection() throws SQLException {
    Session session = connection.unwrap(WalnutConnection.class).session();
    connection.close();
    assertThatThrownBy(() -> session.prepare("select 1")).isInstanceOf(DatabaseException.class);
  }
}
