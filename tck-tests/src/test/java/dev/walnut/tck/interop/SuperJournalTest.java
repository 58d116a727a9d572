// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions over several files, between Walnut and SQLite: what one leaves when it is killed in
 * the middle of a commit, the other brings to an end in all files alike.
 */
class SuperJournalTest {

  private static final int KILLS = 4;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"DELETE, FULL", "TRUNCATE, NORMAL", "PERSIST, FULL"})
  void sqliteFindsTheFilesOfAKilledWalnutInOneState(String journalMode, String synchronous)
      throws Exception {
    run(WalnutSide.URL_PREFIX, "jdbc:sqlite:", journalMode, synchronous);
  }

  @ParameterizedTest
  @CsvSource({"DELETE, FULL", "TRUNCATE, NORMAL", "PERSIST, FULL"})
  void walnutFindsTheFilesOfAKilledSqliteInOneState(String journalMode, String synchronous)
      throws Exception {
    run("jdbc:sqlite:", WalnutSide.URL_PREFIX, journalMode, synchronous);
  }

  private void run(String writerUrl, String readerUrl, String journalMode, String synchronous)
      throws Exception {
    long seed = System.nanoTime();
    System.out.println("killed writer of three files: seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<String> names = List.of("main", "b", "c");
    try (JdbcProcess reader = JdbcProcess.start(readerUrl)) {
      open(reader);
      for (String name : names) {
        reader.execute("CREATE TABLE " + name + ".turn_" + name + "(n INTEGER, pad)");
        reader.execute("INSERT INTO turn_" + name + " VALUES(0, zeroblob(9000))");
      }
      reader.closeFile();
      long committed = 0;
      for (int kill = 0; kill < KILLS; kill++) {
        long acknowledged = writeAndKill(writerUrl, names, journalMode, synchronous, random);
        // The files are opened one by one, in either order.
        String first = kill % 2 == 0 ? "a" : "c";
        reader.open(directory.resolve(first + ".db"));
        reader.query("SELECT count(*) FROM sqlite_schema");
        open(reader);
        List<String> turns =
            reader.query(
                "SELECT main.n, b.n, c.n FROM turn_main AS main, turn_b AS b, turn_c AS c");
        assertThat(turns).hasSize(1);
        long found = Long.parseLong(turns.get(0).split(",")[0]);
        assertThat(turns).containsExactly(found + "," + found + "," + found);
        assertThat(found).isBetween(committed + acknowledged, committed + acknowledged + 1);
        for (String name : names) {
          assertThat(reader.query("PRAGMA " + name + ".integrity_check")).containsExactly("'ok'");
        }
        committed = found;
        reader.closeFile();
      }
    }
  }

  private void open(JdbcProcess process) throws Exception {
    process.open(directory.resolve("a.db"));
    process.execute("ATTACH '" + directory.resolve("b.db") + "' AS b");
    process.execute("ATTACH '" + directory.resolve("c.db") + "' AS c");
  }

  private long writeAndKill(
      String url,
      List<String> names,
      String journalMode,
      String synchronous,
      SplittableRandom random)
      throws Exception {
    try (JdbcProcess writer = JdbcProcess.start(url)) {
      open(writer);
      for (String name : names) {
        writer.execute("PRAGMA " + name + ".journal_mode=" + journalMode);
        writer.execute("PRAGMA " + name + ".synchronous=" + synchronous);
      }
      writer.startLoop(
          "BEGIN IMMEDIATE",
          "UPDATE turn_main SET n = n + 1",
          "UPDATE turn_b SET n = n + 1",
          "UPDATE turn_c SET n = n + 1",
          "COMMIT");
      return writer.killInLoop(random.nextInt(1, 20), random.nextInt(5_000_000));
    }
  }

  /** The journal of a killed transaction, with the name of a super-journal appended. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHotJournalIsPlayedBackOnlyIfItsSuperJournalExists(boolean exists) throws Exception {
    Path file = directory.resolve("one.db");
    Path copies = Files.createDirectory(directory.resolve("copies"));
    Path hot = copies.resolve("one.db");
    try (JdbcProcess sqlite = JdbcProcess.sqlite()) {
      sqlite.open(file);
      sqlite.execute("CREATE TABLE t(a)");
      sqlite.execute("INSERT INTO t VALUES(1)");
      sqlite.execute("PRAGMA cache_size=2");
      sqlite.execute("BEGIN");
      sqlite.execute("UPDATE t SET a = 2");
      sqlite.execute(
          "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
              + " INSERT INTO t SELECT zeroblob(300) FROM n");
      sqlite.kill();
    }
    Files.copy(file, hot);
    Path superJournal = copies.resolve("one.db-mj012345978");
    Path hotJournal = Path.of(hot + "-journal");
    if (exists) {
      Files.writeString(superJournal, hotJournal + "\0", StandardCharsets.UTF_8);
    }
    byte[] journal = Files.readAllBytes(Path.of(file + "-journal"));
    Files.write(hotJournal, SuperJournalTrailer.append(journal, superJournal.toString()));
    byte[] before = Files.readAllBytes(hot);
    try (WalnutSide walnut = WalnutSide.open(hot)) {
      if (exists) {
        assertThat(walnut.query("SELECT a FROM t")).containsExactly("1");
      } else {
        walnut.query("PRAGMA user_version");
        assertThat(Files.readAllBytes(hot)).isEqualTo(before);
      }
    }
    assertThat(hotJournal).doesNotExist();
    assertThat(superJournal).doesNotExist();
  }
}
