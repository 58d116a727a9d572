// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GeneratedKeysTest extends JdbcTestBase {
  private static final int RETURN = Statement.RETURN_GENERATED_KEYS;

  @BeforeEach
  void createTable() throws SQLException {
    run("create table t(id integer primary key autoincrement, n text)");
  }

  @Test
  void eachStatementKeepsItsOwnKeys() throws SQLException {
    try (PreparedStatement p1 =
            connection.prepareStatement("insert into t(n) values('a')", RETURN);
        PreparedStatement p2 =
            connection.prepareStatement("insert into t(n) values('b')", RETURN)) {
      p1.executeUpdate();
      p2.executeUpdate();
      assertThat(all(p1.getGeneratedKeys())).isEqualTo("1");
      assertThat(all(p2.getGeneratedKeys())).isEqualTo("2");
    }
  }

  @Test
  void aMultiRowInsertGivesAllKeysInOrder() throws SQLException {
    try (PreparedStatement p =
        connection.prepareStatement("insert into t(n) values('x'),('y'),('z')", RETURN)) {
      assertThat(p.executeUpdate()).isEqualTo(3);
      assertThat(all(p.getGeneratedKeys())).isEqualTo("1 2 3");
    }
  }

  @Test
  void aKeyIsFoundByTheNameThatWasAskedForAndByNumber() throws SQLException {
    try (PreparedStatement p =
        connection.prepareStatement("insert into t(n) values('k')", new String[] {"id", "N"})) {
      p.executeUpdate();
      ResultSet keys = p.getGeneratedKeys();
      assertThat(keys.next()).isTrue();
      assertThat(keys.getLong("id")).isEqualTo(1);
      assertThat(keys.getLong(1)).isEqualTo(1);
      assertThat(keys.getString("n")).isEqualTo("k");
    }
    assertThatThrownBy(
            () ->
                connection.prepareStatement(
                    "insert into t(n) values('k')", new String[] {"nosuch"}))
        .hasMessageContaining("no such column");
  }

  @Test
  void keysByColumnNumber() throws SQLException {
    try (Statement s = connection.createStatement()) {
      assertThat(s.executeUpdate("insert into t(n) values('k')", new int[] {2, 1})).isEqualTo(1);
      assertThat(all(s.getGeneratedKeys())).isEqualTo("k|1");
      assertThatThrownBy(() -> s.executeUpdate("insert into t(n) values('k')", new int[] {3}))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void withoutAskingTheLastRowidIsKept() throws SQLException {
    try (Statement s = connection.createStatement()) {
      s.executeUpdate("insert into t(n) values('a'),('b')");
      ResultSet keys = s.getGeneratedKeys();
      assertThat(keys.getMetaData().getColumnName(1)).isEqualTo("last_insert_rowid()");
      assertThat(all(keys)).isEqualTo("2");
      s.executeUpdate("update t set n='c'");
      assertThat(all(s.getGeneratedKeys())).isEmpty();
      s.executeUpdate("insert into t(n) select 'x' where 0");
      assertThat(all(s.getGeneratedKeys())).isEmpty();
    }
    try (Statement s = connection.createStatement()) {
      assertThat(s.getGeneratedKeys().next()).isFalse();
    }
  }

  @Test
  void thePropertySwitchesUnaskedKeysOff() throws SQLException {
    try (Connection c =
            DriverManager.getConnection("jdbc:walnut::memory:?jdbc.get_generated_keys=false");
        Statement s = c.createStatement()) {
      s.execute("create table t(id integer primary key, n)");
      s.executeUpdate("insert into t(n) values(1)");
      assertThat(s.getGeneratedKeys().next()).isFalse();
      s.executeUpdate("insert into t(n) values(1)", RETURN);
      assertThat(all(s.getGeneratedKeys())).isEqualTo("2");
    }
  }

  @Test
  void returningWithTheFlagGivesItsRowsAsKeys() throws SQLException {
    try (PreparedStatement p =
        connection.prepareStatement(
            "insert into t(n) values('r') returning id, upper(n) as u", RETURN)) {
      assertThat(p.executeUpdate()).isEqualTo(1);
      ResultSet keys = p.getGeneratedKeys();
      assertThat(keys.next()).isTrue();
      assertThat(keys.getString("u")).isEqualTo("R");
    }
  }

  @Test
  void returningWithoutTheFlagGivesRows() throws SQLException {
    try (PreparedStatement p =
        connection.prepareStatement("insert into t(n) values('a'),('b') returning id")) {
      assertThatThrownBy(p::executeUpdate).isInstanceOf(SQLException.class);
      ResultSet rows = p.executeQuery();
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(1);
    }
    assertThat(text("select count(*) from t")).isEqualTo("2");
  }

  @Test
  void aBatchCollectsTheKeysOfAllEntries() throws SQLException {
    try (PreparedStatement p = connection.prepareStatement("insert into t(n) values(?)", RETURN)) {
      for (String n : new String[] {"a", "b", "c"}) {
        p.setString(1, n);
        p.addBatch();
      }
      assertThat(p.executeBatch()).containsExactly(1, 1, 1);
      assertThat(all(p.getGeneratedKeys())).isEqualTo("1 2 3");
    }
  }

  @Test
  void aTableWithoutRowidHasNoGeneratedKeyButInserts() throws SQLException {
    run("create table w(k text primary key, v) without rowid");
    try (PreparedStatement p =
        connection.prepareStatement("insert into w values('k', 1)", RETURN)) {
      assertThat(p.executeUpdate()).isEqualTo(1);
    }
    assertThat(text("select count(*) from w")).isEqualTo("1");
    try (PreparedStatement p =
        connection.prepareStatement("insert into w values('q', 2)", new String[] {"k"})) {
      p.executeUpdate();
      assertThat(all(p.getGeneratedKeys())).isEqualTo("q");
    }
  }

  @Test
  void theFlagDoesNotDisturbOtherStatements() throws SQLException {
    run("insert into t(n) values('a')");
    try (PreparedStatement p = connection.prepareStatement("select n from t", RETURN)) {
      assertThat(all(p.executeQuery())).isEqualTo("a");
    }
    try (PreparedStatement p = connection.prepareStatement("update t set n='b'", RETURN)) {
      assertThat(p.executeUpdate()).isEqualTo(1);
      assertThat(all(p.getGeneratedKeys())).isEmpty();
    }
    try (PreparedStatement p =
        connection.prepareStatement(
            "with q(x) as (values('w')) insert into t(n) select x from q -- end", RETURN)) {
      assertThat(p.executeUpdate()).isEqualTo(1);
      assertThat(all(p.getGeneratedKeys())).isEqualTo("2");
    }
  }
}
