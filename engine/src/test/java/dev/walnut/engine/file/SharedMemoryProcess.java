// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.testing.LineProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A child JVM that has the shared memory of a database open; one line a command, one an answer. */
final class SharedMemoryProcess implements SharedMemoryContract.Elsewhere {
  private final LineProcess child;

  /** Starts it and waits until the file is open. */
  SharedMemoryProcess(String database) {
    child = new LineProcess(SharedMemoryProcess.class, database, OperatingSystemFiles.class);
    if (!"open".equals(child.readLine())) {
      throw new IllegalStateException("child did not open " + database);
    }
  }

  @Override
  public String execute(String command) {
    return child.ask(command);
  }

  @Override
  public void kill() {
    child.kill();
  }

  @Override
  public void close() {
    child.close();
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
