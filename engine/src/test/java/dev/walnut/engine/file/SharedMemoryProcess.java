// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

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

/** A child JVM that has the shared memory of a database open; one line a command, one an answer. */
final class SharedMemoryProcess implements SharedMemoryContract.Elsewhere {
  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;

  /** Starts it and waits until the file is open. */
  SharedMemoryProcess(String database) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            source(SharedMemoryProcess.class)
                + File.pathSeparator
                + source(OperatingSystemFiles.class),
            SharedMemoryProcess.class.getName(),
            database);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      process = builder.start();
      input =
          new BufferedWriter(
              new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
      output =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      if (!"open".equals(output.readLine())) {
        throw new IllegalStateException("child did not open " + database);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String source(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  @Override
  public String execute(String command) {
    try {
      input.write(command);
      input.newLine();
      input.flush();
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
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
  public static void main(String[] arguments) throws IOException {
    FileSystem fileSystem = new OperatingSystemFiles();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (DatabaseFile database = fileSystem.open(arguments[0], OpenMode.READ_WRITE_CREATE);
        SharedMemory memory = fileSystem.openSharedMemory(database, arguments[0] + "-shm", false)) {
      System.out.println("open");
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(SharedMemoryCommands.execute(memory, line));
      }
    }
  }
}
