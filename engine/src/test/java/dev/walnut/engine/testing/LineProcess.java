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
import java.util.StringJoiner;

/** A child JVM that answers each line it is sent by one line; it ends when its input does. */
public final class LineProcess implements AutoCloseable {
  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;

  /**
   * Starts it.
   *
   * @param main the class whose main method it runs
   * @param argument what it is given
   * @param needed further classes whose places it needs; the test launcher need not have them on
   *     its own class path
   */
  public LineProcess(Class<?> main, String argument, Class<?>... needed) {
    StringJoiner path = new StringJoiner(File.pathSeparator);
    path.add(placeOf(main));
    for (Class<?> each : needed) {
      path.add(placeOf(each));
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            path.toString(),
            main.getName(),
            argument);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    input =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static String placeOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  /** Sends a line and waits for the answer; null if the process is gone. */
  public String ask(String line) {
    try {
      input.write(line);
      input.newLine();
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return readLine();
  }

  /** Waits for a line that the process writes by itself; null if it is gone. */
  public String readLine() {
    try {
      return output.readLine();
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
}
