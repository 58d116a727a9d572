// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.journal;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.lock.FirstShared;

/**
 * Finds and undoes a transaction whose writer died before it could end it.
 *
 * <p>A journal is hot if it exists, does not begin with a zero byte, and nobody who is alive writes
 * it. SQLite asks for the last by probing the RESERVED lock. Java could probe only by taking it,
 * for which moment other processes would see a live writer. So: try EXCLUSIVE without RESERVED. A
 * live writer holds SHARED and stops that: busy. Success proves that there is none, and is what
 * recovery needs anyway.
 *
 * <p>A journal may name a {@link SuperJournal}: then it is played back only while that exists, and
 * the last of the journals that name it takes it along.
 */
public final class HotJournal {
  private final FileSystem fileSystem;
  private final DatabaseFile database;
  private final String path;

  /**
   * @param path the path that a journal of the database would have
   */
  public HotJournal(FileSystem fileSystem, DatabaseFile database, String path) {
    this.fileSystem = fileSystem;
    this.database = database;
    this.path = path;
  }

  /** Whether a journal exists that does not begin with a zero byte. One system call if not. */
  public boolean isPresent() {
    if (!fileSystem.exists(path)) {
      return false;
    }
    DatabaseFile journal;
    try {
      journal = fileSystem.open(path, OpenMode.READ_ONLY);
    } catch (DatabaseException e) {
      if (!fileSystem.exists(path)) {
        return false;
      }
      throw e;
    }
    try (journal) {
      byte[] first = new byte[1];
      return journal.read(0, first, 0, 1) == 1 && first[0] != 0;
    }
  }

  /**
   * Undoes the transaction of a hot journal, if there is one.
   *
   * @param mayWrite whether the connection that asks may change files
   * @return false if a live writer or a reader of another process stands in the way
   * @throws DatabaseException READONLY_ROLLBACK if that must not be
   */
  public boolean recoverIfPresent(FirstShared.RecoveryLock lock, boolean mayWrite) {
    if (!isPresent()) {
      return true;
    }
    if (!mayWrite || database.isReadOnly()) {
      throw new DatabaseException(ResultCode.READONLY_ROLLBACK);
    }
    if (!lock.tryExclusive()) {
      return false;
    }
    try {
      // Another process may have been faster.
      if (isPresent()) {
        recover();
      }
    } finally {
      lock.backToShared();
    }
    return true;
  }

  private void recover() {
    String superJournal;
    try (DatabaseFile journal = fileSystem.open(path, OpenMode.READ_WRITE)) {
      superJournal = JournalPlayback.superJournalName(journal);
      // A super-journal that is gone means that the transaction was committed everywhere. An empty
      // database has nothing to undo: the journal is of a file that was replaced, or of one whose
      // first transaction never wrote.
      if (database.size() > 0 && (superJournal == null || fileSystem.exists(superJournal))) {
        new JournalPlayback(database, journal, pageSize()).run();
      }
    }
    fileSystem.delete(path);
    if (superJournal != null) {
      SuperJournal.deleteIfUnused(fileSystem, superJournal);
    }
  }

  private int pageSize() {
    byte[] header = new byte[DatabaseHeader.BYTES];
    database.read(0, header, 0, header.length);
    int pageSize = DatabaseHeader.pageSize(header);
    return DatabaseHeader.isValidPageSize(pageSize) ? pageSize : DatabaseHeader.DEFAULT_PAGE_SIZE;
  }
}
