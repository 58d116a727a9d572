// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import dev.walnut.tck.support.TestClassPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A child JVM that serves one JDBC driver: SQLite's for the interop tests, Walnut's for kills. */
final class JdbcProcess implements ForeignSqlite {

  private static final char NEWLINE = 1;

  private final Process process;
  private final BufferedReader in;
  private final PrintWriter out;

  private JdbcProcess(Process process) {
    this.process = process;
    this.in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.out =
        new PrintWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
  }

  /** SQLite, through sqlite-jdbc. */
  static JdbcProcess sqlite() throws IOException {
    return start("jdbc:sqlite:");
  }

  static JdbcProcess start(String urlPrefix, String... jvmOptions) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(TestClassPath.java());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Xshare:auto");
    command.addAll(List.of(jvmOptions));
    command.add("-cp");
    command.add(TestClassPath.get());
    command.add(JdbcChild.class.getName());
    command.add(urlPrefix);
    return new JdbcProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  @Override
  public void open(Path file) throws IOException {
    send("open " + file);
    finish();
  }

  @Override
  public void closeFile() throws IOException {
    send("close");
    finish();
  }

  @Override
  public List<String> query(String sql) throws IOException {
    send("query " + sql);
    return finish();
  }

  /** What a file has at an offset; for a child without a database. */
  ByteBuffer bytes(Path file, long offset, int length) throws IOException {
    send("bytes " + offset + " " + length + " " + file);
    return ByteBuffer.wrap(HexFormat.of().parseHex(finish().get(0)));
  }

  /** Replaces bytes of a file, as a process that then dies may leave them. */
  void patch(Path file, long offset, byte[] bytes) throws IOException {
    send("patch " + offset + " " + HexFormat.of().formatHex(bytes) + " " + file);
    finish();
  }

  /** Locks bytes of a file exclusively, as another process may, until {@link #unlock}. */
  boolean lock(Path file, long offset, long length) throws IOException {
    send("lock " + offset + " " + length + " " + file);
    return finish().get(0).equals("true");
  }

  /** Drops what {@link #lock} took. */
  void unlock() throws IOException {
    send("unlock");
    finish();
  }

  /** Starts an endless loop; {@link #readAck} reads what it reports. */
  void startLoop(String... statements) {
    send("loop " + String.join(";;", statements));
  }

  /** Waits for the next turn of the loop; returns its number, or -1 when the process is gone. */
  long readAck() throws IOException {
    String line = in.readLine();
    if (line == null) {
      return -1;
    }
    if (!line.startsWith("ack ")) {
      throw new IOException(line);
    }
    return Long.parseLong(line.substring(4));
  }

  /**
   * Kills the process in some phase of a turn of its loop.
   *
   * @param turns how many turns it reports before
   * @param spinNanos what passes then; at random, it spreads the kill over all phases of the next
   *     commits
   * @return the number of the last turn that it has reported
   */
  long killInLoop(int turns, int spinNanos) throws IOException, InterruptedException {
    long acknowledged = 0;
    while (acknowledged < turns) {
      acknowledged = readAck();
    }
    long until = System.nanoTime() + spinNanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    kill();
    for (long ack = readAck(); ack >= 0; ack = readAck()) {
      acknowledged = ack;
    }
    return acknowledged;
  }

  private void send(String line) {
    out.println(line.replace('\n', NEWLINE));
  }

  private List<String> finish() throws IOException {
    List<String> rows = new ArrayList<>();
    while (true) {
      String line = in.readLine();
      if (line == null) {
        throw new IOException("the child process ended");
      }
      line = line.replace(NEWLINE, '\n');
      if (line.equals("ok")) {
        return rows;
      }
      if (line.startsWith("row ")) {
        rows.add(line.substring(4));
      } else if (line.startsWith("error ")) {
        String[] words = line.split(" ", 3);
        throw new ForeignException(Integer.parseInt(words[1]), words[2]);
      } else {
        throw new IOException("unexpected line: " + line);
      }
    }
  }

  @Override
  public void kill() throws InterruptedException {
    // The handle, unlike the process, leaves the pipes open for what was written last.
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  @Override
  public void close() throws IOException {
    out.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
