// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.driver.convert.ExtendedErrorCode;
import dev.walnut.tck.interop.ForeignSqlite.ForeignException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules by which processes share a database in WAL mode: a test for each, with a SQLite process
 * on the other side and a third process that looks at the files.
 */
class WalProtocolTest {
  private static final int BUSY = 5;
  private static final int BUSY_SNAPSHOT = 517;

  private static JdbcProcess foreign;
  private static JdbcProcess probe;

  @TempDir private Path directory;
  private Path file;
  private WalnutSide walnut;
  private WalFiles files;

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

  /** A table with one row, three frames in the log, and nobody in a transaction. */
  @BeforeEach
  void makeDatabase() throws Exception {
    file = directory.resolve("test.db");
    foreign.open(file);
    foreign.execute("PRAGMA busy_timeout=2000");
    foreign.execute("PRAGMA journal_mode=WAL");
    foreign.execute("PRAGMA wal_autocheckpoint=0");
    foreign.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v)");
    foreign.execute("INSERT INTO t VALUES(1, 0)");
    walnut = WalnutSide.open(file);
    walnut.execute("PRAGMA busy_timeout=2000", "PRAGMA wal_autocheckpoint=0");
    files = new WalFiles(probe, file);
  }

  @AfterEach
  void closeDatabase() throws Exception {
    probe.unlock();
    walnut.close();
    foreign.closeFile();
  }

  private void foreignDoesNotWait() throws IOException {
    foreign.execute("PRAGMA busy_timeout=0");
  }

  private void walnutDoesNotWait() throws SQLException {
    walnut.execute("PRAGMA busy_timeout=0");
  }

  private static String foreignAnswer(String sql) throws IOException {
    return foreign.query(sql).get(0);
  }

  private String walnutAnswer(String sql) throws SQLException {
    return walnut.query(sql).get(0);
  }

  private void bothFindTheDatabaseWhole(String count) throws Exception {
    assertThat(walnutAnswer("PRAGMA integrity_check")).isEqualTo("'ok'");
    assertThat(foreignAnswer("PRAGMA integrity_check")).isEqualTo("'ok'");
    assertThat(walnutAnswer("SELECT count(*) FROM t")).isEqualTo(count);
    assertThat(foreignAnswer("SELECT count(*) FROM t")).isEqualTo(count);
  }

  // ---------------------------------------------------------------- marks and checkpoints

  @Test
  void aForeignCheckpointStopsAtWalnutsReadMark() throws Exception {
    walnut.execute("BEGIN");
    assertThat(walnutAnswer("SELECT count(*) FROM t")).isEqualTo("1");
    int mark = files.maxFrame();
    foreign.execute("INSERT INTO t VALUES(2, 0)");
    foreign.execute("UPDATE t SET v = 1");
    int last = files.maxFrame();
    assertThat(last).isGreaterThan(mark);
    assertThat(files.readMark(1)).isEqualTo(mark);
    foreignDoesNotWait();
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(PASSIVE)")).isEqualTo("0," + last + "," + mark);
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(FULL)")).isEqualTo("1," + last + "," + mark);
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(RESTART)")).isEqualTo("1," + last + "," + mark);
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(TRUNCATE)"))
        .isEqualTo("1," + last + "," + mark);
    assertThat(walnutAnswer("SELECT count(*), sum(v) FROM t")).isEqualTo("1,0");
    walnut.execute("COMMIT");
    foreign.execute("PRAGMA busy_timeout=2000");
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo("0,0,0");
    assertThat(walnutAnswer("SELECT count(*), sum(v) FROM t")).isEqualTo("2,2");
  }

  @Test
  void walnutAtTheEndOfTheLogKeepsItFromBeingBegunAnew() throws Exception {
    walnut.execute("BEGIN");
    walnutAnswer("SELECT count(*) FROM t");
    int last = files.maxFrame();
    foreignDoesNotWait();
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(FULL)")).isEqualTo("0," + last + "," + last);
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(RESTART)")).isEqualTo("1," + last + "," + last);
    long salts = files.salts();
    foreign.execute("UPDATE t SET v = v + 1");
    assertThat(files.salts()).isEqualTo(salts);
    assertThat(files.maxFrame()).isGreaterThan(last);
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("0");
    walnut.execute("COMMIT");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("1");
  }

  @Test
  void walnutReadingTheFileAloneStopsForeignCheckpointsButNotTheRewind() throws Exception {
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(RESTART)")).startsWith("0,");
    walnut.execute("BEGIN");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("0");
    long salts = files.salts();
    foreignDoesNotWait();
    foreign.execute("UPDATE t SET v = 1");
    assertThat(files.salts()).as("the log was begun anew").isNotEqualTo(salts);
    assertThat(files.maxFrame()).isEqualTo(1);
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(PASSIVE)")).isEqualTo("0,1,0");
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(FULL)")).isEqualTo("1,1,0");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("0");
    walnut.execute("COMMIT");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("1");
    foreign.execute("PRAGMA busy_timeout=2000");
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(FULL)")).isEqualTo("0,1,1");
  }

  @Test
  void walnutsCheckpointStopsAtAForeignReadersMark() throws Exception {
    foreign.execute("BEGIN");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("0");
    int mark = files.maxFrame();
    walnut.execute("INSERT INTO t VALUES(2, 0)", "UPDATE t SET v = 1");
    int last = files.maxFrame();
    walnutDoesNotWait();
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(PASSIVE)")).isEqualTo("0," + last + "," + mark);
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(FULL)")).isEqualTo("1," + last + "," + mark);
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(RESTART)")).isEqualTo("1," + last + "," + mark);
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo("1," + last + "," + mark);
    assertThat(foreignAnswer("SELECT count(*), sum(v) FROM t")).isEqualTo("1,0");
    foreign.execute("COMMIT");
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo("0,0,0");
    assertThat(files.logSize()).isZero();
    bothFindTheDatabaseWhole("2");
  }

  @Test
  void aForeignReaderAtTheEndOfTheLogKeepsWalnutFromBeginningItAnew() throws Exception {
    foreign.execute("BEGIN");
    foreignAnswer("SELECT v FROM t");
    int last = files.maxFrame();
    walnutDoesNotWait();
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(FULL)")).isEqualTo("0," + last + "," + last);
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(RESTART)")).isEqualTo("1," + last + "," + last);
    long salts = files.salts();
    walnut.execute("UPDATE t SET v = v + 1");
    assertThat(files.salts()).isEqualTo(salts);
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("0");
    foreign.execute("COMMIT");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("1");
  }

  @Test
  void aForeignReaderOfTheFileAloneStopsWalnutsCheckpointsButNotTheRewind() throws Exception {
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(RESTART)")).startsWith("0,");
    foreign.execute("BEGIN");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("0");
    long salts = files.salts();
    walnutDoesNotWait();
    walnut.execute("UPDATE t SET v = 1");
    assertThat(files.salts()).as("the log was begun anew").isNotEqualTo(salts);
    assertThat(files.maxFrame()).isEqualTo(1);
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(PASSIVE)")).isEqualTo("0,1,0");
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(FULL)")).isEqualTo("1,1,0");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("0");
    foreign.execute("COMMIT");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("1");
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(FULL)")).isEqualTo("0,1,1");
  }

  @Test
  void aReaderThatFindsAllSlotsTakenSharesOneOfThem() throws Exception {
    // Readers of four different ends of the log, in Walnut; then more, here and elsewhere.
    WalnutSide[] readers = new WalnutSide[6];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = WalnutSide.open(file);
      readers[i].execute("BEGIN");
      assertThat(readers[i].query("SELECT v FROM t")).containsExactly(String.valueOf(i));
      foreign.execute("UPDATE t SET v = v + 1");
    }
    assertThat(files.readMark(4)).isPositive();
    foreign.execute("BEGIN");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("6");
    for (int i = 0; i < readers.length; i++) {
      assertThat(readers[i].query("SELECT v FROM t")).containsExactly(String.valueOf(i));
    }
    int first = files.readMark(1);
    foreign.execute("COMMIT");
    foreignAnswer("PRAGMA wal_checkpoint");
    assertThat(files.backfilled()).isLessThanOrEqualTo(first);
    for (int i = 0; i < readers.length; i++) {
      assertThat(readers[i].query("SELECT v FROM t")).containsExactly(String.valueOf(i));
      readers[i].close();
    }
    bothFindTheDatabaseWhole("1");
  }

  // ---------------------------------------------------------------- the log begun anew, recovered

  @Test
  void anIdleWalnutSeesThatSqliteBeganTheLogAnew() throws Exception {
    foreign.execute("CREATE TABLE other(id INTEGER PRIMARY KEY, v)");
    foreign.execute("INSERT INTO other VALUES(1, 0)");
    for (int i = 1; i <= 30; i++) {
      assertThat(walnutAnswer("SELECT (SELECT v FROM t), (SELECT v FROM other)"))
          .isEqualTo((i - 1) + "," + (i - 1));
      foreign.execute("PRAGMA wal_checkpoint(" + (i % 3 == 0 ? "TRUNCATE" : "RESTART") + ")");
      // The same frame numbers, other pages.
      String first = i % 2 == 0 ? "t" : "other";
      String second = i % 2 == 0 ? "other" : "t";
      foreign.execute("UPDATE " + first + " SET v = " + i);
      foreign.execute("UPDATE " + second + " SET v = " + i);
      assertThat(files.maxFrame()).isEqualTo(2);
    }
    assertThat(walnutAnswer("SELECT (SELECT v FROM t), (SELECT v FROM other)")).isEqualTo("30,30");
  }

  @Test
  void anIdleSqliteSeesThatWalnutBeganTheLogAnew() throws Exception {
    foreign.execute("CREATE TABLE other(id INTEGER PRIMARY KEY, v)");
    foreign.execute("INSERT INTO other VALUES(1, 0)");
    for (int i = 1; i <= 30; i++) {
      assertThat(foreignAnswer("SELECT (SELECT v FROM t), (SELECT v FROM other)"))
          .isEqualTo((i - 1) + "," + (i - 1));
      walnutAnswer("PRAGMA wal_checkpoint(" + (i % 3 == 0 ? "TRUNCATE" : "RESTART") + ")");
      String first = i % 2 == 0 ? "t" : "other";
      String second = i % 2 == 0 ? "other" : "t";
      walnut.execute("UPDATE " + first + " SET v = " + i, "UPDATE " + second + " SET v = " + i);
      assertThat(files.maxFrame()).isEqualTo(2);
    }
    assertThat(foreignAnswer("SELECT (SELECT v FROM t), (SELECT v FROM other)")).isEqualTo("30,30");
    bothFindTheDatabaseWhole("1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"first copy", "second copy", "both"})
  void anIndexHeaderThatAWriterLeftHalfWrittenIsRecoveredByWalnut(String damage) throws Exception {
    walnut.execute("UPDATE t SET v = 7");
    int last = files.maxFrame();
    damageHeader(damage);
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("7");
    assertThat(files.maxFrame()).isEqualTo(last);
    walnut.execute("INSERT INTO t VALUES(2, 8)");
    assertThat(foreignAnswer("SELECT sum(v) FROM t")).isEqualTo("15");
    damageHeader(damage);
    walnut.execute("INSERT INTO t VALUES(3, 9)");
    damageHeader(damage);
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo("0,0,0");
    bothFindTheDatabaseWhole("3");
  }

  @Test
  void aWriterThatDiedBetweenTheCopiesOfTheHeaderHasCommitted() throws Exception {
    for (int i = 1; i <= 4; i++) {
      boolean asWriter = i % 2 == 0;
      walnutAnswer("SELECT v FROM t");
      byte[] before = files.firstHeader();
      if (i <= 2) {
        foreign.execute("UPDATE t SET v = " + i);
      } else {
        walnut.execute("UPDATE t SET v = " + i);
      }
      files.putFirstHeader(before);
      if (asWriter) {
        walnut.execute("UPDATE t SET v = v * 10");
      }
      String expected = String.valueOf(asWriter ? i * 10 : i);
      assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo(expected);
      assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo(expected);
    }
    bothFindTheDatabaseWhole("1");
  }

  private void damageHeader(String damage) throws IOException {
    if (damage.equals("both")) {
      files.destroyHeader();
    } else {
      files.leaveHeaderHalfWritten(damage.equals("first copy"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"first copy", "second copy", "both"})
  void aRecoveryBySqliteIsSeenByWalnut(String damage) throws Exception {
    try (WalnutSide reader = WalnutSide.open(file)) {
      reader.execute("BEGIN");
      assertThat(reader.query("SELECT v FROM t")).containsExactly("0");
      walnut.execute("UPDATE t SET v = 7");
      assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("7");
      damageHeader(damage);
      assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("7");
      foreign.execute("UPDATE t SET v = 8");
      assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("8");
      assertThat(reader.query("SELECT v FROM t")).containsExactly("0");
      reader.execute("COMMIT");
      assertThat(reader.query("SELECT v FROM t")).containsExactly("8");
    }
    bothFindTheDatabaseWhole("1");
  }

  @Test
  void walnutDoesNotRecoverWhileAnotherProcessDoes() throws Exception {
    walnutDoesNotWait();
    walnutAnswer("SELECT v FROM t");
    int writeLock = 0;
    int recoverLock = 2;
    files.destroyHeader();
    assertThat(files.lock(writeLock)).isTrue();
    assertThat(files.lock(recoverLock)).isTrue();
    assertThat(walnut.tryExecute("SELECT v FROM t")).isEqualTo(BUSY);
    assertThat(files.maxFrame()).isEqualTo(0x5a5a5a5a);
    probe.unlock();
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("0");
  }

  // ---------------------------------------------------------------- writers

  @Test
  void walnutWhoseSnapshotIsOldGetsBusySnapshot() throws Exception {
    walnut.execute("BEGIN");
    walnutAnswer("SELECT v FROM t");
    foreign.execute("UPDATE t SET v = 1");
    assertThatThrownBy(() -> walnut.execute("UPDATE t SET v = v + 1"))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(BUSY);
              assertThat(((ExtendedErrorCode) e).getExtendedCode()).isEqualTo(BUSY_SNAPSHOT);
            });
    assertThat(walnutAnswer("SELECT v FROM t")).as("the snapshot is still there").isEqualTo("0");
    walnut.execute("COMMIT", "UPDATE t SET v = v + 1");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("2");
  }

  @Test
  void sqliteWhoseSnapshotIsOldGetsBusySnapshot() throws Exception {
    foreign.execute("BEGIN");
    foreignAnswer("SELECT v FROM t");
    walnut.execute("UPDATE t SET v = 1");
    assertThatThrownBy(() -> foreign.execute("UPDATE t SET v = v + 1"))
        .isInstanceOf(ForeignException.class)
        .hasMessageContaining("SQLITE_BUSY_SNAPSHOT");
    foreign.execute("COMMIT");
    foreign.execute("UPDATE t SET v = v + 1");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("2");
  }

  @Test
  void aSnapshotStaysCurrentForItsWriterWhenTheLogIsCheckpointed() throws Exception {
    walnut.execute("BEGIN");
    walnutAnswer("SELECT v FROM t");
    foreignAnswer("PRAGMA wal_checkpoint(FULL)");
    walnut.execute("UPDATE t SET v = v + 1", "COMMIT");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("1");
  }

  @Test
  void oneWriterAtATimeAndReadersBesideIt() throws Exception {
    walnutDoesNotWait();
    foreignDoesNotWait();
    walnut.execute("BEGIN IMMEDIATE", "UPDATE t SET v = 1");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("0");
    assertThat(foreign.tryExecute("UPDATE t SET v = 2")).isEqualTo(BUSY);
    walnut.execute("COMMIT");
    foreign.execute("BEGIN IMMEDIATE");
    foreign.execute("UPDATE t SET v = 3");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("1");
    assertThat(walnut.tryExecute("UPDATE t SET v = 4")).isEqualTo(BUSY);
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(PASSIVE)")).startsWith("0,");
    assertThat(walnutAnswer("PRAGMA wal_checkpoint(FULL)")).startsWith("1,");
    foreign.execute("COMMIT");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("3");
  }

  @Test
  void aCheckpointThatMeetsAnotherProcesssReportsNothing() throws Exception {
    walnutDoesNotWait();
    walnutAnswer("SELECT v FROM t");
    int checkpointLock = 1;
    assertThat(files.lock(checkpointLock)).isTrue();
    for (String mode : new String[] {"PASSIVE", "FULL", "RESTART", "TRUNCATE"}) {
      String pragma = "PRAGMA wal_checkpoint(" + mode + ")";
      assertThat(foreignAnswer(pragma)).as(mode).isEqualTo("1,-1,-1");
      assertThat(walnutAnswer(pragma)).as(mode).isEqualTo("1,-1,-1");
    }
    probe.unlock();
    assertThat(walnutAnswer("PRAGMA wal_checkpoint")).startsWith("0,");
  }

  // ---------------------------------------------------------------- ends

  @Test
  void aForeignCloseLeavesTheLogToAnIdleWalnut() throws Exception {
    walnutAnswer("SELECT v FROM t");
    walnut.execute("UPDATE t SET v = 1");
    foreign.closeFile();
    assertThat(WalFiles.log(file)).exists();
    assertThat(WalFiles.index(file)).exists();
    walnut.execute("UPDATE t SET v = v + 1");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("2");
    foreign.open(file);
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("2");
    assertThat(foreignAnswer("PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo("0,0,0");
    foreign.closeFile();
    walnut.close();
    assertThat(WalFiles.log(file)).doesNotExist();
    assertThat(WalFiles.index(file)).doesNotExist();
    walnut = WalnutSide.open(file);
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("2");
    foreign.open(file);
    bothFindTheDatabaseWhole("1");
  }

  @Test
  void theLastOfBothDeletesTheFiles() throws Exception {
    walnut.execute("UPDATE t SET v = 5");
    try (WalnutSide second = WalnutSide.open(file)) {
      second.execute("UPDATE t SET v = 6");
    }
    walnut.close();
    assertThat(WalFiles.log(file)).exists();
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("6");
    foreign.closeFile();
    assertThat(WalFiles.log(file)).doesNotExist();
    assertThat(WalFiles.index(file)).doesNotExist();
    walnut = WalnutSide.open(file);
    walnut.execute("UPDATE t SET v = v + 1");
    assertThat(WalFiles.log(file)).exists();
    walnut.close();
    assertThat(WalFiles.log(file)).doesNotExist();
    assertThat(WalFiles.index(file)).doesNotExist();
    foreign.open(file);
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("7");
  }

  @Test
  void nobodyLeavesWalModeBehindTheOthersBack() throws Exception {
    foreignDoesNotWait();
    walnutDoesNotWait();
    walnutAnswer("SELECT v FROM t");
    // An idle connection is enough, each way.
    assertThat(foreign.tryExecute("PRAGMA journal_mode=DELETE")).isEqualTo(BUSY);
    assertThat(foreignAnswer("PRAGMA journal_mode")).isEqualTo("'wal'");
    foreignAnswer("SELECT v FROM t");
    assertThat(walnut.tryExecute("PRAGMA journal_mode=DELETE")).isEqualTo(BUSY);
    assertThat(walnutAnswer("PRAGMA journal_mode")).isEqualTo("'wal'");
    walnut.execute("UPDATE t SET v = 1");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("1");
    foreign.closeFile();
    assertThat(walnutAnswer("PRAGMA journal_mode=DELETE")).isEqualTo("'delete'");
    assertThat(WalFiles.log(file)).doesNotExist();
    foreign.open(file);
    assertThat(foreignAnswer("PRAGMA journal_mode")).isEqualTo("'delete'");
    bothFindTheDatabaseWhole("1");
  }

  @Test
  void aChangeOfJournalModeBySqliteIsFollowed() throws Exception {
    walnut.close();
    assertThat(foreignAnswer("PRAGMA journal_mode=DELETE")).isEqualTo("'delete'");
    walnut = WalnutSide.open(file);
    walnut.execute("PRAGMA busy_timeout=2000");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("0");
    for (int i = 1; i <= 3; i++) {
      // In rollback mode an idle Walnut holds nothing (but a lease of a moment).
      assertThat(foreignAnswer("PRAGMA journal_mode=WAL")).isEqualTo("'wal'");
      foreign.execute("UPDATE t SET v = " + i);
      foreign.closeFile();
      foreign.open(file);
      foreign.execute("PRAGMA busy_timeout=2000");
      foreignAnswer("SELECT v FROM t");
      assertThat(foreignAnswer("PRAGMA journal_mode=DELETE")).isEqualTo("'delete'");
      foreign.execute("UPDATE t SET v = v * 10");
      assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo(String.valueOf(i * 10));
    }
    assertThat(foreignAnswer("PRAGMA journal_mode=WAL")).isEqualTo("'wal'");
    foreign.execute("UPDATE t SET v = 77");
    assertThat(walnutAnswer("SELECT v FROM t")).isEqualTo("77");
    assertThat(walnutAnswer("PRAGMA journal_mode")).isEqualTo("'wal'");
    walnut.execute("UPDATE t SET v = 78");
    assertThat(foreignAnswer("SELECT v FROM t")).isEqualTo("78");
  }

  @Test
  void walnutInRollbackModeKeepsSqliteFromChangingTheModeWhileItReads() throws Exception {
    walnut.close();
    foreign.execute("PRAGMA journal_mode=DELETE");
    walnut = WalnutSide.open(file);
    walnut.execute("BEGIN");
    walnutAnswer("SELECT v FROM t");
    foreignDoesNotWait();
    assertThat(foreign.tryExecute("PRAGMA journal_mode=WAL")).isEqualTo(BUSY);
    walnut.execute("COMMIT");
    foreign.execute("PRAGMA busy_timeout=2000");
    assertThat(foreignAnswer("PRAGMA journal_mode=WAL")).isEqualTo("'wal'");
  }
}
