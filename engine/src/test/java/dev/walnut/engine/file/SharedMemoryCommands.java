// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import java.nio.ByteBuffer;

/** What a test lets another process do with shared memory, in words. */
final class SharedMemoryCommands {
  private SharedMemoryCommands() {}

  /**
   * Executes a command.
   *
   * <pre>
   *   get REGION OFFSET           the int there, or null
   *   put REGION OFFSET VALUE     ok; the file grows
   *   lock FIRST COUNT SHARED     true or false
   *   unlock FIRST COUNT          ok
   * </pre>
   */
  static String execute(SharedMemory memory, String command) {
    String[] words = command.split(" ");
    int first = Integer.parseInt(words[1]);
    int second = Integer.parseInt(words[2]);
    switch (words[0]) {
      case "get":
        ByteBuffer region = memory.region(first, false);
        return region == null ? "null" : String.valueOf(region.getInt(second));
      case "put":
        memory.region(first, true).putInt(second, Integer.parseInt(words[3]));
        return "ok";
      case "lock":
        return String.valueOf(memory.tryLock(first, second, Boolean.parseBoolean(words[3])));
      case "unlock":
        memory.unlock(first, second);
        return "ok";
      default:
        throw new IllegalArgumentException(command);
    }
  }
}
