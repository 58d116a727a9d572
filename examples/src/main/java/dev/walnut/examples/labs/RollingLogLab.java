// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Question: what do the auto_vacuum modes cost a table that drops its oldest rows as new ones come?
 *
 * <p>100,000 rows of 150 to 250 bytes. Each transaction inserts the newest hundredth and deletes
 * the oldest, and a checkpoint follows, whose result counts the frames; ten times, the whole table
 * is replaced. WAL, synchronous=NORMAL. INCREMENTAL runs {@code incremental_vacuum} after each
 * commit.
 *
 * <p>Usage: {@code RollingLogLab [--rows 100000] [--turnovers 10] [--markdown] [case ...]}.
 */
public final class RollingLogLab implements Lab {

  private static final int COMMITS_PER_TURNOVER = 100;
  private static final double MIB = 1 << 20;

  public static void main(String[] args) throws Exception {
    new LabRunner(new RollingLogLab(), LabOptions.parse(1, args), System.out).run();
  }

  @Override
  public String name() {
    return "rolling-log";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "file MiB at first",
        "file MiB",
        "freelist",
        "frames a commit",
        "written MiB",
        "first turnover ms",
        "median ms",
        "last ms");
  }

  @Override
  public List<String> cases() {
    return List.of("NONE", "FULL", "INCREMENTAL");
  }

  @Override
  public boolean sameRows() {
    return true;
  }

  @Override
  public Result run(String caseName, LabTarget target, LabOptions options)
      throws SQLException, IOException {
    int rowCount = options.rowCount() / COMMITS_PER_TURNOVER * COMMITS_PER_TURNOVER;
    int step = rowCount / COMMITS_PER_TURNOVER;
    boolean incremental = caseName.equals("INCREMENTAL");
    try (Connection connection =
        target.connect(
            "PRAGMA auto_vacuum=" + caseName,
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=NORMAL",
            "PRAGMA wal_autocheckpoint=0",
            "CREATE TABLE log(id INTEGER PRIMARY KEY, payload BLOB)")) {
      PreparedStatement insert = connection.prepareStatement("INSERT INTO log VALUES(?, ?)");
      PreparedStatement delete = connection.prepareStatement("DELETE FROM log WHERE id <= ?");
      connection.setAutoCommit(false);
      LabTarget.insert(insert, 1, rowCount);
      connection.commit();
      connection.setAutoCommit(true);
      LabTarget.row(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
      double sizeAtFirst = Files.size(target.file()) / MIB;
      long written = WrittenBytes.now();
      double[] millis = new double[options.turnovers()];
      long frameCount = 0;
      long last = rowCount;
      for (int turnover = 0; turnover < millis.length; turnover++) {
        long start = System.nanoTime();
        for (int i = 0; i < COMMITS_PER_TURNOVER; i++) {
          connection.setAutoCommit(false);
          LabTarget.insert(insert, last + 1, last + step);
          last += step;
          delete.setLong(1, last - rowCount);
          int deleted = delete.executeUpdate();
          if (deleted != step) {
            throw new IllegalStateException("deleted " + deleted + " rows of " + step);
          }
          connection.commit();
          connection.setAutoCommit(true);
          if (incremental) {
            vacuum(connection);
          }
          long[] result = LabTarget.row(connection, "PRAGMA wal_checkpoint(PASSIVE)");
          if (result[0] != 0 || result[1] != result[2]) {
            throw new IllegalStateException("checkpoint " + Arrays.toString(result));
          }
          frameCount += result[1];
        }
        millis[turnover] = (System.nanoTime() - start) / 1e6;
      }
      String total = WrittenBytes.difference(written, WrittenBytes.now(), MIB);
      double[] sorted = millis.clone();
      Arrays.sort(sorted);
      double perCommit = frameCount / (double) (COMMITS_PER_TURNOVER * millis.length);
      return new Result(
          rowCount,
          List.of(
              decimal(sizeAtFirst),
              decimal(Files.size(target.file()) / MIB),
              Long.toString(LabTarget.number(connection, "PRAGMA freelist_count")),
              decimal(perCommit),
              total,
              decimal(millis[0]),
              decimal(sorted[sorted.length / 2]),
              decimal(millis[millis.length - 1])));
    }
  }

  /** Frees all free pages: executeUpdate steps to the end, execute of sqlite-jdbc for one page. */
  private static void vacuum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA incremental_vacuum");
    }
    long left = LabTarget.number(connection, "PRAGMA freelist_count");
    if (left != 0) {
      throw new IllegalStateException(left + " free pages after incremental_vacuum");
    }
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
