// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.StringJoiner;
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
  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;

  private SqliteProcess(Process process) {
    this.process = process;
    this.input =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a process with the file open and a busy timeout of zero. */
  public static SqliteProcess open(Path file) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            classPath(),
            SqliteProcess.class.getName(),
            file.toString());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      return new SqliteProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the child's classes are; the test launcher need not have them on its own class path. */
  private static String classPath() {
    StringJoiner path = new StringJoiner(File.pathSeparator);
    for (Class<?> needed :
        List.of(SqliteProcess.class, JDBC.class, Logger.class, NOPServiceProvider.class)) {
      path.add(
          Path.of(URI.create(needed.getProtectionDomain().getCodeSource().getLocation().toString()))
              .toString());
    }
    return path.toString();
  }

  /** Executes a statement and returns the answer. */
  public String execute(String sql) {
    try {
      input.write(sql.replace('\n', ' '));
      input.newLine();
      input.flush();
      String answer = output.readLine();
      return answer == null ? "gone" : answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the process as {@code kill -9} does, and waits for its end. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  private void awaitEnd() {
    boolean interrupted = false;
    while (true) {
      try {
        process.waitFor();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      try {
        input.close();
      } catch (IOException e) {
        process.destroyForcibly();
      }
      awaitEnd();
    }
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
