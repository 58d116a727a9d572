// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * What journal_mode and synchronous cost: the same commits under each setting.
 *
 * <p>Every row of the table is 50 small transactions in a new file. What a setting promises after a
 * power loss is what SQLite documents for it; OFF promises nothing.
 */
public final class PragmaTuning {

  private static final int COMMIT_COUNT = 50;
  private static final String[] JOURNAL_MODES = {"DELETE", "TRUNCATE", "PERSIST", "MEMORY", "OFF"};
  private static final String[] SYNCHRONOUS = {"EXTRA", "FULL", "NORMAL", "OFF"};

  private PragmaTuning() {}

  public static void main(String[] args) throws Exception {
    run(args.length > 0 ? args[0] : "jdbc:walnut:", COMMIT_COUNT, System.out);
  }

  /** Prints the table; returns the rows that all files together hold. */
  static long run(String urlPrefix, int commitCount, PrintStream out)
      throws SQLException, IOException {
    out.printf("%-12s %-12s %15s%n", "journal_mode", "synchronous", "us per commit");
    Path directory = Files.createTempDirectory("walnut");
    long rowCount = 0;
    try {
      for (String journalMode : JOURNAL_MODES) {
        for (String synchronous : SYNCHRONOUS) {
          Path file = directory.resolve("tuning.db");
          try {
            rowCount += measure(urlPrefix + file, journalMode, synchronous, commitCount, out);
          } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory.resolve("tuning.db-journal"));
          }
        }
      }
    } finally {
      Files.deleteIfExists(directory);
    }
    return rowCount;
  }

  private static long measure(
      String url, String journalMode, String synchronous, int commitCount, PrintStream out)
      throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      String effective;
      try (ResultSet rows = statement.executeQuery("PRAGMA journal_mode=" + journalMode)) {
        rows.next();
        effective = rows.getString(1);
      }
      statement.execute("PRAGMA synchronous=" + synchronous);
      statement.execute("CREATE TABLE event(id INTEGER PRIMARY KEY, text TEXT)");
      long start = System.nanoTime();
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO event(text) VALUES(?)")) {
        for (int i = 0; i < commitCount; i++) {
          insert.setString(1, "event " + i);
          insert.executeUpdate();
        }
      }
      double micros = (System.nanoTime() - start) / 1e3 / commitCount;
      out.printf("%-12s %-12s %15.1f%n", effective, synchronous.toLowerCase(Locale.ROOT), micros);
      try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM event")) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
