// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.wal.WalIndexHeader;
import dev.walnut.engine.wal.WalReader;
import dev.walnut.engine.wal.WalWriter;
import dev.walnut.engine.wal.WriteAheadLog;

/**
 * Transactions by write-ahead log: readers hold a read mark, the writer the write lock, and neither
 * waits for the other. The process's SHARED lock on the file is the {@link Database}'s.
 */
final class WalProtocol implements TransactionProtocol {
  /** Each failed attempt means that somebody has committed meanwhile. */
  private static final int MAX_ATTEMPTS = 10_000;

  private final Database database;
  private final PagerSettings settings;
  private final DatabaseFile file;
  private final WriteAheadLog log;
  private final WalReader reader;
  private final WalWriter writer;

  private CommittedState snapshot;
  private boolean stale;

  WalProtocol(Database database, PagerSettings settings, WriteAheadLog log) {
    this.database = database;
    this.settings = settings;
    this.file = database.file();
    this.log = log;
    this.reader = new WalReader(log);
    this.writer = new WalWriter(reader);
  }

  WriteAheadLog log() {
    return log;
  }

  @Override
  public boolean tryBeginRead() {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (!reader.tryBegin()) {
        return false;
      }
      boolean valid = false;
      try {
        CommittedState state = database.known().of(reader, log);
        if (state != null) {
          snapshot = state;
          valid = true;
          return true;
        }
      } finally {
        if (!valid) {
          reader.end();
        }
      }
    }
    throw new DatabaseException(ResultCode.PROTOCOL);
  }

  @Override
  public boolean tryBeginReadAndWrite() {
    if (log.isReadOnly()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    if (!writer.tryBeginWithSnapshot()) {
      return false;
    }
    boolean valid = false;
    try {
      // Nobody can commit: the state is that of the snapshot, or can be brought up to it.
      snapshot = database.known().of(reader, log);
      valid = snapshot != null;
    } finally {
      if (!valid) {
        endWrite();
      }
    }
    return valid;
  }

  @Override
  public CommittedState snapshot() {
    return snapshot;
  }

  @Override
  public void endRead() {
    reader.end();
  }

  @Override
  public boolean tryBeginWrite() {
    if (log.isReadOnly()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    stale = false;
    if (!writer.tryBegin()) {
      return false;
    }
    if (!writer.isSnapshotCurrent()) {
      stale = true;
      writer.end();
      return false;
    }
    return true;
  }

  @Override
  public DatabaseException busyForReader() {
    return new DatabaseException(stale ? ResultCode.BUSY_SNAPSHOT : ResultCode.BUSY);
  }

  @Override
  public boolean tryExclusive() {
    return true;
  }

  @Override
  public boolean writesNeedExclusive() {
    return false;
  }

  @Override
  public boolean hasJournalFile() {
    return false;
  }

  @Override
  public boolean alwaysChangesFirstPage() {
    return false;
  }

  @Override
  public void begin(CommittedState newest) {
    writer.begin();
  }

  @Override
  public void journalEarly(ChangedPages changes, int[] pageNumbers) {
    throw new IllegalStateException("a log has no originals");
  }

  @Override
  public boolean canSpill() {
    return true;
  }

  @Override
  public void spill(ChangedPages changes, int[] pageNumbers) {
    boolean syncs = settings.synchronous != Synchronous.OFF;
    for (int pageNumber : pageNumbers) {
      DirtyPage page = changes.pages().get(pageNumber);
      if (page.image != null && !page.worthless) {
        writer.append(pageNumber, page.image, 0, syncs);
      }
    }
    writer.spill();
  }

  @Override
  public byte[] readSpilled(int pageNumber) {
    int frame = writer.findSpilled(pageNumber);
    if (frame == 0) {
      return readCommitted(pageNumber);
    }
    byte[] image = new byte[snapshot.pageSize];
    reader.readFrame(frame, image);
    return image;
  }

  @Override
  public byte[] readCommitted(int pageNumber) {
    byte[] image = new byte[snapshot.pageSize];
    int frame = reader.find(pageNumber);
    if (frame != 0) {
      reader.readFrame(frame, image);
    } else {
      file.read((Integer.toUnsignedLong(pageNumber) - 1) * image.length, image, 0, image.length);
    }
    return image;
  }

  @Override
  public int onlyInFile(int[] pageNumbers, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (reader.find(pageNumbers[i]) == 0) {
        pageNumbers[left++] = pageNumbers[i];
      }
    }
    return left;
  }

  /**
   * Appends a frame for each changed page, in ascending order, the last one with the page count.
   * Free leaves have no content worth logging; but beyond the old end of the database each page
   * gets its frame, or other readers would find the database longer than its frames explain. And
   * each commit has a frame.
   *
   * <p>A super-journal has no meaning for a log: in a transaction over several files each file in
   * WAL mode is committed for itself, as in SQLite.
   */
  @Override
  public void prepareCommit(ChangedPages changes, CommittedState before, String superJournal) {
    boolean syncs = settings.synchronous != Synchronous.OFF;
    int[] numbers = changes.numbers();
    int lastNumber = numbers[numbers.length - 1];
    int last = 0;
    for (int pageNumber : numbers) {
      DirtyPage page = changes.pages().get(pageNumber);
      if (isLogged(pageNumber, page, before) || last == 0 && pageNumber == lastNumber) {
        if (last != 0) {
          writer.append(last, changes.pages().get(last).image, 0, syncs);
        }
        last = pageNumber;
      }
    }
    writer.append(last, changes.pages().get(last).image, changes.pageCount(), syncs);
    writer.writeCommit(
        settings.synchronous.compareTo(Synchronous.FULL) >= 0, settings.journalSizeLimit);
  }

  @Override
  public boolean canNameSuperJournal() {
    return false;
  }

  /** The sync was the commit; publishing it comes next. */
  @Override
  public DatabaseException finishCommit() {
    return null;
  }

  private static boolean isLogged(int pageNumber, DirtyPage page, CommittedState before) {
    return page.image != null
        && (!page.worthless || Integer.compareUnsigned(pageNumber, before.pageCount) > 0);
  }

  @Override
  public WalIndexHeader publish(int pageCount) {
    return writer.publish(pageCount);
  }

  @Override
  public void afterPublish(CommittedState before, CommittedState after) {
    snapshot = after;
  }

  @Override
  public void rollback() {
    writer.undo();
  }

  @Override
  public void undoWritten(ChangedPages changes) {
    writer.undo();
  }

  @Override
  public void abandon() {
    endWrite();
  }

  @Override
  public void backToReader() {
    writer.end();
  }

  @Override
  public void endWrite() {
    reader.end();
    writer.end();
  }

  @Override
  public void close() {
    endWrite();
  }
}
