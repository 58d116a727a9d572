// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.journal;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * The file that makes one transaction of several: as long as it exists, the journals that name it
 * are to be played back; its deletion commits all their transactions at once.
 *
 * <p>Layout: the paths of the journals, each ended by a zero byte. It stands beside the main
 * database and is called like it, with {@code -mj} and nine hexadecimal digits at the end, the
 * seventh of them a 9.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>S1 It and its directory entry are durable before a journal names it: otherwise a power
 *       failure could leave a journal that looks like a committed one's.
 *   <li>S2 It is deleted by {@link #delete}, the commit, or when no journal in it names it any
 *       more: a journal that still needs playing back keeps it alive.
 * </ul>
 */
public final class SuperJournal {
  private static final int MAX_NAME_ATTEMPTS = 100;

  /** More than any transaction over the greatest number of attached files needs. */
  private static final int MAX_BYTES = 4 << 20;

  /** A damaged journal may name any file; only what looks like a super-journal is deleted. */
  private static final Pattern NAME = Pattern.compile(".*-mj[0-9A-Fa-f]{9}", Pattern.DOTALL);

  private final FileSystem fileSystem;
  private final String path;

  private SuperJournal(FileSystem fileSystem, String path) {
    this.fileSystem = fileSystem;
    this.path = path;
  }

  /**
   * Writes a new one, durably. If that fails, none is left behind.
   *
   * @param main the main database's file, whose access rights it gets
   * @param journals the paths of the journals that will name it
   * @throws DatabaseException CANTOPEN, IOERR, FULL
   */
  public static SuperJournal create(
      FileSystem fileSystem, DatabaseFile main, List<String> journals) {
    SuperJournal superJournal = new SuperJournal(fileSystem, unusedPath(fileSystem, main.path()));
    boolean done = false;
    DatabaseFile file = fileSystem.openBeside(main, superJournal.path, OpenMode.READ_WRITE_CREATE);
    try (file) {
      byte[] content = content(journals);
      file.write(0, content, 0, content.length);
      file.syncData();
      fileSystem.syncDirectory(superJournal.path);
      done = true;
    } finally {
      if (!done) {
        fileSystem.delete(superJournal.path);
      }
    }
    return superJournal;
  }

  private static String unusedPath(FileSystem fileSystem, String mainPath) {
    for (int attempt = 1; ; attempt++) {
      int random = ThreadLocalRandom.current().nextInt();
      String path = String.format("%s-mj%06X9%02X", mainPath, random >>> 8, random & 0xff);
      if (attempt == MAX_NAME_ATTEMPTS) {
        // All that are left of broken-off transactions: this one is as good as any to go.
        fileSystem.delete(path);
      }
      if (!fileSystem.exists(path)) {
        return path;
      }
    }
  }

  private static byte[] content(List<String> journals) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (String journal : journals) {
      content.writeBytes(journal.getBytes(StandardCharsets.UTF_8));
      content.write(0);
    }
    return content.toByteArray();
  }

  /** The path that journals name. */
  public String path() {
    return path;
  }

  /**
   * The commit: deletes it, durably.
   *
   * @return null, or what failed after it was gone
   * @throws DatabaseException if it is still there
   */
  public DatabaseException delete() {
    try {
      fileSystem.delete(path);
      fileSystem.syncDirectory(path);
      return null;
    } catch (DatabaseException e) {
      if (fileSystem.exists(path)) {
        throw e;
      }
      return e;
    }
  }

  /** Deletes it if no journal names it. */
  public void deleteIfUnused() {
    deleteIfUnused(fileSystem, path);
  }

  /**
   * After a journal that named a super-journal was played back and disposed of: deletes the
   * super-journal if it was the last one (S2). A file that does not look like one is left alone.
   */
  public static void deleteIfUnused(FileSystem fileSystem, String path) {
    if (!NAME.matcher(path).matches() || !fileSystem.exists(path)) {
      return;
    }
    for (String journal : journalsIn(fileSystem, path)) {
      if (fileSystem.exists(journal) && path.equals(superJournalOf(fileSystem, journal))) {
        return;
      }
    }
    fileSystem.delete(path);
  }

  private static String superJournalOf(FileSystem fileSystem, String journal) {
    try (DatabaseFile file = fileSystem.open(journal, OpenMode.READ_ONLY)) {
      return JournalPlayback.superJournalName(file);
    }
  }

  private static List<String> journalsIn(FileSystem fileSystem, String path) {
    byte[] content;
    try (DatabaseFile file = fileSystem.open(path, OpenMode.READ_ONLY)) {
      content = new byte[(int) Math.min(file.size(), MAX_BYTES)];
      int count = file.read(0, content, 0, content.length);
      if (count < content.length) {
        content = new byte[0];
      }
    }
    List<String> journals = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < content.length; i++) {
      if (content[i] == 0) {
        if (i > start) {
          journals.add(new String(content, start, i - start, StandardCharsets.UTF_8));
        }
        start = i + 1;
      }
    }
    return journals;
  }
}
