// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The parent's end of a JVM that measures one driver; they talk in lines. */
public final class ChildJvm implements AutoCloseable {

  private final Process process;
  private final BufferedReader in;
  private final PrintWriter out;

  private ChildJvm(Process process) {
    this.process = process;
    this.in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.out =
        new PrintWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
  }

  /**
   * Starts a JVM with this one's class path.
   *
   * @param wrapper a command that is to run the JVM, such as a tracer, with its options; or empty
   * @param main the class whose main method runs
   */
  public static ChildJvm start(List<String> wrapper, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(Arrays.asList(arguments));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Sends a line and waits for the answer. */
  public String ask(String line) throws IOException {
    out.println(line);
    return readLine();
  }

  /** Reads the next line; an {@code error} line if the process has ended. */
  public String readLine() throws IOException {
    String line = in.readLine();
    return line == null ? "error the process ended" : line;
  }

  @Override
  public void close() {
    out.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
