// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Texts that differ in literals alone share a compiled statement, and nobody can tell. */
class TemplateStatementsTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:walnut::memory:");
    statement = connection.createStatement();
    statement.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, price REAL)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private String query(String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      StringBuilder all = new StringBuilder(rows.getMetaData().getColumnName(1)).append(':');
      while (rows.next()) {
        all.append(rows.getString(1)).append(' ');
      }
      return all.toString();
    }
  }

  @Test
  void everyTextGetsItsOwnAnswer() throws SQLException {
    for (int i = 0; i < 20; i++) {
      assertThat(
              statement.executeUpdate(
                  "INSERT INTO t VALUES(" + i + ", 'it''s " + i + "', " + i + ".5)"))
          .isEqualTo(1);
    }
    for (int i = 0; i < 20; i++) {
      assertThat(query("SELECT name FROM t WHERE id = " + i)).isEqualTo("name:it's " + i + " ");
      assertThat(query("SELECT id FROM t WHERE name = 'it''s " + i + "'"))
          .isEqualTo("id:" + i + " ");
      assertThat(query("SELECT count(*) AS n FROM t WHERE price BETWEEN 0.5 AND " + i + ".5"))
          .isEqualTo("n:" + (i + 1) + " ");
      assertThat(query("SELECT id = " + i + " FROM t WHERE id = " + i))
          .isEqualTo("id = " + i + ":1 ");
    }
    for (int i = 0; i < 20; i++) {
      assertThat(statement.executeUpdate("UPDATE t SET name = 'n" + i + "' WHERE id = " + i))
          .isEqualTo(1);
      assertThat(statement.executeUpdate("DELETE FROM t WHERE name = 'n" + i + "'")).isEqualTo(1);
    }
  }

  @Test
  void typesOfLiteralsStayWhatTheyWere() throws SQLException {
    statement.execute("CREATE TABLE any(v)");
    for (String literal : new String[] {"1", "'1'", "1.0", "-1", "'x'"}) {
      statement.execute("INSERT INTO any VALUES(" + literal + ")");
    }
    assertThat(query("SELECT group_concat(typeof(v)) AS types FROM any"))
        .isEqualTo("types:integer,text,real,integer,text ");
    for (int round = 0; round < 3; round++) {
      assertThat(query("SELECT count(*) AS n FROM any WHERE v = 1")).isEqualTo("n:2 ");
      assertThat(query("SELECT count(*) AS n FROM any WHERE v = '1'")).isEqualTo("n:1 ");
    }
  }

  @Test
  void errorsAreThoseOfTheTextItself() {
    for (int i = 0; i < 3; i++) {
      String text = "SELECT missing FROM t WHERE id = " + i;
      assertThatThrownBy(() -> statement.executeQuery(text))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("no such column: missing");
    }
  }

  @Test
  void partialIndexesAreStillUsed() throws SQLException {
    statement.execute("CREATE INDEX cheap ON t(name) WHERE price = 5");
    for (int i = 0; i < 3; i++) {
      assertThat(query("SELECT id FROM t WHERE price = 5 AND name = 'n" + i + "'"))
          .isEqualTo("id:");
      try (ResultSet rows =
          statement.executeQuery(
              "EXPLAIN QUERY PLAN SELECT id FROM t WHERE price = 5 AND name = 'n" + i + "'")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString("detail")).contains("cheap");
      }
    }
  }

  @Test
  void openResultSetIsNotDisturbedByAnotherTextOfItsKind() throws SQLException {
    for (int i = 0; i < 10; i++) {
      statement.execute("INSERT INTO t VALUES(" + i + ", 'n', 1.5)");
    }
    query("SELECT id FROM t WHERE id > 1");
    query("SELECT id FROM t WHERE id > 2");
    try (Statement other = connection.createStatement();
        ResultSet rows = other.executeQuery("SELECT id FROM t WHERE id > 3")) {
      assertThat(rows.next()).isTrue();
      assertThat(query("SELECT id FROM t WHERE id > 8")).isEqualTo("id:9 ");
      assertThat(rows.getInt(1)).isEqualTo(4);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(5);
    }
  }
}
