// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * SQL at and beyond the limits gets SQLite's answer, in SQLite's words: each text runs in
 * sqlite-jdbc and in Walnut.
 */
class HostileSqlTest {

  private static final String URL_PREFIX = System.getProperty("walnut.tck.url", "jdbc:walnut:");

  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int depth : new int[] {900, 1100, 100_000}) {
      texts.put(depth + " parentheses", "SELECT " + "(".repeat(depth) + "1" + ")".repeat(depth));
      texts.put(depth + " unary minus", "SELECT " + "- ".repeat(depth) + "1");
      texts.put(depth + " NOT", "SELECT " + "NOT ".repeat(depth) + "1");
    }
    for (int count : new int[] {900, 1100, 20_000}) {
      texts.put(count + " additions", "SELECT 1" + " + 1".repeat(count));
      texts.put(count + " concatenations", "SELECT 'a'" + " || 'b'".repeat(count));
    }
    texts.put(
        "nested CASE", "SELECT " + "CASE WHEN 1 THEN ".repeat(400) + "1" + " END".repeat(400));
    texts.put("deep subqueries", "SELECT " + "(SELECT ".repeat(150) + "1" + ")".repeat(150));
    texts.put(
        "deeply nested FROM",
        "SELECT * FROM " + "(SELECT * FROM ".repeat(60) + "t" + ")".repeat(60));
    texts.put("500 terms compound", "SELECT 1" + " UNION ALL SELECT 1".repeat(499));
    texts.put("501 terms compound", "SELECT 1" + " UNION ALL SELECT 1".repeat(500));
    texts.put("10,000 terms compound", "SELECT 1" + " UNION ALL SELECT 1".repeat(9_999));
    texts.put("10,000 rows VALUES", "VALUES (1)" + ", (1)".repeat(9_999));
    texts.put("2000 columns", "SELECT 1" + ", 1".repeat(1_999));
    texts.put("2001 columns", "SELECT 1" + ", 1".repeat(2_000));
    texts.put("64 tables join", "SELECT count(*) FROM t AS x0" + joins(63));
    texts.put("65 tables join", "SELECT count(*) FROM t AS x0" + joins(64));
    texts.put("long IN list", "SELECT 5 IN (1" + ", 2".repeat(20_000) + ")");
    texts.put("long identifier", "SELECT 1 AS " + "x".repeat(100_000));
    texts.put("long string", "SELECT length('" + "y".repeat(1_000_000) + "')");
    texts.put("long blob", "SELECT length(x'" + "ab".repeat(500_000) + "')");
    texts.put("long number", "SELECT " + "9".repeat(10_000));
    texts.put("long comment", "SELECT 1 /*" + "z".repeat(500_000) + "*/");
    texts.put("blob too big", "SELECT length(zeroblob(2000000000))");
    texts.put("string too big", "SELECT length(zeroblob(3000000000))");
    texts.put("LIKE pattern too long", "SELECT 'a' LIKE '" + "%a".repeat(30_000) + "'");
    texts.put("LIKE blow-up", "SELECT '" + "a".repeat(200) + "' LIKE '" + "%a".repeat(12) + "b'");
    texts.put("GLOB blow-up", "SELECT '" + "a".repeat(200) + "' GLOB '" + "*a".repeat(12) + "b'");
    texts.put("many arguments", "SELECT max(1" + ", 1".repeat(998) + ")");
    texts.put("too many arguments", "SELECT max(1" + ", 1".repeat(1_100) + ")");
    texts.put("variable number", "SELECT ?250000");
    texts.put("variable number too large", "SELECT ?250001");
    texts.put("variable number zero", "SELECT ?0");
    texts.put("columns of a table", "CREATE TABLE wide(c" + columns(2_000) + ")");
    texts.put("too many columns of a table", "CREATE TABLE wider(c" + columns(2_001) + ")");
    texts.put("unfinished string", "SELECT 'abc");
    texts.put("unfinished comment", "SELECT 1 /* abc");
    texts.put("unfinished blob", "SELECT x'abc'");
    texts.put("NUL in text", "SELECT 1\0, 2");
    texts.put("strange characters", "SELECT \u00a0 1 \uffff");
    texts.put("lone surrogate", "SELECT '\ud800'");
    texts.put("printf width", "SELECT length(printf('%1000000d', 1))");
    texts.put("printf precision", "SELECT length(printf('%.1000000f', 1.0))");
    texts.put(
        "replace blow-up", "SELECT length(replace(hex(zeroblob(5000)), '0', hex(zeroblob(500))))");
    texts.put("self-referring view", "CREATE VIEW v AS SELECT * FROM v");
    texts.put(
        "recursive CTE twice",
        "WITH r(i) AS (SELECT 1 UNION ALL SELECT a.i FROM r a, r b) SELECT * FROM r");
    texts.put(
        "group_concat large",
        "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 20000) SELECT"
            + " length(group_concat('0123456789')) FROM r");
    return texts;
  }

  private static String joins(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      text.append(" JOIN t AS x").append(i);
    }
    return text.toString();
  }

  private static String columns(int count) {
    StringBuilder text = new StringBuilder("0");
    for (int i = 1; i < count; i++) {
      text.append(", c").append(i);
    }
    return text.toString();
  }

  @Test
  void everyTextIsAnsweredAsSqliteDoes() throws SQLException {
    try (Connection reference = DriverManager.getConnection("jdbc:sqlite::memory:");
        Connection tested = DriverManager.getConnection(URL_PREFIX + ":memory:")) {
      StringBuilder differences = new StringBuilder();
      String table = "CREATE TABLE t(a)";
      run(reference, table);
      run(tested, table);
      texts()
          .forEach(
              (name, sql) -> {
                String expected = run(reference, sql);
                String actual = run(tested, sql);
                if (!expected.equals(actual)) {
                  differences.append(
                      String.format("%s: expected %s%n  got %s%n", name, expected, actual));
                }
              });
      assertThat(differences.toString()).isEmpty();
    }
  }

  private static String run(Connection connection, String sql) {
    long start = System.nanoTime();
    String outcome;
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          int columnCount = rows.getMetaData().getColumnCount();
          long count = 0;
          String first = "";
          while (rows.next()) {
            if (count++ == 0) {
              first = String.valueOf(rows.getString(1));
            }
          }
          outcome = columnCount + " columns, " + count + " rows, first " + first;
        }
      } else {
        outcome = "done";
      }
    } catch (SQLException e) {
      outcome = "error " + e.getErrorCode() + " " + inner(e.getMessage());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      outcome = "exception " + e;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    String text = outcome.length() > 300 ? outcome.substring(0, 300) : outcome;
    return seconds > 10 ? text + " after " + seconds + " s" : text;
  }

  /** What SQLite itself said, without the driver's decoration. */
  private static String inner(String message) {
    int open = message.indexOf(" (");
    return message.startsWith("[SQLITE_") && open > 0 && message.endsWith(")")
        ? message.substring(open + 2, message.length() - 1)
        : message;
  }
}
