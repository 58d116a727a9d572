// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** What must hold between Walnut and a SQLite process on the same file in WAL mode. */
abstract class WalInteropContract {
  private static final String[] MODES = {"PASSIVE", "FULL", "RESTART", "TRUNCATE"};
  private static final String SUMS =
      "SELECT count(*), count(DISTINCT who || n), sum(n), sum(length(body)) FROM t";

  @TempDir private Path directory;
  private ForeignSqlite foreign;
  private Path file;

  abstract ForeignSqlite start() throws IOException;

  @BeforeEach
  void startForeign() throws IOException {
    foreign = start();
    file = directory.resolve("test.db");
    foreign.open(file);
  }

  @AfterEach
  void endForeign() throws IOException {
    foreign.close();
  }

  private void makeTable(int pageSize) throws IOException {
    foreign.execute("PRAGMA page_size=" + pageSize);
    foreign.execute("PRAGMA journal_mode=WAL");
    foreign.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, who TEXT, n INTEGER, body)");
    foreign.execute("CREATE INDEX t_n ON t(n, who)");
  }

  private static String insert(String who, int n) {
    return "INSERT INTO t(who, n, body) VALUES('"
        + who
        + "', "
        + n
        + ", zeroblob("
        + n * 7 % 900
        + "))";
  }

  private void bothFindTheDatabaseWhole(WalnutSide walnut) throws Exception {
    assertThat(walnut.query(SUMS)).isEqualTo(foreign.query(SUMS));
    assertThat(walnut.query("PRAGMA integrity_check")).containsExactly("'ok'");
    assertThat(foreign.query("PRAGMA integrity_check")).containsExactly("'ok'");
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 4096, 65536})
  void bothTakeTurnsWritingAndCopyingTheLog(int pageSize) throws Exception {
    makeTable(pageSize);
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.query("PRAGMA wal_autocheckpoint=20");
      foreign.execute("PRAGMA wal_autocheckpoint=30");
      for (int turn = 0; turn < 60; turn++) {
        String delete = "DELETE FROM t WHERE n % 10 = " + turn % 10 + " AND id % 3 = 0";
        String checkpoint = "PRAGMA wal_checkpoint(" + MODES[turn / 2 % 4] + ")";
        if (turn % 2 == 0) {
          foreign.execute("BEGIN");
          for (int i = 0; i < 12; i++) {
            foreign.execute(insert("foreign", turn * 100 + i));
          }
          foreign.execute("COMMIT");
          foreign.execute(delete);
          assertThat(walnut.query(SUMS)).isEqualTo(foreign.query(SUMS));
          walnut.query(checkpoint);
        } else {
          walnut.execute("BEGIN");
          for (int i = 0; i < 12; i++) {
            walnut.execute(insert("walnut", turn * 100 + i));
          }
          walnut.execute("COMMIT", delete);
          assertThat(walnut.query(SUMS)).isEqualTo(foreign.query(SUMS));
          foreign.query(checkpoint);
        }
        String byIndex = "SELECT id, who, n FROM t WHERE n BETWEEN 300 AND 2000 ORDER BY n, id";
        assertThat(walnut.query(byIndex)).isEqualTo(foreign.query(byIndex));
      }
      walnut.execute("CREATE TABLE other(x)");
      foreign.execute("INSERT INTO other VALUES(42)");
      assertThat(walnut.query("SELECT x FROM other")).containsExactly("42");
      foreign.execute("ALTER TABLE other ADD COLUMN y DEFAULT 'added'");
      assertThat(walnut.query("SELECT * FROM other")).containsExactly("42,'added'");
      foreign.execute("VACUUM");
      bothFindTheDatabaseWhole(walnut);
    }
  }

  @Test
  void bothWriteAtTheSameTimeAndNothingIsLostOrDoubled() throws Exception {
    makeTable(1024);
    int count = 700;
    foreign.execute("PRAGMA busy_timeout=20000");
    foreign.execute("PRAGMA synchronous=NORMAL");
    foreign.execute("PRAGMA wal_autocheckpoint=50");
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute(
          "PRAGMA busy_timeout=20000", "PRAGMA synchronous=NORMAL", "PRAGMA wal_autocheckpoint=80");
      CompletableFuture<Void> others =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < count; i++) {
                    foreign.execute(insert("foreign", i));
                    if (i % 50 == 49) {
                      foreign.execute("PRAGMA wal_checkpoint(" + MODES[i / 50 % 4] + ")");
                      foreign.execute("DELETE FROM t WHERE who = 'foreign' AND n % 50 = 3");
                    }
                  }
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              });
      for (int i = 0; i < count; i++) {
        walnut.execute(insert("walnut", i));
        if (i % 60 == 59) {
          walnut.query("PRAGMA wal_checkpoint(" + MODES[i / 60 % 4] + ")");
          walnut.execute("DELETE FROM t WHERE who = 'walnut' AND n % 60 = 3");
        }
      }
      others.join();
      assertThat(walnut.query("SELECT who, count(*) FROM t GROUP BY who ORDER BY who"))
          .containsExactly("'foreign'," + (count - count / 50), "'walnut'," + (count - count / 60));
      assertThat(walnut.query("SELECT count(*) FROM t GROUP BY who, n HAVING count(*) > 1"))
          .isEmpty();
      bothFindTheDatabaseWhole(walnut);
    }
  }

  @Test
  void checkpointsOfSqliteAgainstReadersOfWalnut() throws Exception {
    makeTable(4096);
    foreign.execute("PRAGMA busy_timeout=0");
    foreign.execute("PRAGMA wal_autocheckpoint=0");
    foreign.execute(insert("foreign", 1));
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute("BEGIN");
      assertThat(walnut.query("SELECT count(*) FROM t")).containsExactly("1");
      int mark = frames();
      foreign.execute(insert("foreign", 2));
      int last = frames();
      assertThat(last).isGreaterThan(mark);
      for (String mode : MODES) {
        assertThat(foreign.query("PRAGMA wal_checkpoint(" + mode + ")"))
            .as(mode)
            .containsExactly((mode.equals("PASSIVE") ? 0 : 1) + "," + last + "," + mark);
      }
      assertThat(walnut.query("SELECT count(*) FROM t")).containsExactly("1");
      walnut.execute("COMMIT");
      foreign.execute("PRAGMA busy_timeout=2000");
      assertThat(foreign.query("PRAGMA wal_checkpoint(RESTART)"))
          .containsExactly("0," + last + "," + last);
      assertThat(foreign.query("PRAGMA wal_checkpoint(TRUNCATE)")).containsExactly("0,0,0");
      assertThat(walnut.query("SELECT count(*) FROM t")).containsExactly("2");
    }
  }

  private int frames() throws IOException {
    // Without a hindrance PASSIVE tells the frames; with one it tells them too.
    return Integer.parseInt(foreign.query("PRAGMA wal_checkpoint").get(0).split(",")[1]);
  }

  @Test
  void checkpointsOfWalnutAgainstReadersOfSqlite() throws Exception {
    makeTable(4096);
    foreign.execute(insert("foreign", 1));
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute("PRAGMA busy_timeout=0", "PRAGMA wal_autocheckpoint=0");
      foreign.execute("BEGIN");
      assertThat(foreign.query("SELECT count(*) FROM t")).containsExactly("1");
      String before = walnut.query("PRAGMA wal_checkpoint").get(0);
      String mark = before.split(",")[1];
      walnut.execute(insert("walnut", 2));
      String last = walnut.query("PRAGMA wal_checkpoint").get(0).split(",")[1];
      for (String mode : MODES) {
        assertThat(walnut.query("PRAGMA wal_checkpoint(" + mode + ")"))
            .as(mode)
            .containsExactly((mode.equals("PASSIVE") ? 0 : 1) + "," + last + "," + mark);
      }
      assertThat(foreign.query("SELECT count(*) FROM t")).containsExactly("1");
      foreign.execute("COMMIT");
      assertThat(walnut.query("PRAGMA wal_checkpoint(TRUNCATE)")).containsExactly("0,0,0");
      assertThat(foreign.query("SELECT count(*) FROM t")).containsExactly("2");
    }
  }

  @ParameterizedTest
  @CsvSource({"512, 0", "4096, 0", "4096, 25", "65536, 10"})
  void walnutRecoversTheLogOfAKilledSqlite(int pageSize, int autocheckpoint) throws Exception {
    makeTable(pageSize);
    foreign.execute("PRAGMA wal_autocheckpoint=" + autocheckpoint);
    for (int i = 0; i < 60; i++) {
      foreign.execute(insert("foreign", i));
    }
    List<String> expected = new ArrayList<>(foreign.query(SUMS));
    foreign.execute("PRAGMA cache_size=2");
    foreign.execute("BEGIN");
    foreign.execute("UPDATE t SET n = -1, body = zeroblob(5000)");
    foreign.execute("SELECT count(*) FROM t");
    foreign.kill();
    assertThat(Files.size(WalFiles.log(file))).isPositive();
    try (WalnutSide walnut = WalnutSide.open(file)) {
      assertThat(walnut.query(SUMS)).isEqualTo(expected);
      walnut.execute(insert("walnut", 1));
      foreign = start();
      foreign.open(file);
      bothFindTheDatabaseWhole(walnut);
    }
  }

  @ParameterizedTest
  @CsvSource({"512, 0", "4096, 0", "4096, 25", "65536, 10"})
  void sqliteRecoversTheLogOfAKilledWalnut(int pageSize, int autocheckpoint) throws Exception {
    makeTable(pageSize);
    foreign.closeFile();
    List<String> expected;
    try (JdbcProcess walnut = JdbcProcess.start(WalnutSide.URL_PREFIX)) {
      walnut.open(file);
      walnut.execute("PRAGMA wal_autocheckpoint=" + autocheckpoint);
      for (int i = 0; i < 60; i++) {
        walnut.execute(insert("walnut", i));
      }
      expected = walnut.query(SUMS);
      walnut.execute("BEGIN");
      walnut.execute("UPDATE t SET n = -1, body = zeroblob(5000)");
      walnut.kill();
    }
    assertThat(Files.size(WalFiles.log(file))).isPositive();
    foreign.open(file);
    assertThat(foreign.query(SUMS)).isEqualTo(expected);
    foreign.execute(insert("foreign", 1));
    try (WalnutSide walnut = WalnutSide.open(file)) {
      bothFindTheDatabaseWhole(walnut);
    }
    foreign.closeFile();
    assertThat(WalFiles.log(file)).doesNotExist();
    assertThat(WalFiles.index(file)).doesNotExist();
  }
}
