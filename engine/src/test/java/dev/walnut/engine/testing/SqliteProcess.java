// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.nop.NOPServiceProvider;
import org.sqlite.JDBC;

/**
 * A SQLite in another process, with one connection to one file: a child JVM with sqlite-jdbc that
 * executes the statements it is sent.
 *
 * <p>Protocol: one line per statement; the answer is one line, the first column of the first row,
 * {@code ok}, or {@code error} and the result code.
 */
public final class SqliteProcess implements AutoCloseable {
  private final LineProcess child;

  private SqliteProcess(LineProcess child) {
    this.child = child;
  }

  /** Starts a process with the file open and a busy timeout of zero. */
  public static SqliteProcess open(Path file) {
    return new SqliteProcess(
        new LineProcess(
            SqliteProcess.class,
            file.toString(),
            JDBC.class,
            Logger.class,
            NOPServiceProvider.class));
  }

  /** Executes a statement and returns the answer. */
  public String execute(String sql) {
    String answer = child.ask(sql.replace('\n', ' '));
    return answer == null ? "gone" : answer;
  }

  /** Kills the process as {@code kill -9} does, and waits for its end. */
  public void kill() {
    child.kill();
  }

  @Override
  public void close() {
    child.close();
  }

  /** The child. */
  public static void main(String[] arguments) throws IOException, SQLException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + arguments[0] + "?busy_timeout=0");
        Statement statement = connection.createStatement()) {
      for (String sql = lines.readLine(); sql != null; sql = lines.readLine()) {
        System.out.println(answer(statement, sql));
      }
    }
  }

  private static String answer(Statement statement, String sql) {
    try {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          return rows.next() ? String.valueOf(rows.getString(1)) : "no row";
        }
      }
      return "ok";
    } catch (SQLException e) {
      return "error " + e.getErrorCode();
    }
  }
}
