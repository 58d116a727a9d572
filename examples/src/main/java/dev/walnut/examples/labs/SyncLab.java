// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Question: how many commits a second, and how many syncs a commit, in each journal mode and level?
 *
 * <p>Each transaction inserts one row; one thread, then four with a connection each. On Linux with
 * {@code strace}, a second table counts the syncs of each file (see {@link SyncTrace}).
 *
 * <p>Usage: {@code SyncLab [--seconds 1] [--markdown] [case ...]}, the time being that of each
 * figure.
 */
public final class SyncLab implements Lab {

  private static final String COUNTED = "counted ";
  private static final int SQLITE_BUSY = 5;
  private static final int THREAD_COUNT = 4;

  public static void main(String[] args) throws Exception {
    LabOptions options = LabOptions.parse(1, args);
    new LabRunner(new SyncLab(), options, System.out).run();
    if (SyncTrace.available()) {
      SyncTrace.run(new SyncLab(), options, System.out);
    } else {
      System.out.println("no strace: syncs are not counted");
    }
  }

  @Override
  public String name() {
    return "sync";
  }

  @Override
  public List<String> columns() {
    return List.of("commits/s, 1 thread", "commits/s, 4 threads", "busy");
  }

  @Override
  public List<String> cases() {
    List<String> cases = new ArrayList<>();
    for (String mode : List.of("WAL", "DELETE", "TRUNCATE", "PERSIST")) {
      for (String level : List.of("OFF", "NORMAL", "FULL", "EXTRA")) {
        cases.add(mode + " " + level);
      }
    }
    return cases;
  }

  /** The case that makes a number of commits, for {@link SyncTrace}. */
  static String counted(String caseName, int commitCount) {
    return COUNTED + caseName + " " + commitCount;
  }

  @Override
  public boolean sameRows() {
    return false;
  }

  @Override
  public Result run(String caseName, LabTarget target, LabOptions options)
      throws SQLException, IOException, InterruptedException {
    boolean counted = caseName.startsWith(COUNTED);
    String[] words = (counted ? caseName.substring(COUNTED.length()) : caseName).split(" ");
    String[] settings = {"PRAGMA journal_mode=" + words[0], "PRAGMA synchronous=" + words[1]};
    try (Connection connection = target.connect(settings)) {
      LabTarget.execute(connection, "CREATE TABLE log(id INTEGER PRIMARY KEY, payload BLOB)");
      if (counted) {
        long count = commit(connection, Long.parseLong(words[2]), Long.MAX_VALUE)[0];
        return new Result(count, List.of());
      }
      long nanos = (long) (options.seconds() * 1e9);
      commit(connection, Long.MAX_VALUE, nanos / 4);
      long start = System.nanoTime();
      long alone = commit(connection, Long.MAX_VALUE, nanos)[0];
      double aloneRate = alone * 1e9 / (System.nanoTime() - start);
      start = System.nanoTime();
      long[] together = together(target, settings, nanos);
      double togetherRate = together[0] * 1e9 / (System.nanoTime() - start);
      long rows = LabTarget.number(connection, "SELECT count(*) FROM log");
      long first = LabTarget.number(connection, "SELECT count(*) FROM log WHERE payload IS NULL");
      // The threads' rows carry a mark, so a lost or doubled commit of theirs shows.
      if (rows - first != together[0]) {
        throw new IllegalStateException(
            together[0] + " commits acknowledged, " + (rows - first) + " rows found");
      }
      return new Result(
          rows,
          List.of(
              String.format(Locale.ROOT, "%.0f", aloneRate),
              String.format(Locale.ROOT, "%.0f", togetherRate),
              Long.toString(together[1])));
    }
  }

  private static long[] together(LabTarget target, String[] settings, long nanos)
      throws SQLException, InterruptedException {
    List<Connection> connections = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(THREAD_COUNT);
    try {
      for (int i = 0; i < THREAD_COUNT; i++) {
        connections.add(target.connect(settings));
      }
      List<Future<long[]>> results = new ArrayList<>();
      for (Connection connection : connections) {
        results.add(
            threads.submit(
                () ->
                    commit(
                        connection,
                        "INSERT INTO log(payload) VALUES(x'01')",
                        Long.MAX_VALUE,
                        nanos)));
      }
      long[] sum = new long[2];
      for (Future<long[]> result : results) {
        sum[0] += result.get()[0];
        sum[1] += result.get()[1];
      }
      return sum;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdown();
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private static long[] commit(Connection connection, long maxCount, long maxNanos)
      throws SQLException {
    return commit(connection, "INSERT INTO log(payload) VALUES(NULL)", maxCount, maxNanos);
  }

  /** Returns how many commits there were and how many attempts found the database busy. */
  private static long[] commit(Connection connection, String sql, long maxCount, long maxNanos)
      throws SQLException {
    long count = 0;
    long busyCount = 0;
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      long start = System.nanoTime();
      while (count < maxCount && System.nanoTime() - start < maxNanos) {
        try {
          insert.executeUpdate();
          count++;
        } catch (SQLException e) {
          if ((e.getErrorCode() & 0xff) != SQLITE_BUSY) {
            throw e;
          }
          busyCount++;
        }
      }
    }
    return new long[] {count, busyCount};
  }
}
