// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** How many bytes this process has given to write calls so far; known on Linux only. */
final class WrittenBytes {

  private static final Path COUNTERS = Path.of("/proc/self/io");

  private WrittenBytes() {}

  /** Bytes, or -1. */
  static long now() throws IOException {
    if (!Files.isReadable(COUNTERS)) {
      return -1;
    }
    for (String line : Files.readAllLines(COUNTERS)) {
      if (line.startsWith("wchar: ")) {
        return Long.parseLong(line.substring(7));
      }
    }
    return -1;
  }

  /** The bytes between two readings in units of a size. */
  static String difference(long from, long to, double unit) {
    return from < 0 ? "-" : String.format(Locale.ROOT, "%.1f", (to - from) / unit);
  }
}
