// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.driver.jdbc.WalnutConnection;
import dev.walnut.sql.api.BackupSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Walnut's backups, of files that SQLite uses, read by SQLite; and the commands of sqlite-jdbc. */
class BackupFilesTest {
  private static final String ROWS =
      "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
          + " INSERT INTO t SELECT i, printf('%.*c', 300, 'x') FROM n";
  private static final int BUSY = 5;

  @TempDir private Path directory;
  private Path file;
  private Path copy;
  private JdbcProcess sqlite;
  private WalnutSide walnut;

  @BeforeEach
  void createFile() throws Exception {
    file = directory.resolve("a.db");
    copy = directory.resolve("the copy.db");
    sqlite = JdbcProcess.sqlite();
    sqlite.open(file);
    sqlite.execute("PRAGMA page_size=1024");
    sqlite.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
    sqlite.execute("CREATE INDEX tb ON t(b)");
    sqlite.execute(ROWS);
    walnut = WalnutSide.open(file);
  }

  @AfterEach
  void close() throws Exception {
    walnut.close();
    sqlite.close();
  }

  private WalnutConnection connection() throws SQLException {
    return walnut.connection().unwrap(WalnutConnection.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "WAL"})
  void sqliteReadsACopyMadeWhileItWrites(String journalMode) throws Exception {
    sqlite.execute("PRAGMA journal_mode=" + journalMode);
    List<Integer> remaining = new ArrayList<>();
    connection()
        .backup(
            "main",
            copy.toString(),
            new BackupSteps(50, 20, 10),
            (left, pages) -> {
              remaining.add(left);
              if (remaining.size() % 5 == 1 && remaining.size() < 20) {
                try {
                  sqlite.execute("INSERT INTO t(b) VALUES('between')");
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    assertThat(remaining).hasSizeGreaterThan(10).endsWith(0);
    String question = "SELECT count(*) FROM t";
    assertThat(sqlite.query(question)).containsExactly("2004");
    assertThat(walnut.query(question)).containsExactly("2004");
    sqlite.open(copy);
    assertThat(sqlite.query("PRAGMA integrity_check")).containsExactly("'ok'");
    // In WAL mode the snapshot of the first step, otherwise the newest state.
    assertThat(sqlite.query(question)).containsExactly(journalMode.equals("WAL") ? "2000" : "2004");
    assertThat(sqlite.query("PRAGMA journal_mode"))
        .containsExactly(journalMode.equals("WAL") ? "'wal'" : "'delete'");
    sqlite.execute("INSERT INTO t(b) VALUES('more')");
  }

  @Test
  void theCommandsOfSqliteJdbcAreUnderstood() throws Exception {
    try (Statement statement = walnut.connection().createStatement()) {
      assertThat(statement.executeUpdate("backup to '" + copy + "'")).isZero();
      assertThat(statement.execute("BACKUP main TO \"" + copy + "\"")).isFalse();
      statement.executeUpdate("DELETE FROM t WHERE a > 10");
      assertThat(walnut.query("SELECT count(*) FROM t")).containsExactly("10");
      assertThat(statement.executeUpdate("restore from '" + copy + "'")).isZero();
      assertThat(walnut.query("SELECT count(*), max(a) FROM t")).containsExactly("2000,2000");
      assertThat(sqlite.query("SELECT count(*) FROM t")).containsExactly("2000");
      assertThat(sqlite.query("PRAGMA integrity_check")).containsExactly("'ok'");
      statement.executeUpdate("ATTACH ':memory:' AS m");
      statement.executeUpdate("PRAGMA m.page_size=1024");
      statement.executeUpdate("restore m from '" + copy + "'");
      assertThat(walnut.query("SELECT count(*) FROM m.t")).containsExactly("2000");
      assertThatThrownBy(() -> statement.executeUpdate("backup"))
          .isInstanceOf(SQLException.class)
          .hasMessage("syntax error: backup");
      assertThatThrownBy(() -> statement.executeQuery("backup to x"))
          .hasMessageContaining("near \"backup\": syntax error");
      assertThatThrownBy(() -> statement.executeUpdate("backup nosuch to '" + copy + "'"))
          .hasMessageContaining("Backup failed");
      assertThatThrownBy(() -> statement.executeUpdate("restore from /nosuch/file.db"))
          .hasMessageContaining("Restore failed");
      statement.executeUpdate("BEGIN");
      assertThatThrownBy(() -> statement.executeUpdate("restore from '" + copy + "'"))
          .hasMessageContaining("destination database is in use");
      statement.executeUpdate("DELETE FROM t");
      assertThat(walnut.tryExecute("backup to '" + copy + "'")).isEqualTo(BUSY);
      statement.executeUpdate("ROLLBACK");
    }
  }

  @Test
  void openStatementsSeeTheNewSchemaAfterARestore() throws Exception {
    Path other = directory.resolve("other.db");
    try (WalnutSide made = WalnutSide.open(other)) {
      made.execute("CREATE TABLE t(x, y, z)", "INSERT INTO t VALUES(7, 8, 9)");
    }
    try (var query = walnut.connection().prepareStatement("SELECT * FROM t LIMIT 1");
        WalnutSide second = WalnutSide.open(file)) {
      assertThat(second.query("SELECT count(*) FROM t")).containsExactly("2000");
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.getMetaData().getColumnCount()).isEqualTo(2);
      }
      connection().restore("main", other.toString(), null);
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(3)).isEqualTo(9);
      }
      assertThat(second.query("SELECT * FROM t")).containsExactly("7,8,9");
      assertThat(sqlite.query("SELECT * FROM t")).containsExactly("7,8,9");
      assertThat(sqlite.query("PRAGMA integrity_check")).containsExactly("'ok'");
    }
  }

  @Test
  void aTargetThatSqliteHoldsIsBusyAndUntouched() throws Exception {
    sqlite.open(copy);
    sqlite.execute("CREATE TABLE old(a)");
    sqlite.execute("BEGIN IMMEDIATE");
    assertThat(walnut.tryExecute("backup to '" + copy + "'")).isEqualTo(BUSY);
    sqlite.execute("COMMIT");
    assertThat(sqlite.query("SELECT name FROM sqlite_schema")).containsExactly("'old'");
    walnut.execute("backup to '" + copy + "'");
    assertThat(sqlite.query("SELECT count(*) FROM t")).containsExactly("2000");
  }
}
