// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SQLite as the {@code sqlite3} shell, driven through its standard input.
 *
 * <p>The shell buffers its output but not its errors: so rows go to a file that is closed after
 * each statement, and the end of a statement is seen by an unknown command that it complains about.
 */
final class ShellProcess implements ForeignSqlite {

  private static final Pattern CODE = Pattern.compile("\\((\\d+)\\)\\s*$");

  private final Process process;
  private final BufferedReader errors;
  private final PrintWriter out;
  private final Path result;
  private int nextMark = 1;

  private ShellProcess(Process process, Path result) {
    this.process = process;
    this.result = result;
    this.errors =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    this.out =
        new PrintWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
  }

  static ShellProcess start() throws IOException {
    Path result = Files.createTempFile("walnut-shell", ".txt");
    Process process =
        new ProcessBuilder("sqlite3", "-batch")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    ShellProcess shell = new ShellProcess(process, result);
    shell.command(".mode quote");
    return shell;
  }

  @Override
  public void open(Path file) throws IOException {
    command(".open '" + file + "'");
    command(".timeout 3000");
  }

  @Override
  public void closeFile() throws IOException {
    command(".open :memory:");
  }

  private void command(String line) throws IOException {
    out.println(line);
    String problem = awaitMark();
    if (!problem.isEmpty()) {
      throw new IOException(line + ": " + problem);
    }
  }

  @Override
  public List<String> query(String sql) throws IOException {
    out.println(".output '" + result + "'");
    out.println(sql + ";");
    out.println(".output");
    String problem = awaitMark();
    if (!problem.isEmpty()) {
      Matcher matcher = CODE.matcher(problem);
      throw new ForeignException(matcher.find() ? Integer.parseInt(matcher.group(1)) : 1, problem);
    }
    List<String> rows = new ArrayList<>();
    for (String line : Files.readAllLines(result)) {
      rows.add(line);
    }
    return rows;
  }

  private String awaitMark() throws IOException {
    String mark = "mark-" + nextMark++;
    out.println("." + mark);
    StringBuilder problem = new StringBuilder();
    while (true) {
      String line = errors.readLine();
      if (line == null) {
        throw new IOException("the shell ended: " + problem);
      }
      if (line.contains(mark)) {
        return problem.toString();
      }
      if (!line.isBlank()) {
        problem.append(problem.isEmpty() ? "" : "\n").append(line);
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
    out.println(".quit");
    out.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Files.deleteIfExists(result);
  }
}
