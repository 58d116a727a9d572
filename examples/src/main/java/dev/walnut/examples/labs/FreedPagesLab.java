// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * Question: what is written for the pages that a DELETE frees?
 *
 * <p>A table of 100,000 rows of 150 to 250 bytes; one DELETE of the oldest twentieth. Counted are
 * frames in the log (from the file), what the checkpoint says, and the bytes of all write calls by
 * the DELETE and by the checkpoint that follows (Linux), in pages.
 *
 * <p>Usage: {@code FreedPagesLab [--rows 100000] [--markdown] [case ...]}.
 */
public final class FreedPagesLab implements Lab {

  private static final double PAGE_SIZE = 4096;

  public static void main(String[] args) throws Exception {
    new LabRunner(new FreedPagesLab(), LabOptions.parse(1, args), System.out).run();
  }

  @Override
  public String name() {
    return "freed-pages";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "pages freed",
        "frames",
        "different pages",
        "checkpoint says",
        "written by DELETE, pages",
        "written by checkpoint, pages",
        "freelist",
        "file MiB",
        "DELETE ms");
  }

  @Override
  public List<String> cases() {
    return List.of(
        "DELETE none",
        "DELETE none secure",
        "DELETE full",
        "WAL none",
        "WAL none secure",
        "WAL full",
        "WAL full secure",
        "WAL incremental",
        "WAL incremental secure");
  }

  @Override
  public boolean sameRows() {
    return true;
  }

  @Override
  public Result run(String caseName, LabTarget target, LabOptions options)
      throws SQLException, IOException {
    String[] words = caseName.split(" ");
    boolean wal = words[0].equals("WAL");
    int rowCount = options.rowCount();
    try (Connection connection =
        target.connect(
            "PRAGMA auto_vacuum=" + words[1],
            "PRAGMA journal_mode=" + words[0],
            "PRAGMA synchronous=NORMAL",
            "PRAGMA secure_delete=" + (words.length > 2 ? "ON" : "OFF"),
            "PRAGMA wal_autocheckpoint=0",
            "CREATE TABLE log(id INTEGER PRIMARY KEY, payload BLOB)")) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO log VALUES(?, ?)")) {
        LabTarget.insert(insert, 1, rowCount);
      }
      connection.commit();
      connection.setAutoCommit(true);
      if (wal) {
        LabTarget.row(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
      }
      long usedBefore = usedPages(connection);
      long written = WrittenBytes.now();
      long start = System.nanoTime();
      LabTarget.execute(connection, "DELETE FROM log WHERE id <= " + rowCount / 20);
      double millis = (System.nanoTime() - start) / 1e6;
      long deleted = WrittenBytes.now();
      LogFile log = LogFile.read(target.log());
      String says = "-";
      long checkpointStart = WrittenBytes.now();
      if (wal) {
        long[] result = LabTarget.row(connection, "PRAGMA wal_checkpoint(PASSIVE)");
        says = result[0] + " " + result[1] + " " + result[2];
        if (result[1] != log.frameCount() || result[2] != log.frameCount()) {
          throw new IllegalStateException("the log has " + log + ", the checkpoint says " + says);
        }
      }
      long checkpointed = WrittenBytes.now();
      return new Result(
          rowCount - rowCount / 20,
          List.of(
              Long.toString(usedBefore - usedPages(connection)),
              wal ? Integer.toString(log.frameCount()) : "-",
              wal ? Integer.toString(log.pageCount()) : "-",
              says,
              WrittenBytes.difference(written, deleted, PAGE_SIZE),
              WrittenBytes.difference(checkpointStart, checkpointed, PAGE_SIZE),
              Long.toString(LabTarget.number(connection, "PRAGMA freelist_count")),
              String.format(Locale.ROOT, "%.1f", Files.size(target.file()) / (double) (1 << 20)),
              String.format(Locale.ROOT, "%.1f", millis)));
    }
  }

  private static long usedPages(Connection connection) throws SQLException {
    return LabTarget.number(connection, "PRAGMA page_count")
        - LabTarget.number(connection, "PRAGMA freelist_count");
  }
}
