// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Walnut does not do yet is refused by name, before a byte of the file has changed. */
class RefusalTest {

  @TempDir private Path directory;

  private Path fileMadeBySqlite(String... commands) throws IOException {
    Path file = directory.resolve("made.db");
    try (JdbcProcess sqlite = JdbcProcess.sqlite()) {
      sqlite.open(file);
      for (String command : commands) {
        sqlite.execute(command);
      }
      sqlite.closeFile();
    }
    return file;
  }

  private static void refuses(Path file, String sql, String name) throws Exception {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(
            () -> {
              try (WalnutSide walnut = WalnutSide.open(file)) {
                walnut.execute(sql);
              }
            })
        .isInstanceOf(SQLException.class)
        .hasMessageContainingAll(name.split(" "));
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(Path.of(file + "-journal")).doesNotExist();
  }

  @Test
  void changesThatWouldFireATriggerAreRefused() throws Exception {
    Path file =
        fileMadeBySqlite(
            "CREATE TABLE t(a)",
            "CREATE TABLE log(a)",
            "CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO log VALUES(new.a); END");
    refuses(file, "INSERT INTO t VALUES(1)", "trigger");
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute("INSERT INTO log VALUES(1)", "DELETE FROM t");
      assertThat(walnut.query("SELECT count(*) FROM log")).containsExactly("1");
    }
  }

  @Test
  void changesOfATableWithGeneratedColumnsAreRefused() throws Exception {
    Path file = fileMadeBySqlite("CREATE TABLE t(a, b AS (a * 2) STORED)");
    refuses(file, "INSERT INTO t(a) VALUES(1)", "generated column");
  }

  @Test
  void changesThatNeedForeignKeyEnforcementAreRefused() throws Exception {
    Path file =
        fileMadeBySqlite(
            "CREATE TABLE parent(id INTEGER PRIMARY KEY)",
            "CREATE TABLE child(id INTEGER PRIMARY KEY, p REFERENCES parent(id))");
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(
            () -> {
              try (WalnutSide walnut = WalnutSide.open(file)) {
                walnut.execute("PRAGMA foreign_keys=ON", "INSERT INTO child VALUES(1, 1)");
              }
            })
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("foreign");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute("PRAGMA foreign_keys=OFF", "INSERT INTO child VALUES(1, 1)");
    }
  }

  @Test
  void virtualTablesAnswerNoSuchModuleAndLeaveTheOthersUsable() throws Exception {
    Path file = fileMadeBySqlite("CREATE VIRTUAL TABLE f USING fts5(x)", "CREATE TABLE t(a)");
    refuses(file, "SELECT * FROM f", "no such module: fts5");
    refuses(file, "CREATE VIRTUAL TABLE g USING fts5(x)", "no such module: fts5");
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute("INSERT INTO t VALUES(1)");
      assertThat(walnut.query("SELECT a FROM t")).containsExactly("1");
    }
  }
}
