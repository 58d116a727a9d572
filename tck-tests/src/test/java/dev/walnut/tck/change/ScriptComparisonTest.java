// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.SessionOptions;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.session.DatabaseSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scripts of one statement a line, run by SQLite and by a session: each line must give the same
 * rows or the same error. Afterwards SQLite checks the file that the session wrote.
 */
class ScriptComparisonTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constraints-and-transactions",
        "changes",
        "definitions",
        "definitions-prohibited",
        "definitions-stored",
        "upsert-returning",
        "alter-table",
        "keys-and-types",
        "strict-order",
        "strict-conflicts",
        "update-order",
        "bulk-changes"
      })
  void eachStatementAnswersAsInSqlite(String script) throws Exception {
    List<String> statements = statements(script);
    Path file = directory.resolve("walnut.db");
    List<String> expected = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        expected.add(sql + "\n" + bySqlite(statement, sql));
      }
    }
    List<String> actual = new ArrayList<>();
    try (DatabaseSession session = open(file)) {
      for (String sql : statements) {
        actual.add(sql + "\n" + byWalnut(session, sql));
      }
    }
    assertThat(actual).containsExactlyElementsOf(expected);
    assertThat(integrityCheck(file)).isEqualTo("ok");
  }

  private static List<String> statements(String script) throws IOException {
    try (InputStream in =
        ScriptComparisonTest.class.getResourceAsStream("/change/" + script + ".sql")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isBlank()).toList();
    }
  }

  private static DatabaseSession open(Path file) {
    return DatabaseSession.open(
        new SessionOptions(
            file.toString(), false, true, false, false, false, 0, PragmaRegistry.EMPTY));
  }

  private static String bySqlite(Statement statement, String sql) {
    StringBuilder rows = new StringBuilder();
    try {
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          int columns = result.getMetaData().getColumnCount();
          while (result.next()) {
            for (int i = 1; i <= columns; i++) {
              rows.append(i > 1 ? "|" : "").append(result.getString(i));
            }
            rows.append('\n');
          }
        }
      }
    } catch (SQLException e) {
      // The driver wraps SQLite's own message: [CODE] description (message)
      String message = e.getMessage();
      int open = message.indexOf(" (");
      rows.append("error ")
          .append(open < 0 ? message : message.substring(open + 2, message.length() - 1));
    }
    return rows.toString();
  }

  private static String byWalnut(DatabaseSession session, String sql) {
    StringBuilder rows = new StringBuilder();
    try (SqlStatement statement = session.prepare(sql)) {
      while (statement != null && statement.step()) {
        for (int i = 0; i < statement.columnCount(); i++) {
          rows.append(i > 0 ? "|" : "").append(statement.columnText(i));
        }
        rows.append('\n');
      }
    } catch (DatabaseException e) {
      rows.append("error ").append(e.getMessage());
    }
    return rows.toString();
  }

  private static String integrityCheck(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA integrity_check")) {
      result.next();
      return result.getString(1);
    }
  }
}
