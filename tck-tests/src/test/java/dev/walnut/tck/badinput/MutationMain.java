// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.badinput;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Opens damaged copies of database files and uses them, in this JVM.
 *
 * <p>Arguments: {@code URL-PREFIX DIRECTORY FIRST-SEED COUNT}. Prints {@code bad SEED ...} for each
 * mutation that ended in anything but an answer or an SQLException, or took more than a second of
 * CPU; the last line is {@code done N answered, N refused, N bad}. One seed is one mutation, so a
 * failure is repeated with a count of 1.
 */
public final class MutationMain {

  private static final long LIMIT_NANOS = 1_000_000_000L;
  private static final long HANG_MILLIS = 30_000;
  private static final int ROW_LIMIT = 200_000;
  private static final String[] QUESTIONS = {
    "SELECT name, sql FROM sqlite_schema",
    "SELECT * FROM plain",
    "SELECT count(*) FROM plain WHERE name = 'name 7'",
    "SELECT id, length(body) FROM plain WHERE size > 100 ORDER BY size",
    "SELECT * FROM plain ORDER BY id DESC",
    "SELECT * FROM keyed WHERE k > 'k3'",
    "SELECT p.id, k.v FROM plain p JOIN keyed k ON k.n = p.id",
    "PRAGMA integrity_check",
    "PRAGMA quick_check"
  };
  private static final String[] CHANGES = {
    "INSERT INTO plain(name, size, body) VALUES('new', 1, zeroblob(3000))",
    "UPDATE plain SET name = 'changed', body = zeroblob(100) WHERE id % 3 = 0",
    "DELETE FROM plain WHERE id % 2 = 0",
    "INSERT OR REPLACE INTO keyed SELECT k, n, 'other' FROM keyed",
    "DELETE FROM keyed",
    "DROP INDEX plain_name",
    "CREATE INDEX again ON plain(size, name)",
    "CREATE TABLE other AS SELECT * FROM plain",
    "DROP TABLE plain",
    "VACUUM",
    "PRAGMA page_size=2048",
    "PRAGMA incremental_vacuum(3)"
  };

  private static volatile long currentSeed;
  private static volatile long startNanos;

  private MutationMain() {}

  public static void main(String[] args) throws Exception {
    String urlPrefix = args[0];
    Path directory = Path.of(args[1]);
    long firstSeed = Long.parseLong(args[2]);
    int count = Integer.parseInt(args[3]);
    List<byte[]> originals = originals(directory);
    watch(Thread.currentThread());
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int answered = 0;
    int refused = 0;
    int bad = 0;
    for (int i = 0; i < count; i++) {
      long seed = firstSeed + i;
      SplittableRandom random = new SplittableRandom(seed);
      byte[] original = originals.get(random.nextInt(originals.size()));
      int pageSize = (original[16] & 0xff) << 8 | original[17] & 0xff;
      Path file = directory.resolve("m" + i % 4 + ".db");
      Files.write(file, new FileMutator(random, pageSize == 1 ? 65536 : pageSize).mutate(original));
      currentSeed = seed;
      startNanos = System.nanoTime();
      long cpu = threads.getCurrentThreadCpuTime();
      try {
        if (use(urlPrefix + file, random)) {
          answered++;
        } else {
          refused++;
        }
        long used = threads.getCurrentThreadCpuTime() - cpu;
        if (used > LIMIT_NANOS) {
          bad++;
          System.out.println("bad " + seed + " took " + used / 1_000_000 + " ms");
        }
      } catch (Throwable e) {
        bad++;
        report(seed, e);
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(Path.of(file + "-journal"));
      }
    }
    System.out.printf("done %d answered, %d refused, %d bad%n", answered, refused, bad);
    System.exit(0);
  }

  private static void report(long seed, Throwable e) {
    StringBuilder text = new StringBuilder("bad " + seed + " " + e);
    StackTraceElement[] trace = e.getStackTrace();
    for (int i = 0; i < Math.min(8, trace.length); i++) {
      text.append("\n    at ").append(trace[i]);
    }
    System.out.println(text);
  }

  /** Returns true if every statement was answered. */
  private static boolean use(String url, SplittableRandom random) throws Throwable {
    boolean allAnswered = true;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous=OFF");
      for (String sql : QUESTIONS) {
        allAnswered &= run(statement, sql);
      }
      for (int i = 0; i < 4; i++) {
        allAnswered &= run(statement, CHANGES[random.nextInt(CHANGES.length)]);
      }
      allAnswered &= run(statement, QUESTIONS[random.nextInt(QUESTIONS.length)]);
    } catch (SQLException e) {
      checkCause(e);
      return false;
    }
    return allAnswered;
  }

  private static boolean run(Statement statement, String sql) throws Throwable {
    try {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          int columnCount = rows.getMetaData().getColumnCount();
          for (int i = 0; i < ROW_LIMIT && rows.next(); i++) {
            for (int column = 1; column <= columnCount; column++) {
              rows.getObject(column);
            }
          }
        }
      }
      return true;
    } catch (SQLException e) {
      checkCause(e);
      return false;
    } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
      throw new IllegalStateException(sql + ": " + e, e);
    }
  }

  /**
   * An error of the engine has a cause of the engine's own; a Java exception is a fault of ours.
   */
  private static void checkCause(SQLException e) throws Throwable {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      boolean fault = cause instanceof RuntimeException || cause instanceof Error;
      if (fault && cause.getClass().getName().startsWith("java.")) {
        throw cause;
      }
    }
  }

  private static void watch(Thread worker) {
    Thread watchdog =
        new Thread(
            () -> {
              while (true) {
                try {
                  TimeUnit.MILLISECONDS.sleep(500);
                } catch (InterruptedException e) {
                  return;
                }
                if ((System.nanoTime() - startNanos) / 1_000_000 > HANG_MILLIS) {
                  IllegalStateException hang = new IllegalStateException("hangs");
                  hang.setStackTrace(worker.getStackTrace());
                  report(currentSeed, hang);
                  System.exit(1);
                }
              }
            },
            "watchdog");
    watchdog.setDaemon(true);
    startNanos = System.nanoTime();
    watchdog.start();
  }

  /** Small files of several page sizes and encodings, made by SQLite. */
  private static List<byte[]> originals(Path directory) throws Exception {
    List<byte[]> originals = new ArrayList<>();
    for (String settings :
        new String[] {
          "512 UTF-8 0", "1024 UTF-16le 0", "4096 UTF-8 0", "512 UTF-8 1", "1024 UTF-8 2"
        }) {
      String[] words = settings.split(" ");
      Path file = directory.resolve("original-" + originals.size() + ".db");
      try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
          Statement statement = connection.createStatement()) {
        for (String sql :
            new String[] {
              "PRAGMA page_size=" + words[0],
              "PRAGMA encoding='" + words[1] + "'",
              "PRAGMA auto_vacuum=" + words[2],
              "CREATE TABLE plain(id INTEGER PRIMARY KEY, name TEXT, size INT, body BLOB)",
              "CREATE INDEX plain_name ON plain(name)",
              "CREATE INDEX plain_size ON plain(size DESC, name)",
              "CREATE TABLE keyed(k TEXT PRIMARY KEY, n INT, v) WITHOUT ROWID",
              "CREATE TABLE gone(a)",
              "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT"
                  + " INTO plain SELECT i, 'name ' || i % 9, i * i, zeroblob(i * i % 1500) FROM n",
              "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT"
                  + " INTO keyed SELECT 'k' || i, i, i * 0.5 FROM n",
              "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT"
                  + " INTO gone SELECT zeroblob(300) FROM n",
              "DELETE FROM gone"
            }) {
          statement.execute(sql);
        }
      }
      originals.add(Files.readAllBytes(file));
    }
    return originals;
  }
}
