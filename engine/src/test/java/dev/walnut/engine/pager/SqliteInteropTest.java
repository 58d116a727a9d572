// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.format.JournalLayout;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import dev.walnut.engine.testing.SqliteProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Walnut and SQLite, in two processes, on one file: locks, and each other's hot journals. */
class SqliteInteropTest {
  @TempDir Path directory;

  private Path createBySqlite(String pageSize) throws SQLException {
    Path path = directory.resolve("test.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        Statement statement = connection.createStatement()) {
      statement.execute("pragma page_size=" + pageSize);
      statement.execute("create table t(a integer primary key, b)");
      statement.execute(
          "insert into t with recursive n(i) as (select 1 union all select i+1 from n where i<2000)"
              + " select i, randomblob(50) from n");
    }
    return path;
  }

  private static Pager connect(Path path) {
    Pager pager = DatabaseRegistry.process().open(path.toString(), OpenMode.READ_WRITE);
    pager.setBusyTimeoutMillis(0);
    return pager;
  }

  private static void assertBusy(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(ResultCode.BUSY));
  }

  @Test
  void eachRespectsTheLocksOfTheOther() throws SQLException {
    Path path = createBySqlite("4096");
    try (SqliteProcess sqlite = SqliteProcess.open(path);
        Pager pager = connect(path)) {
      // SQLite reads: Walnut may prepare a change, not commit it.
      sqlite.execute("begin");
      assertThat(sqlite.execute("select count(*) from t")).isEqualTo("2000");
      pager.beginWrite();
      pager.setHeaderField(DatabaseHeader.USER_VERSION_OFFSET, 7);
      assertBusy(pager::commit);
      assertThat(sqlite.execute("commit")).isEqualTo("ok");
      // Walnut waits with PENDING: nobody may begin to read.
      assertThat(sqlite.execute("select count(*) from t")).isEqualTo("error 5");
      pager.commitAndEndRead();
      assertThat(sqlite.execute("pragma user_version")).isEqualTo("7");

      // Walnut reads: SQLite may prepare a change, not commit it.
      pager.beginRead();
      sqlite.execute("begin immediate");
      assertThat(sqlite.execute("update t set b=1 where a=1")).isEqualTo("ok");
      assertThat(sqlite.execute("commit")).isEqualTo("error 5");
      pager.endRead();
      // SQLite holds PENDING, which new readers look for once a millisecond (RangeLocks R2).
      long start = System.nanoTime();
      while (System.nanoTime() - start < 1_100_000) {
        Thread.onSpinWait();
      }
      assertBusy(pager::beginRead);
      assertThat(sqlite.execute("commit")).isEqualTo("ok");

      // One writer at a time.
      sqlite.execute("begin immediate");
      assertBusy(pager::beginWrite);
      assertThat(pager.state()).isEqualTo(PagerState.OPEN);
      assertThat(sqlite.execute("commit")).isEqualTo("ok");
      pager.beginWrite();
      assertThat(sqlite.execute("begin immediate")).isEqualTo("error 5");
      pager.rollback();
      pager.endRead();

      // Exclusive both ways.
      sqlite.execute("begin exclusive");
      assertBusy(pager::beginRead);
      sqlite.execute("commit");
      pager.beginExclusive();
      assertThat(sqlite.execute("select count(*) from t")).isEqualTo("error 5");
      pager.rollback();
      pager.endRead();
      assertThat(sqlite.execute("select count(*) from t")).isEqualTo("2000");
    }
  }

  @Test
  void eachSeesTheCommitsOfTheOther() throws SQLException {
    Path path = createBySqlite("1024");
    try (SqliteProcess sqlite = SqliteProcess.open(path);
        Pager pager = connect(path)) {
      for (int i = 1; i <= 50; i++) {
        assertThat(sqlite.execute("pragma user_version=" + i)).isEqualTo("ok");
        pager.beginRead();
        int version = pager.dataVersion();
        assertThat(pager.headerField(DatabaseHeader.USER_VERSION_OFFSET)).isEqualTo(i);
        pager.endRead();
        pager.beginWrite();
        assertThat(pager.dataVersion()).isEqualTo(version);
        pager.setHeaderField(DatabaseHeader.APPLICATION_ID_OFFSET, i);
        pager.commitAndEndRead();
        assertThat(sqlite.execute("pragma application_id")).isEqualTo(String.valueOf(i));
      }
      assertThat(sqlite.execute("pragma integrity_check")).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"512", "4096", "65536"})
  void aHotJournalOfSqliteIsPlayedBack(String pageSize) throws Exception {
    Path path = createBySqlite(pageSize);
    byte[] before = Files.readAllBytes(path);
    for (String mode : new String[] {"delete", "truncate", "persist"}) {
      try (SqliteProcess sqlite = SqliteProcess.open(path)) {
        sqlite.execute("pragma journal_mode=" + mode);
        sqlite.execute("pragma cache_size=2");
        sqlite.execute("begin");
        sqlite.execute("insert into t select a+10000, b from t");
        sqlite.execute("update t set b=zeroblob(60)");
        // A live writer's journal is no hot one, but it holds EXCLUSIVE by now.
        try (Pager pager = connect(path)) {
          assertBusy(pager::beginRead);
        }
        sqlite.kill();
      }
      assertThat(Files.readAllBytes(path)).isNotEqualTo(before);
      try (Pager pager = connect(path)) {
        pager.beginRead();
        assertThat(pager.pageCount()).isEqualTo(before.length / pager.pageSize());
        pager.endRead();
      }
      assertThat(Files.readAllBytes(path)).isEqualTo(before);
      assertThat(Files.exists(Path.of(path + "-journal"))).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = JournalMode.class,
      names = {"DELETE", "TRUNCATE", "PERSIST"})
  void sqlitePlaysBackOurHotJournals(JournalMode mode) throws Exception {
    List<byte[]> states =
        new CrashWorkload(mode, Synchronous.FULL).states(new SimulatedDisk().process());
    int hot = 0;
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      CrashWorkload workload = new CrashWorkload(mode, Synchronous.FULL);
      boolean crashed = false;
      try {
        workload.run(workload.connect(disk.process()));
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      SimulatedDisk found = disk.afterPowerLoss(PowerLoss.KEPT, 0);
      byte[] journal = found.content(CrashWorkload.PATH + "-journal");
      byte[] content = found.content(CrashWorkload.PATH);
      if (crashed && journal != null && journal.length > 0 && journal[0] != 0) {
        hot++;
        Path path = directory.resolve(mode + "-" + call + ".db");
        Files.write(path, content);
        Files.write(Path.of(path + "-journal"), journal);
        readBySqlite(path);
        byte[] after = Files.readAllBytes(path);
        if (after.length > 0) {
          Arrays.fill(after, 18, 20, (byte) 0);
          Arrays.fill(after, 24, 28, (byte) 0);
          Arrays.fill(after, 92, 96, (byte) 0);
        }
        assertThat(CrashWorkload.find(states, after))
            .as("call " + call)
            .isBetween(workload.acknowledged, workload.acknowledged + 1);
      }
      if (!crashed) {
        assertThat(hot).isGreaterThan(20);
        return;
      }
    }
  }

  private static void readBySqlite(Path path) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        Statement statement = connection.createStatement()) {
      statement.execute("select count(*) from sqlite_schema");
    }
  }

  @Test
  void aHotJournalIsPlayedBackOnlyWhileItsSuperJournalExists() throws Exception {
    Path path = createBySqlite("4096");
    Path superJournal = Files.createFile(directory.resolve("test.db-mj123456978"));
    byte[] name = superJournal.toString().getBytes(StandardCharsets.UTF_8);
    byte[] journal = new byte[512 + 4 + name.length + 16];
    Bytes.putLong(journal, 0, JournalLayout.MAGIC);
    Bytes.putInt(journal, 16, 1);
    Bytes.putInt(journal, 20, 512);
    Bytes.putInt(journal, 24, 4096);
    System.arraycopy(name, 0, journal, 516, name.length);
    int end = 516 + name.length;
    Bytes.putInt(journal, end, name.length);
    int sum = 0;
    for (byte b : name) {
      sum += b;
    }
    Bytes.putInt(journal, end + 4, sum);
    Bytes.putLong(journal, end + 8, JournalLayout.MAGIC);
    Path journalPath = Path.of(path + "-journal");
    Files.write(journalPath, journal);
    byte[] before = Files.readAllBytes(path);
    Files.delete(superJournal);
    try (Pager pager = connect(path)) {
      // Without the super-journal the transaction is committed: the journal is of no use.
      pager.beginRead();
      pager.endRead();
    }
    assertThat(journalPath).doesNotExist();
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
    Files.write(journalPath, journal);
    Files.createFile(superJournal);
    try (Pager pager = connect(path)) {
      // With it the database goes back to what it was: here, to one page.
      pager.beginRead();
      pager.endRead();
    } catch (CorruptDatabaseException e) {
      // That page speaks of more.
    }
    assertThat(path).hasSize(4096);
    assertThat(journalPath).doesNotExist();
    assertThat(superJournal).doesNotExist();
  }
}
