// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The system's list of file locks, which Linux shows as a file. It may lack locks (of another
 * container, or on another system all of them), but has none that does not exist.
 *
 * <pre>
 *   1: POSIX  ADVISORY  READ 9921 fe:00:2146728 128 128
 *                            pid  device inode  first last
 * </pre>
 */
final class LockList {
  private static final Path LIST = Path.of("/proc/locks");

  private LockList() {}

  /** Whether another process is seen to have locked exactly that byte of a file. */
  static boolean isLockedByOther(Path file, long fileOffset) {
    if (!Files.isReadable(LIST)) {
      return false;
    }
    try {
      long device = ((Number) Files.getAttribute(file, "unix:dev")).longValue();
      long inode = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
      String identity =
          String.format(Locale.ROOT, "%02x:%02x:%d", major(device), minor(device), inode);
      String own = Long.toString(ProcessHandle.current().pid());
      String offset = Long.toString(fileOffset);
      for (String line : Files.readAllLines(LIST, StandardCharsets.ISO_8859_1)) {
        String[] words = line.trim().split(" +");
        if (words.length == 8
            && !words[4].equals(own)
            && words[5].equals(identity)
            && words[6].equals(offset)
            && words[7].equals(offset)) {
          return true;
        }
      }
      return false;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      // No such list, or no such attributes: nobody is seen.
      return false;
    }
  }

  /** The parts of a device number as the C library of Linux packs them. */
  private static long major(long device) {
    return (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
  }

  private static long minor(long device) {
    return (device & 0xff) | (device >>> 12 & ~0xffL);
  }
}
