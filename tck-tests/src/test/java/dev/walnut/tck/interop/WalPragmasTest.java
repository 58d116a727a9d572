// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.tck.interop.ForeignSqlite.ForeignException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same statements about WAL mode on two files, one SQLite's and one Walnut's. */
class WalPragmasTest {
  private static JdbcProcess foreign;

  @TempDir private Path directory;
  private Path theirs;
  private Path ours;
  private WalnutSide walnut;

  @BeforeAll
  static void start() throws IOException {
    foreign = JdbcProcess.sqlite();
  }

  @AfterAll
  static void end() throws IOException {
    foreign.close();
  }

  @BeforeEach
  void open() throws Exception {
    theirs = directory.resolve("theirs.db");
    ours = directory.resolve("ours.db");
    foreign.open(theirs);
    walnut = WalnutSide.open(ours);
  }

  @AfterEach
  void close() throws Exception {
    walnut.close();
    foreign.closeFile();
  }

  private interface Asker {
    Object query(String sql) throws IOException, SQLException;
  }

  private static String answer(Asker asker, String sql) throws IOException {
    try {
      return String.valueOf(asker.query(sql));
    } catch (ForeignException e) {
      return "error " + e.code();
    } catch (SQLException e) {
      return "error " + (e.getErrorCode() & 0xff);
    }
  }

  private Object askWalnut(String sql) throws SQLException {
    if (sql.startsWith("PRAGMA") || sql.startsWith("SELECT")) {
      try {
        return walnut.query(sql);
      } catch (SQLException e) {
        if (!String.valueOf(e.getMessage()).contains("does not return")) {
          throw e;
        }
      }
    }
    walnut.execute(sql);
    return "[]";
  }

  private void same(String... statements) throws IOException {
    for (String sql : statements) {
      String expected = answer(foreign::query, sql);
      assertThat(answer(this::askWalnut, sql)).as(sql).isEqualTo(expected);
    }
  }

  private static String checkpoint(String mode) {
    return "PRAGMA wal_checkpoint(" + mode + ")";
  }

  private void sameCheckpoints() throws IOException {
    same(
        "PRAGMA wal_checkpoint",
        checkpoint("NOOP"),
        checkpoint("PASSIVE"),
        checkpoint("FULL"),
        checkpoint("NOOP"),
        checkpoint("RESTART"),
        checkpoint("NOOP"),
        checkpoint("TRUNCATE"),
        checkpoint("NOOP"),
        checkpoint("nonsense"));
  }

  @Test
  void checkpointsOutsideWalModeReportNothing() throws Exception {
    sameCheckpoints();
    same("CREATE TABLE t(a)", "INSERT INTO t VALUES(1)");
    sameCheckpoints();
    same("BEGIN", "INSERT INTO t VALUES(1)", checkpoint("FULL"), "COMMIT", "PRAGMA journal_mode");
  }

  @Test
  void modesAreEnteredAndLeft() throws Exception {
    same(
        "PRAGMA journal_mode",
        "PRAGMA journal_mode=WAL",
        "PRAGMA journal_mode",
        "PRAGMA main.journal_mode",
        checkpoint("NOOP"),
        "CREATE TABLE t(a)",
        "PRAGMA journal_mode=wal",
        "PRAGMA journal_mode=nonsense",
        "BEGIN",
        "PRAGMA journal_mode=DELETE",
        "INSERT INTO t VALUES(1)",
        "PRAGMA journal_mode=DELETE",
        "COMMIT",
        "PRAGMA journal_mode=TRUNCATE",
        "PRAGMA journal_mode",
        "SELECT * FROM t",
        "BEGIN",
        "INSERT INTO t VALUES(2)",
        "PRAGMA journal_mode=WAL",
        "ROLLBACK",
        "BEGIN",
        "SELECT * FROM t",
        "PRAGMA journal_mode=WAL",
        "COMMIT",
        "PRAGMA journal_mode=WAL",
        "PRAGMA journal_mode=MEMORY",
        "PRAGMA journal_mode=WAL",
        "PRAGMA journal_mode=OFF",
        "PRAGMA journal_mode=WAL",
        "PRAGMA journal_mode=PERSIST",
        "SELECT * FROM t");
    assertThat(Files.exists(WalFiles.log(ours))).isEqualTo(Files.exists(WalFiles.log(theirs)));
  }

  @Test
  void checkpointsReportFramesAndHowManyAreCopied() throws Exception {
    same("PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", "CREATE TABLE t(a)");
    sameCheckpoints();
    same("INSERT INTO t VALUES(1)");
    sameCheckpoints();
    same("INSERT INTO t VALUES(1)", "INSERT INTO t VALUES(2)", checkpoint("NOOP"));
    same(checkpoint("PASSIVE"), "INSERT INTO t VALUES(3)", checkpoint("NOOP"));
    same(checkpoint("FULL"), "INSERT INTO t VALUES(4)", checkpoint("NOOP"));
    same(checkpoint("RESTART"), "INSERT INTO t VALUES(5)", checkpoint("NOOP"));
    same(checkpoint("TRUNCATE"), "INSERT INTO t VALUES(6)", checkpoint("NOOP"));
    for (String mode : new String[] {"NOOP", "PASSIVE", "FULL", "RESTART", "TRUNCATE"}) {
      same("BEGIN", checkpoint(mode), "SELECT count(*) FROM t", checkpoint(mode), "COMMIT");
      same("BEGIN", "INSERT INTO t VALUES(7)", checkpoint(mode), "ROLLBACK", checkpoint("NOOP"));
    }
  }

  @Test
  void aCommitThatMakesTheLogLongIsFollowedByACheckpoint() throws Exception {
    same("PRAGMA wal_autocheckpoint");
    same("PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=5", "CREATE TABLE t(a)");
    for (int i = 0; i < 12; i++) {
      same("INSERT INTO t VALUES(" + i + ")", checkpoint("NOOP"));
    }
    same("PRAGMA wal_autocheckpoint=-3", "PRAGMA wal_autocheckpoint");
    for (int i = 0; i < 12; i++) {
      same("INSERT INTO t VALUES(" + i + ")", checkpoint("NOOP"));
    }
    same("PRAGMA wal_autocheckpoint=3");
    same("BEGIN", "INSERT INTO t VALUES(1)", checkpoint("NOOP"), "COMMIT", checkpoint("NOOP"));
    same("BEGIN", "INSERT INTO t VALUES(1)", "ROLLBACK", checkpoint("NOOP"));
  }

  @Test
  void theFirstCommitAfterARewindCutsTheLogToItsLimit() throws Exception {
    same("PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0", "CREATE TABLE t(a)");
    same("PRAGMA journal_size_limit", "PRAGMA journal_size_limit=20000");
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 15; i++) {
        same("INSERT INTO t VALUES(" + i + ")");
      }
      sameLogSizes();
      same(checkpoint("RESTART"));
      sameLogSizes();
      same("INSERT INTO t VALUES(1)", checkpoint("NOOP"));
      sameLogSizes();
      same("PRAGMA journal_size_limit=" + (round == 0 ? 0 : -1));
      same("INSERT INTO t VALUES(1)", "INSERT INTO t VALUES(1)");
      sameLogSizes();
    }
    same(checkpoint("TRUNCATE"));
    sameLogSizes();
  }

  @Test
  void aCheckpointOfTheWholeLogCutsTheDatabaseFile() throws Exception {
    same("PRAGMA page_size=1024", "PRAGMA auto_vacuum=FULL", "CREATE TABLE t(a)");
    same("PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0");
    same("INSERT INTO t VALUES(zeroblob(200000))", checkpoint("FULL"));
    long before = Files.size(ours);
    assertThat(before).isGreaterThan(200_000);
    same("DELETE FROM t");
    assertThat(Files.size(ours)).as("before the checkpoint").isEqualTo(before);
    walnut.query(checkpoint("PASSIVE"));
    foreign.query(checkpoint("PASSIVE"));
    assertThat(Files.size(ours)).isLessThan(10_000).isEqualTo(Files.size(theirs));
  }

  private void sameLogSizes() throws IOException {
    assertThat(Files.size(WalFiles.log(ours))).isEqualTo(Files.size(WalFiles.log(theirs)));
  }

  @Test
  void aReadOnlyConnectionReadsTheLogAndNothingElse() throws Exception {
    same("PRAGMA journal_mode=WAL", "CREATE TABLE t(a)", "INSERT INTO t VALUES(1)");
    walnut.close();
    foreign.closeFile();
    // The log is not there: SQLite makes it, if the directory allows, even for reading.
    foreign.open(Path.of("file:" + theirs + "?mode=ro"));
    walnut = WalnutSide.open(Path.of("file:" + ours + "?mode=ro"));
    same(
        "PRAGMA journal_mode",
        "SELECT * FROM t",
        "INSERT INTO t VALUES(2)",
        "SELECT * FROM t",
        checkpoint("NOOP"),
        checkpoint("PASSIVE"),
        checkpoint("TRUNCATE"),
        "BEGIN",
        "SELECT * FROM t",
        "COMMIT",
        "BEGIN IMMEDIATE",
        "ROLLBACK");
    try (WalnutSide writer = WalnutSide.open(ours);
        JdbcProcess foreignWriter = JdbcProcess.sqlite()) {
      foreignWriter.open(theirs);
      foreignWriter.execute("INSERT INTO t VALUES(3)");
      writer.execute("INSERT INTO t VALUES(3)");
      same("SELECT * FROM t", "SELECT count(*) FROM t", checkpoint("NOOP"));
      // SQLite notices when it writes or locks, and calls both an I/O error.
      assertThat(walnut.tryExecute(checkpoint("PASSIVE"))).isEqualTo(8);
      assertThat(walnut.tryExecute("PRAGMA journal_mode=DELETE")).isEqualTo(8);
      foreignWriter.closeFile();
    }
    same("SELECT * FROM t");
    walnut.close();
    foreign.closeFile();
    assertThat(Files.exists(WalFiles.log(ours))).isEqualTo(Files.exists(WalFiles.log(theirs)));
    assertThat(Files.exists(WalFiles.index(ours))).isEqualTo(Files.exists(WalFiles.index(theirs)));
  }

  @Test
  void aDatabaseInMemoryKnowsNoLog() throws Exception {
    foreign.open(Path.of(":memory:"));
    walnut.close();
    walnut = WalnutSide.open(Path.of(":memory:"));
    same("PRAGMA journal_mode=WAL", "PRAGMA journal_mode", "CREATE TABLE t(a)");
    sameCheckpoints();
  }
}
