// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writers that died in the middle of a transaction, logs of more frames than one region of the
 * wal-index has, and threads that are interrupted while it grows.
 */
class WalDeadWriterTest {
  private static final String WALNUT = WalnutSide.URL_PREFIX;
  private static final String SQLITE = "jdbc:sqlite:";

  /** Frames of the first region of the wal-index, and of each other one. */
  private static final int FIRST_REGION = 4062;

  private static final int REGION = 4096;

  private static JdbcProcess foreign;
  private static JdbcProcess probe;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws IOException {
    foreign = JdbcProcess.sqlite();
    probe = JdbcProcess.sqlite();
  }

  @AfterAll
  static void end() throws IOException {
    foreign.close();
    probe.close();
  }

  private Path makeDatabase(int pageSize) throws IOException {
    Path file = directory.resolve("test.db");
    foreign.open(file);
    foreign.execute("PRAGMA busy_timeout=3000");
    foreign.execute("PRAGMA page_size=" + pageSize);
    foreign.execute("PRAGMA journal_mode=WAL");
    foreign.execute("PRAGMA synchronous=OFF");
    foreign.execute("PRAGMA wal_autocheckpoint=0");
    foreign.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v)");
    foreign.execute("INSERT INTO t VALUES(1, 0)");
    return file;
  }

  private static WalnutSide connect(Path file) throws SQLException {
    WalnutSide walnut = WalnutSide.open(file);
    walnut.execute(
        "PRAGMA busy_timeout=3000", "PRAGMA synchronous=OFF", "PRAGMA wal_autocheckpoint=0");
    return walnut;
  }

  private static String rows(int first, int count, int size) {
    return "WITH RECURSIVE n(i) AS (VALUES("
        + first
        + ") UNION ALL SELECT i + 1 FROM n WHERE i < "
        + (first + count - 1)
        + ") INSERT INTO t SELECT i, zeroblob("
        + size
        + ") FROM n";
  }

  private static void bothFind(WalnutSide walnut, String sql, String answer) throws Exception {
    assertThat(walnut.query(sql)).containsExactly(answer);
    assertThat(foreign.query(sql)).containsExactly(answer);
  }

  /** The dead writer's frames have no commit frame, but some are in the log and the index. */
  @ParameterizedTest
  @CsvSource({"walnut, true", "walnut, false", "sqlite, true", "sqlite, false"})
  void aSpilledTransactionOfADeadWriterIsForgotten(String writer, boolean othersLive)
      throws Exception {
    Path file = makeDatabase(4096);
    WalFiles files = new WalFiles(probe, file);
    WalnutSide walnut = connect(file);
    walnut.query("SELECT count(*) FROM t");
    if (!othersLive) {
      walnut.close();
    }
    try (JdbcProcess victim = JdbcProcess.start(writer.equals("walnut") ? WALNUT : SQLITE)) {
      victim.open(file);
      victim.execute("PRAGMA cache_size=10");
      victim.execute("BEGIN");
      victim.execute(rows(100, 4000, 5000));
      victim.execute("UPDATE t SET v = zeroblob(4000)");
      if (!othersLive) {
        foreign.closeFile();
      }
      victim.kill();
    }
    assertThat(files.logSize()).as("frames were spilled").isGreaterThan(4_000_000);
    if (!othersLive) {
      foreign.open(file);
      walnut = connect(file);
    }
    bothFind(walnut, "SELECT count(*), sum(v) FROM t", "1,0");
    walnut.execute("INSERT INTO t VALUES(2, 5)");
    foreign.execute("INSERT INTO t VALUES(3, 6)");
    bothFind(walnut, "SELECT count(*), sum(v) FROM t", "3,11");
    walnut.execute(rows(10, 300, 500));
    bothFind(walnut, "SELECT count(*), sum(length(v)) FROM t", "303,150003");
    bothFind(walnut, "PRAGMA integrity_check", "'ok'");
    assertThat(walnut.query("PRAGMA wal_checkpoint(TRUNCATE)")).containsExactly("0,0,0");
    bothFind(walnut, "SELECT count(*), sum(length(v)) FROM t", "303,150003");
    walnut.close();
    foreign.closeFile();
    assertThat(WalFiles.log(file)).doesNotExist();
  }

  @Test
  void aLogOfManyRegionsIsWrittenReadRecoveredAndCopied() throws Exception {
    Path file = makeDatabase(512);
    WalFiles files = new WalFiles(probe, file);
    try (WalnutSide walnut = connect(file)) {
      walnut.query("SELECT count(*) FROM t");
      // Each takes turns, so that both cross the ends of regions in small steps.
      int id = 2;
      while (files.maxFrame() < FIRST_REGION + REGION + 600) {
        int count = files.maxFrame() % 5 == 0 ? 700 : 20;
        walnut.execute(rows(id, count, 100));
        foreign.execute(rows(id + count, count, 100));
        id += 2 * count;
        if (files.maxFrame() > FIRST_REGION - 300 && files.maxFrame() < FIRST_REGION + 100) {
          bothFind(walnut, "SELECT count(*), max(id) FROM t", id - 1 + "," + (id - 1));
        }
      }
      String sums = "SELECT count(*), sum(id), sum(length(v)) FROM t";
      String answer = foreign.query(sums).get(0);
      assertThat(walnut.query(sums)).containsExactly(answer);
      walnut.execute("BEGIN");
      assertThat(walnut.query(sums)).containsExactly(answer);
      // One transaction over several regions, of each.
      foreign.execute(rows(1_000_000, 30_000, 100));
      assertThat(walnut.query(sums)).as("snapshot").containsExactly(answer);
      walnut.execute("COMMIT");
      walnut.execute(rows(2_000_000, 30_000, 100));
      answer = foreign.query(sums).get(0);
      assertThat(walnut.query(sums)).containsExactly(answer);
      assertThat(files.maxFrame()).isGreaterThan(FIRST_REGION + 3 * REGION);
      files.destroyHeader();
      assertThat(walnut.query(sums)).as("recovered by Walnut").containsExactly(answer);
      assertThat(foreign.query(sums)).containsExactly(answer);
      files.destroyHeader();
      assertThat(foreign.query(sums)).as("recovered by SQLite").containsExactly(answer);
      assertThat(walnut.query(sums)).containsExactly(answer);
      assertThat(walnut.query("PRAGMA wal_checkpoint(RESTART)").get(0)).startsWith("0,");
      // The index begins anew over the entries of the old log.
      for (int i = 0; i < 5; i++) {
        walnut.execute("UPDATE t SET v = zeroblob(90) WHERE id % 7 = " + i);
        foreign.execute("UPDATE t SET v = zeroblob(80) WHERE id % 7 = " + i);
      }
      assertThat(walnut.query(sums)).isEqualTo(foreign.query(sums));
      bothFind(walnut, "PRAGMA integrity_check", "'ok'");
      assertThat(walnut.query("PRAGMA wal_checkpoint(TRUNCATE)")).containsExactly("0,0,0");
      assertThat(walnut.query(sums)).isEqualTo(foreign.query(sums));
    }
    foreign.closeFile();
  }

  /** An interrupt must not close a file: with the descriptor all locks of the process would go. */
  @Test
  void anInterruptWhileTheIndexGrowsLosesNeitherLocksNorData() throws Exception {
    Path file = makeDatabase(512);
    try (WalnutSide walnut = connect(file);
        WalnutSide reader = connect(file)) {
      reader.execute("BEGIN");
      assertThat(reader.query("SELECT count(*) FROM t")).containsExactly("1");
      for (int i = 0; i < 6; i++) {
        Thread.currentThread().interrupt();
        int code = walnut.tryExecute(rows(10 + i * 10_000, 10_000, 100));
        boolean stillInterrupted = Thread.interrupted();
        assertThat(code).as("done, or interrupted").isIn(0, 9);
        assertThat(stillInterrupted || code == 9).isTrue();
        if (code != 0) {
          walnut.execute(rows(10 + i * 10_000, 10_000, 100));
        }
        Thread.currentThread().interrupt();
        int commitCode = walnut.tryExecute("UPDATE t SET v = zeroblob(101) WHERE id % 10 = " + i);
        Thread.interrupted();
        assertThat(commitCode).isIn(0, 9);
      }
      // The reader's mark and the process's lock on the database are still there.
      foreign.execute("PRAGMA busy_timeout=0");
      assertThat(foreign.query("PRAGMA wal_checkpoint(TRUNCATE)").get(0)).startsWith("1,");
      assertThat(foreign.tryExecute("PRAGMA journal_mode=DELETE")).isEqualTo(5);
      assertThat(reader.query("SELECT count(*) FROM t")).containsExactly("1");
      reader.execute("COMMIT");
      bothFind(walnut, "SELECT count(*) FROM t", "60001");
      bothFind(walnut, "PRAGMA integrity_check", "'ok'");
    }
    foreign.closeFile();
    assertThat(Files.exists(WalFiles.log(file))).isFalse();
  }
}
