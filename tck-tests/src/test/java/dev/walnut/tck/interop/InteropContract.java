// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold between Walnut and a SQLite process on the same file. */
abstract class InteropContract {

  private static final int OK = 0;
  private static final int BUSY = 5;
  private static final int[] PAGE_SIZES = {512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};

  @TempDir private Path directory;
  private ForeignSqlite foreign;

  abstract ForeignSqlite start() throws IOException;

  @BeforeEach
  void startForeign() throws IOException {
    foreign = start();
  }

  @AfterEach
  void endForeign() throws IOException {
    foreign.close();
  }

  private interface Sql {
    void execute(String sql) throws IOException, SQLException;
  }

  private interface Query {
    List<String> query(String sql) throws IOException, SQLException;
  }

  /** Tables of every kind, with values from one byte to several overflow pages. */
  private static void fill(Sql sql, int pageSize, String encoding)
      throws IOException, SQLException {
    sql.execute("PRAGMA page_size=" + pageSize);
    sql.execute("PRAGMA encoding='" + encoding + "'");
    sql.execute("CREATE TABLE plain(id INTEGER PRIMARY KEY, name TEXT, size INTEGER, body BLOB)");
    sql.execute("CREATE TABLE keyed(k TEXT, n INT, v, PRIMARY KEY(k, n DESC)) WITHOUT ROWID");
    sql.execute("CREATE TABLE strict_one(a INT, b TEXT COLLATE NOCASE UNIQUE, c ANY) STRICT");
    sql.execute("CREATE INDEX plain_name ON plain(name COLLATE NOCASE, size DESC)");
    sql.execute("CREATE INDEX plain_big ON plain(size) WHERE size > 5000");
    sql.execute("CREATE INDEX plain_expression ON plain(lower(name), length(body))");
    sql.execute("BEGIN");
    sql.execute(
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO"
            + " plain SELECT i * 3, 'Näme ' || (i * 37 % 101) || ' 日本 😀', i * i % 9973, zeroblob(i"
            + " * i % 3001) FROM n");
    sql.execute(
        "INSERT INTO plain VALUES(-5, printf('%.*c', 20000, 'x'), 9223372036854775807, x'00ff')");
    sql.execute("INSERT INTO plain VALUES(9000000000, NULL, -1, zeroblob(70000))");
    sql.execute(
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
            + " INSERT INTO keyed SELECT 'k' || (i % 50), i, CASE i % 4 WHEN 0 THEN i * 0.25 WHEN 1"
            + " THEN 'té' || i WHEN 2 THEN NULL ELSE printf('%.*c', i * 10, 'y') END FROM n");
    sql.execute("INSERT INTO strict_one VALUES(1, 'One', 1.5), (2, 'two', 'x'), (3, NULL, x'01')");
    sql.execute("COMMIT");
  }

  private static void change(Sql sql) throws IOException, SQLException {
    sql.execute("BEGIN");
    sql.execute("DELETE FROM plain WHERE id % 7 = 0");
    sql.execute("UPDATE plain SET name = name || ' changed', size = size + 1 WHERE id % 5 = 1");
    sql.execute("UPDATE plain SET body = zeroblob(30000) WHERE id = 33");
    sql.execute("INSERT INTO plain(name, size) VALUES('new', 1), ('newer', 2)");
    sql.execute("UPDATE keyed SET n = n + 1000 WHERE n > 200");
    sql.execute("DELETE FROM keyed WHERE k = 'k7'");
    sql.execute("INSERT OR REPLACE INTO strict_one VALUES(4, 'ONE', 4)");
    sql.execute("CREATE TABLE late(a, b DEFAULT 'd')");
    sql.execute("INSERT INTO late(a) SELECT size FROM plain ORDER BY id LIMIT 50");
    sql.execute("CREATE INDEX late_a ON late(a)");
    sql.execute("DROP INDEX plain_big");
    sql.execute("PRAGMA user_version=77");
    sql.execute("COMMIT");
  }

  private static List<String> content(Query source, boolean changed)
      throws IOException, SQLException {
    List<String> lines = new ArrayList<>();
    lines.addAll(source.query("PRAGMA page_size"));
    lines.addAll(source.query("PRAGMA encoding"));
    lines.addAll(source.query("PRAGMA user_version"));
    lines.addAll(source.query("PRAGMA page_count"));
    lines.addAll(source.query("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"));
    lines.addAll(
        source.query("SELECT id, name, size, length(body), quote(substr(body, 1, 4)) FROM plain"));
    lines.addAll(source.query("SELECT k, n, quote(v), typeof(v) FROM keyed"));
    lines.addAll(source.query("SELECT k, n FROM keyed WHERE k >= 'k3' AND k < 'k5'"));
    lines.addAll(source.query("SELECT a, b, quote(c) FROM strict_one ORDER BY b, a"));
    lines.addAll(
        source.query(
            "SELECT id FROM plain WHERE name = 'NäME 5 日本 😀' COLLATE NOCASE ORDER BY id"));
    lines.addAll(source.query("SELECT count(*) FROM plain WHERE lower(name) LIKE 'näme 1%'"));
    lines.addAll(source.query("SELECT id, size FROM plain WHERE size > 9000 ORDER BY size, id"));
    if (changed) {
      lines.addAll(source.query("SELECT a, b FROM late ORDER BY a LIMIT 60"));
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16le", "UTF-16be"})
  void walnutReadsAndChangesFilesMadeBySqlite(String encoding) throws Exception {
    for (int pageSize : PAGE_SIZES) {
      Path file = directory.resolve("foreign-" + pageSize + ".db");
      foreign.open(file);
      fill(foreign::execute, pageSize, encoding);
      List<String> expected = content(foreign::query, false);
      foreign.closeFile();
      List<String> answers;
      try (WalnutSide walnut = WalnutSide.open(file)) {
        assertThat(content(walnut::query, false)).as("page size " + pageSize).isEqualTo(expected);
        change(walnut::execute);
        answers = content(walnut::query, true);
        assertThat(walnut.query("PRAGMA integrity_check")).containsExactly("'ok'");
      }
      foreign.open(file);
      assertThat(foreign.query("PRAGMA integrity_check"))
          .as("page size " + pageSize)
          .containsExactly("'ok'");
      assertThat(content(foreign::query, true)).as("page size " + pageSize).isEqualTo(answers);
      foreign.closeFile();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16le", "UTF-16be"})
  void sqliteReadsAndChangesFilesMadeByWalnut(String encoding) throws Exception {
    for (int pageSize : PAGE_SIZES) {
      Path file = directory.resolve("own-" + pageSize + ".db");
      List<String> expected;
      try (WalnutSide walnut = WalnutSide.open(file)) {
        fill(walnut::execute, pageSize, encoding);
        expected = content(walnut::query, false);
      }
      foreign.open(file);
      assertThat(foreign.query("PRAGMA integrity_check"))
          .as("page size " + pageSize)
          .containsExactly("'ok'");
      assertThat(content(foreign::query, false)).as("page size " + pageSize).isEqualTo(expected);
      change(foreign::execute);
      List<String> answers = content(foreign::query, true);
      foreign.closeFile();
      try (WalnutSide walnut = WalnutSide.open(file)) {
        assertThat(content(walnut::query, true)).as("page size " + pageSize).isEqualTo(answers);
        assertThat(walnut.query("PRAGMA integrity_check")).containsExactly("'ok'");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "TRUNCATE", "PERSIST"})
  void bothTakeTurnsWritingToAnOpenFile(String journalMode) throws Exception {
    Path file = directory.resolve("turns.db");
    foreign.open(file);
    foreign.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, who TEXT, n INTEGER)");
    foreign.execute("CREATE INDEX t_n ON t(n)");
    foreign.execute("PRAGMA journal_mode=" + journalMode);
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.query("PRAGMA journal_mode=" + journalMode);
      for (int turn = 0; turn < 60; turn++) {
        String insert =
            "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 20)"
                + " INSERT INTO t(who, n) SELECT '%s', i * 7919 %% 1000 FROM n";
        String delete = "DELETE FROM t WHERE n % 10 = " + turn % 10 + " AND id % 3 = 0";
        if (turn % 2 == 0) {
          foreign.execute(String.format(insert, "foreign"));
          foreign.execute(delete);
        } else {
          walnut.execute(String.format(insert, "walnut"), delete);
        }
        String question = "SELECT count(*), sum(n), max(id) FROM t";
        String byIndex = "SELECT id, who, n FROM t WHERE n BETWEEN 300 AND 400 ORDER BY n, id";
        assertThat(walnut.query(question)).isEqualTo(foreign.query(question));
        assertThat(walnut.query(byIndex)).isEqualTo(foreign.query(byIndex));
      }
      walnut.execute("CREATE TABLE other(x)");
      foreign.execute("INSERT INTO other VALUES(42)");
      assertThat(walnut.query("SELECT x FROM other")).containsExactly("42");
      foreign.execute("ALTER TABLE other ADD COLUMN y DEFAULT 'added'");
      assertThat(walnut.query("SELECT * FROM other")).containsExactly("42,'added'");
      assertThat(walnut.query("PRAGMA integrity_check")).containsExactly("'ok'");
      assertThat(foreign.query("PRAGMA integrity_check")).containsExactly("'ok'");
    }
  }

  @Test
  void bothWriteAtTheSameTimeAndNothingIsLost() throws Exception {
    Path file = directory.resolve("race.db");
    foreign.open(file);
    foreign.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, who TEXT)");
    foreign.execute("PRAGMA busy_timeout=20000");
    int count = 150;
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.query("PRAGMA busy_timeout=20000");
      CompletableFuture<Void> others =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < count; i++) {
                    foreign.execute("INSERT INTO t(who) VALUES('foreign')");
                  }
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              });
      for (int i = 0; i < count; i++) {
        walnut.execute("INSERT INTO t(who) VALUES('walnut')");
      }
      others.join();
      String question = "SELECT who, count(*) FROM t GROUP BY who ORDER BY who";
      assertThat(walnut.query(question)).containsExactly("'foreign'," + count, "'walnut'," + count);
      assertThat(foreign.query(question)).isEqualTo(walnut.query(question));
      assertThat(foreign.query("PRAGMA integrity_check")).containsExactly("'ok'");
    }
  }

  @Test
  void aForeignWriterMakesWalnutWaitAndThenReportBusy() throws Exception {
    Path file = directory.resolve("busy.db");
    foreign.open(file);
    foreign.execute("CREATE TABLE t(a)");
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.query("PRAGMA busy_timeout=150");
      foreign.execute("BEGIN IMMEDIATE");
      foreign.execute("INSERT INTO t VALUES(1)");
      assertThat(walnut.query("SELECT count(*) FROM t")).containsExactly("0");
      long start = System.nanoTime();
      assertThat(walnut.tryExecute("INSERT INTO t VALUES(2)")).isEqualTo(BUSY);
      assertThat((System.nanoTime() - start) / 1_000_000).isGreaterThanOrEqualTo(140);
      foreign.execute("COMMIT");
      assertThat(walnut.tryExecute("INSERT INTO t VALUES(2)")).isEqualTo(OK);
      foreign.execute("BEGIN EXCLUSIVE");
      assertThat(walnut.tryExecute("SELECT * FROM t")).isEqualTo(BUSY);
      foreign.execute("ROLLBACK");
      assertThat(walnut.query("SELECT a FROM t")).containsExactly("1", "2");
    }
  }

  @Test
  void aForeignReaderDelaysWalnutsCommitOnly() throws Exception {
    Path file = directory.resolve("reader.db");
    foreign.open(file);
    foreign.execute("CREATE TABLE t(a)");
    foreign.execute("INSERT INTO t VALUES(1)");
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.query("PRAGMA busy_timeout=50");
      foreign.execute("BEGIN");
      foreign.execute("SELECT * FROM t");
      walnut.execute("BEGIN", "INSERT INTO t VALUES(2)");
      assertThat(walnut.tryExecute("COMMIT")).isEqualTo(BUSY);
      assertThat(foreign.query("SELECT count(*) FROM t")).containsExactly("1");
      foreign.execute("COMMIT");
      assertThat(walnut.tryExecute("COMMIT")).isEqualTo(OK);
      assertThat(foreign.query("SELECT count(*) FROM t")).containsExactly("2");
    }
  }

  @Test
  void walnutsLocksAreSeenBySqlite() throws Exception {
    Path file = directory.resolve("locks.db");
    foreign.open(file);
    foreign.execute("CREATE TABLE t(a)");
    foreign.execute("PRAGMA busy_timeout=50");
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute("BEGIN IMMEDIATE");
      assertThat(foreign.tryExecute("SELECT * FROM t")).isEqualTo(OK);
      assertThat(foreign.tryExecute("INSERT INTO t VALUES(1)")).isEqualTo(BUSY);
      walnut.execute("COMMIT", "BEGIN EXCLUSIVE");
      assertThat(foreign.tryExecute("SELECT * FROM t")).isEqualTo(BUSY);
      walnut.execute("ROLLBACK", "BEGIN");
      walnut.query("SELECT * FROM t");
      foreign.execute("BEGIN");
      foreign.execute("INSERT INTO t VALUES(1)");
      assertThat(foreign.tryExecute("COMMIT")).isEqualTo(BUSY);
      walnut.execute("COMMIT");
      assertThat(foreign.tryExecute("COMMIT")).isEqualTo(OK);
      assertThat(walnut.query("SELECT a FROM t")).containsExactly("1");
    }
  }

  @ParameterizedTest
  @CsvSource({"DELETE, 512", "DELETE, 4096", "TRUNCATE, 4096", "PERSIST, 1024", "PERSIST, 65536"})
  void walnutRollsBackTheHotJournalOfAKilledSqlite(String journalMode, int pageSize)
      throws Exception {
    Path file = directory.resolve("hot.db");
    foreign.open(file);
    fill(foreign::execute, pageSize, "UTF-8");
    foreign.closeFile();
    foreign.open(file);
    List<String> expected = content(foreign::query, false);
    foreign.execute("PRAGMA journal_mode=" + journalMode);
    foreign.execute("PRAGMA cache_size=2");
    foreign.execute("BEGIN");
    foreign.execute("UPDATE plain SET name = 'lost' || id, size = size + 1, body = zeroblob(5000)");
    foreign.execute("DELETE FROM keyed WHERE n % 2 = 0");
    foreign.execute("SELECT count(*) FROM plain");
    byte[] dirty = Files.readAllBytes(file);
    foreign.kill();
    assertThat(Files.size(Path.of(file + "-journal"))).isPositive();
    assertThat(Files.readAllBytes(file)).isEqualTo(dirty);
    try (WalnutSide walnut = WalnutSide.open(file)) {
      assertThat(content(walnut::query, false)).isEqualTo(expected);
      assertThat(walnut.query("PRAGMA integrity_check")).containsExactly("'ok'");
      change(walnut::execute);
    }
    foreign = start();
    foreign.open(file);
    assertThat(foreign.query("PRAGMA integrity_check")).containsExactly("'ok'");
  }
}
