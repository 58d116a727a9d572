// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A query is open while its transaction is rolled back: rows and errors as SQLite gives them. */
class RollbackUnderQueriesTest {
  private static final String FILL =
      "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
          + " INSERT INTO t SELECT i, 'text ' || (i * 7 % 1000), i % 13 FROM n";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT a FROM t; DELETE FROM t WHERE a > 5",
        "SELECT a FROM t; INSERT INTO t SELECT a + 10000, b, c FROM t",
        "SELECT a FROM t ORDER BY b, a; UPDATE t SET b = 'z' || a",
        "SELECT a FROM t WHERE b > 'text 5'; UPDATE t SET b = 'a'",
        "SELECT a FROM t INDEXED BY i WHERE b > 'text 5'; DELETE FROM t",
        "SELECT x.a, y.a FROM t x JOIN t y ON y.a = x.a + 1; DELETE FROM t WHERE a % 2",
        "SELECT c, count(*) FROM t GROUP BY c; DELETE FROM t",
        "SELECT a FROM t; CREATE TABLE u(x)",
        "SELECT a FROM t; CREATE INDEX j ON t(c)",
        "SELECT a FROM t; DROP INDEX i",
      })
  void theQueryGoesOnOrFailsAsInSqlite(String query, String change) throws SQLException {
    List<String> expected = run("jdbc:sqlite:" + directory.resolve("s.db"), query, change);
    List<String> answer = run(Databases.URL_PREFIX + directory.resolve("w.db"), query, change);
    assertThat(answer).isEqualTo(expected);
  }

  private static List<String> run(String url, String query, String change) throws SQLException {
    List<String> seen = new ArrayList<>();
    try (Connection c = DriverManager.getConnection(url);
        Statement reading = c.createStatement();
        Statement changing = c.createStatement()) {
      changing.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c INTEGER)");
      changing.execute("CREATE INDEX i ON t(b)");
      changing.execute(FILL);
      changing.execute("BEGIN");
      changing.execute("INSERT INTO t VALUES(0, 'first', 0)");
      try (ResultSet rows = reading.executeQuery(query)) {
        for (int i = 0; i < 5; i++) {
          rows.next();
          seen.add(rows.getString(1));
        }
        try {
          changing.execute(change);
        } catch (SQLException e) {
          seen.add("change: " + e.getErrorCode());
        }
        changing.execute("ROLLBACK");
        while (rows.next()) {
          seen.add(rows.getString(1));
        }
      } catch (SQLException e) {
        seen.add("rows end with " + (e.getErrorCode() & 0xff));
      }
      try (ResultSet count = changing.executeQuery("SELECT count(*), sum(a) FROM t")) {
        count.next();
        seen.add(count.getString(1) + " " + count.getString(2));
      }
    }
    return seen;
  }
}
