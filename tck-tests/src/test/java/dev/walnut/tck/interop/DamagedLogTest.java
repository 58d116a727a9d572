// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.tck.interop.ForeignSqlite.ForeignException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Logs that a killed process or a bad disk left: Walnut finds in them what SQLite finds, and goes
 * on as SQLite does.
 *
 * <p>A SQLite process is killed with a log of ten commits; copies of the files are damaged, one is
 * opened by SQLite and one by Walnut, and both must give the same answers, also after each has
 * written more and the other has opened the result.
 */
class DamagedLogTest {
  private static final int HEADER = WalFiles.LOG_HEADER_BYTES;
  private static final int FRAME_HEADER = WalFiles.FRAME_HEADER_BYTES;
  private static final int COMMITS = 10;

  /** Fixed, so that a commit passes or fails by itself. */
  private static final long FIRST_SEED = 1796082645306L;

  private static final int ROUNDS = Integer.getInteger("walnut.damage.rounds", 12);

  private static JdbcProcess foreign;
  private static int pageSize;
  private static byte[] database;
  private static byte[] log;
  private static byte[] index;

  @TempDir private static Path made;
  @TempDir private Path directory;

  @BeforeAll
  static void makeLog() throws Exception {
    Path file = made.resolve("made.db");
    try (JdbcProcess sqlite = JdbcProcess.sqlite()) {
      sqlite.open(file);
      sqlite.execute("PRAGMA page_size=1024");
      sqlite.execute("PRAGMA journal_mode=WAL");
      sqlite.execute("PRAGMA wal_autocheckpoint=0");
      sqlite.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, n, pad)");
      for (int i = 1; i <= COMMITS; i++) {
        sqlite.execute("BEGIN");
        sqlite.execute("INSERT INTO t VALUES(" + i + ", 0, zeroblob(" + i * 300 + "))");
        sqlite.execute("UPDATE t SET n = " + i);
        sqlite.execute("COMMIT");
      }
      sqlite.kill();
    }
    pageSize = 1024;
    database = Files.readAllBytes(file);
    log = Files.readAllBytes(WalFiles.log(file));
    index = Files.readAllBytes(WalFiles.index(file));
    foreign = JdbcProcess.sqlite();
  }

  @AfterAll
  static void end() throws IOException {
    foreign.close();
  }

  private static int frameCount() {
    return (log.length - HEADER) / (FRAME_HEADER + pageSize);
  }

  private static int frameOffset(int frame) {
    return HEADER + (frame - 1) * (FRAME_HEADER + pageSize);
  }

  // ---------------------------------------------------------------- comparing

  private interface Asker {
    List<String> query(String sql) throws IOException, SQLException;
  }

  private static final List<String> QUESTIONS =
      List.of(
          "PRAGMA journal_mode",
          "SELECT count(*), sum(n), sum(length(pad)) FROM t",
          "SELECT id, n, length(pad) FROM t ORDER BY id DESC LIMIT 2",
          "PRAGMA integrity_check",
          "PRAGMA wal_checkpoint(NOOP)",
          "INSERT INTO t VALUES(1000, 1, zeroblob(5000))",
          "UPDATE t SET n = n + 1",
          "SELECT count(*), sum(n), sum(length(pad)) FROM t",
          "PRAGMA wal_checkpoint(TRUNCATE)",
          "PRAGMA integrity_check",
          "SELECT id, n, length(pad) FROM t ORDER BY id DESC LIMIT 2");

  /** Answers, or the primary code of the error. */
  private static List<String> answers(Asker asker) throws IOException {
    List<String> all = new ArrayList<>();
    for (String question : QUESTIONS) {
      String answer;
      try {
        answer = String.valueOf(asker.query(question));
      } catch (ForeignException e) {
        answer = "error " + e.code();
      } catch (SQLException e) {
        answer = "error " + (e.getErrorCode() & 0xff);
      }
      boolean check = question.contains("integrity_check");
      all.add(question + " -> " + (check && !answer.equals("['ok']") ? "not ok" : answer));
    }
    return all;
  }

  private Path put(String name, byte[] databaseBytes, byte[] logBytes, byte[] indexBytes)
      throws IOException {
    Path file = directory.resolve(name);
    Files.write(file, databaseBytes);
    if (logBytes != null) {
      Files.write(WalFiles.log(file), logBytes);
    }
    if (indexBytes != null) {
      Files.write(WalFiles.index(file), indexBytes);
    }
    return file;
  }

  private List<String> bothFindTheSame(String what, byte[] damagedLog) throws Exception {
    return bothFindTheSame(what, database, damagedLog, null);
  }

  private List<String> bothFindTheSame(
      String what, byte[] databaseBytes, byte[] logBytes, byte[] indexBytes) throws Exception {
    Path theirs = put("theirs.db", databaseBytes, logBytes, indexBytes);
    Path ours = put("ours.db", databaseBytes, logBytes, indexBytes);
    foreign.open(theirs);
    List<String> expected = answers(foreign::query);
    foreign.closeFile();
    try (WalnutSide walnut = WalnutSide.open(ours)) {
      assertThat(answers(query(walnut))).as(what).isEqualTo(expected);
    }
    assertThat(Files.exists(WalFiles.log(ours)))
        .as(what + ": log deleted")
        .isEqualTo(Files.exists(WalFiles.log(theirs)));
    // Each opens what the other has made of it.
    foreign.open(ours);
    List<String> after = answers(foreign::query);
    foreign.closeFile();
    try (WalnutSide walnut = WalnutSide.open(theirs)) {
      assertThat(answers(query(walnut))).as(what + ", after").isEqualTo(after);
    }
    for (Path path : List.of(theirs, ours)) {
      Files.deleteIfExists(path);
      Files.deleteIfExists(WalFiles.log(path));
      Files.deleteIfExists(WalFiles.index(path));
    }
    return expected;
  }

  /** Statements without rows are no queries in JDBC. */
  private static Asker query(WalnutSide walnut) {
    return sql -> {
      if (sql.startsWith("INSERT") || sql.startsWith("UPDATE")) {
        walnut.execute(sql);
        return List.of();
      }
      return walnut.query(sql);
    };
  }

  private static byte[] changed(byte[] bytes, int offset, UnaryOperator<Byte> change) {
    byte[] copy = bytes.clone();
    copy[offset] = change.apply(copy[offset]);
    return copy;
  }

  private static byte[] flipped(byte[] bytes, int offset) {
    return changed(bytes, offset, b -> (byte) (b ^ 0x41));
  }

  // ---------------------------------------------------------------- tests

  @Test
  void anUndamagedLogIsRecovered() throws Exception {
    assertThat(bothFindTheSame("whole", log).get(1)).contains("10,100");
    assertThat(bothFindTheSame("with its index", database, log, index).get(1)).contains("10,100");
  }

  @Test
  void aLogIsReadUpToWhereItWasCut() throws Exception {
    for (int frame = 1; frame <= frameCount(); frame += 36) {
      int start = frameOffset(frame);
      for (int more : new int[] {0, 1, FRAME_HEADER, FRAME_HEADER + pageSize - 1}) {
        bothFindTheSame("cut at frame " + frame + " + " + more, Arrays.copyOf(log, start + more));
      }
    }
  }

  @Test
  void aLogShorterThanItsHeaderIsEmpty() throws Exception {
    for (int length : new int[] {0, 1, 12, 31, 32, 33}) {
      assertThat(bothFindTheSame("length " + length, Arrays.copyOf(log, length)).get(1))
          .contains("error 1");
    }
  }

  @Test
  void eachFieldOfTheHeaderCounts() throws Exception {
    for (int offset = 0; offset < HEADER; offset += 5) {
      bothFindTheSame("header byte " + offset, flipped(log, offset));
    }
  }

  @Test
  void headersWithARightChecksumButAWrongContent() throws Exception {
    int[][] changes = {
      {4, 3007001},
      {4, 0},
      {8, 512},
      {8, 4096},
      {8, 1000},
      {8, 0},
      {8, 1 << 17},
      {8, -1},
      {8, 65536}
    };
    for (int[] change : changes) {
      byte[] copy = log.clone();
      ByteBuffer.wrap(copy).putInt(change[0], change[1]);
      LogChecksums.sign(copy, false);
      bothFindTheSame("word " + change[0] + " = " + change[1], copy);
    }
  }

  @Test
  void aDamagedFrameEndsTheLog() throws Exception {
    for (int frame = 1; frame <= frameCount(); frame += 36) {
      int start = frameOffset(frame);
      for (int offset : new int[] {0, 3, 5, 9, 14, 17, 22, FRAME_HEADER + 5, FRAME_HEADER + 900}) {
        bothFindTheSame("frame " + frame + " byte " + offset, flipped(log, start + offset));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void checksumsOfBothByteOrdersAreRight(boolean bigEndian) throws Exception {
    byte[] copy = log.clone();
    LogChecksums.sign(copy, bigEndian);
    LogChecksums.signFrames(copy, pageSize, bigEndian);
    assertThat(bothFindTheSame("big-endian " + bigEndian, copy).get(1)).contains("10,100");
    // Frames in the other order than the header says are none.
    LogChecksums.sign(copy, !bigEndian);
    assertThat(bothFindTheSame("mixed", copy).get(1)).contains("error 1");
  }

  @Test
  void framesWithARightChecksumButAWrongContent() throws Exception {
    int last = frameCount();
    int[][] changes = {{last, 0, 0}, {last, 4, 0}, {last, 0, 1 << 20}, {1, 0, 0}};
    for (int[] change : changes) {
      byte[] copy = log.clone();
      ByteBuffer.wrap(copy).putInt(frameOffset(change[0]) + change[1], change[2]);
      LogChecksums.signFrames(copy, pageSize, false);
      bothFindTheSame("frame " + change[0] + " word " + change[1] + " = " + change[2], copy);
    }
  }

  @Test
  void aPageCountThatTheFramesDoNotExplainStopsTheCheckpoint() throws Exception {
    byte[] copy = log.clone();
    ByteBuffer.wrap(copy).putInt(frameOffset(frameCount()) + 4, 1 << 20);
    LogChecksums.signFrames(copy, pageSize, false);
    foreign.open(put("theirs.db", database, copy, null));
    assertThat(foreign.tryExecute("PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo(11);
    foreign.closeFile();
    try (WalnutSide walnut = WalnutSide.open(put("ours.db", database, copy, null))) {
      assertThat(walnut.tryExecute("PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo(11);
      walnut.execute("INSERT INTO t VALUES(1000, 1, 1)");
      assertThat(walnut.tryExecute("PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo(11);
      assertThat(walnut.query("SELECT count(*) FROM t")).containsExactly("11");
    }
    assertThat(Files.size(directory.resolve("ours.db"))).isLessThan(100_000);
  }

  @Test
  void whatFollowsTheLastCommitIsIgnored() throws Exception {
    byte[] withRest = Arrays.copyOf(log, log.length + 3 * (FRAME_HEADER + pageSize) + 100);
    System.arraycopy(log, HEADER, withRest, log.length, 2 * (FRAME_HEADER + pageSize));
    bothFindTheSame("old frames after the end", withRest);
    // A transaction without its commit frame, its checksums right.
    byte[] open = Arrays.copyOf(log, log.length + FRAME_HEADER + pageSize);
    System.arraycopy(log, HEADER, open, log.length, FRAME_HEADER + pageSize);
    ByteBuffer.wrap(open).putInt(log.length, 2).putInt(log.length + 4, 0);
    LogChecksums.signFrames(open, pageSize, false);
    assertThat(bothFindTheSame("open transaction", open).get(1)).contains("10,100");
  }

  @Test
  void nonsenseInTheIndexOfTheDeadIsForgotten() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    byte[] noise = new byte[index.length];
    random.nextBytes(noise);
    bothFindTheSame("noise", database, log, noise);
    bothFindTheSame("short", database, log, Arrays.copyOf(index, 100));
    bothFindTheSame("empty", database, log, new byte[0]);
    byte[] otherSalts = flipped(flipped(index, 33), 48 + 33);
    bothFindTheSame("other salts", database, log, otherSalts);
    byte[] shorterLog = Arrays.copyOf(log, frameOffset(8));
    bothFindTheSame("an index beyond the log", database, shorterLog, index);
  }

  @Test
  void aLogBesideADatabaseThatIsNotInWalMode() throws Exception {
    byte[] rollback = database.clone();
    rollback[18] = 1;
    rollback[19] = 1;
    bothFindTheSame("rollback mode", rollback, log, null);
    bothFindTheSame("rollback mode, empty log", rollback, new byte[0], null);
    bothFindTheSame("read format alone", changed(database, 18, b -> (byte) 1), log, null);
    bothFindTheSame("write format alone", changed(database, 19, b -> (byte) 1), log, null);
    bothFindTheSame("empty database", new byte[0], log, null);
    bothFindTheSame("no log", database, null, null);
    bothFindTheSame("an index alone", database, null, index);
  }

  @Test
  void aDatabaseWhoseOwnHeaderIsDamagedIsReadByTheLog() throws Exception {
    bothFindTheSame("magic", flipped(database, 3), log, null);
    bothFindTheSame("page size", changed(database, 16, b -> (byte) 8), log, null);
    bothFindTheSame("cut", Arrays.copyOf(database, 500), log, null);
    byte[] longer = Arrays.copyOf(database, database.length + 3000);
    bothFindTheSame("longer", longer, log, null);
  }

  @Test
  void randomDamage() throws Exception {
    long seed = Long.getLong("walnut.damagedlog.seed", FIRST_SEED);
    System.out.println("damaged log: seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] copy = log.clone();
      StringBuilder what = new StringBuilder("seed " + seed + " round " + round);
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        int offset =
            random.nextInt(3) == 0
                ? random.nextInt(copy.length)
                : frameOffset(random.nextInt(1, frameCount() + 1)) + random.nextInt(FRAME_HEADER);
        copy[offset] = (byte) random.nextInt();
        what.append(", byte ").append(offset).append(" = ").append(copy[offset]);
      }
      if (random.nextInt(3) == 0) {
        copy = Arrays.copyOf(copy, random.nextInt(copy.length));
        what.append(", cut at ").append(copy.length);
      }
      if (random.nextBoolean()) {
        LogChecksums.sign(copy, false);
        LogChecksums.signFrames(copy, pageSize, false);
        what.append(", signed");
      }
      bothFindTheSame(what.toString(), copy);
    }
  }
}
