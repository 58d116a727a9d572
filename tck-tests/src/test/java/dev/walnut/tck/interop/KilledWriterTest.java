// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process is killed in the middle of its commits; the other engine opens the file.
 *
 * <p>Every turn of the writer moves an amount and counts itself. Whatever the moment of the kill,
 * the sum is untouched, every acknowledged turn is there, and at most one more. How many kills: the
 * system property {@code walnut.kills}.
 */
class KilledWriterTest {

  private static final int KILLS = Integer.getInteger("walnut.kills", 2);
  private static final int ROW_COUNT = 200;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"DELETE, FULL", "TRUNCATE, NORMAL", "PERSIST, OFF", "WAL, NORMAL"})
  void sqliteFindsEveryCommitOfAKilledWalnut(String journalMode, String synchronous)
      throws Exception {
    run(WalnutSide.URL_PREFIX, "jdbc:sqlite:", journalMode, synchronous);
  }

  @ParameterizedTest
  @CsvSource({"DELETE, FULL", "TRUNCATE, NORMAL", "PERSIST, OFF", "WAL, NORMAL"})
  void walnutFindsEveryCommitOfAKilledSqlite(String journalMode, String synchronous)
      throws Exception {
    run("jdbc:sqlite:", WalnutSide.URL_PREFIX, journalMode, synchronous);
  }

  private void run(String writerUrl, String readerUrl, String journalMode, String synchronous)
      throws Exception {
    long seed = System.nanoTime();
    System.out.println("killed writer: seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    Path file = directory.resolve("killed.db");
    try (JdbcProcess reader = JdbcProcess.start(readerUrl)) {
      reader.open(file);
      reader.execute("CREATE TABLE account(id INTEGER PRIMARY KEY, balance INTEGER, pad TEXT)");
      reader.execute("CREATE INDEX account_balance ON account(balance)");
      reader.execute("CREATE TABLE turn(n INTEGER)");
      reader.execute("INSERT INTO turn VALUES(0)");
      reader.execute(
          "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < "
              + ROW_COUNT
              + ") INSERT INTO account SELECT i, 100, printf('%.*c', 300, 'p') FROM n");
      reader.closeFile();
      long committed = 0;
      for (int kill = 0; kill < KILLS; kill++) {
        long acknowledged = writeAndKill(writerUrl, file, journalMode, synchronous, random);
        reader.open(file);
        assertThat(reader.query("SELECT sum(balance), count(*) FROM account"))
            .containsExactly(100 * ROW_COUNT + "," + ROW_COUNT);
        assertThat(reader.query("PRAGMA integrity_check")).containsExactly("'ok'");
        List<String> turns = reader.query("SELECT n FROM turn");
        assertThat(turns).hasSize(1);
        long found = Long.parseLong(turns.get(0));
        assertThat(found).isBetween(committed + acknowledged, committed + acknowledged + 1);
        committed = found;
        reader.closeFile();
      }
    }
  }

  private static long writeAndKill(
      String url, Path file, String journalMode, String synchronous, SplittableRandom random)
      throws Exception {
    try (JdbcProcess writer = JdbcProcess.start(url)) {
      writer.open(file);
      writer.execute("PRAGMA journal_mode=" + journalMode);
      writer.execute("PRAGMA synchronous=" + synchronous);
      writer.execute("PRAGMA wal_autocheckpoint=60");
      writer.startLoop(
          "BEGIN IMMEDIATE",
          "UPDATE account SET balance = balance - 1, pad = pad WHERE id % 4 = 1",
          "UPDATE account SET balance = balance + 1, pad = pad WHERE id % 4 = 2",
          "UPDATE turn SET n = n + 1",
          "COMMIT");
      return writer.killInLoop(random.nextInt(1, 40), random.nextInt(3_000_000));
    }
  }
}
