// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.lock.FirstShared;
import dev.walnut.engine.lock.LockHolder;
import dev.walnut.engine.lock.LockState;
import dev.walnut.engine.lock.LockTable;
import dev.walnut.engine.wal.WalIndexHeader;

/**
 * Transactions by rollback journal, and those of databases in memory.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>G1 A reader holds SHARED, a writer at least RESERVED, and EXCLUSIVE before the database
 *       file is touched; with {@link LockingMode#EXCLUSIVE} locks are kept between transactions.
 *   <li>G2 The file is changed in the order of {@link TransactionWriter} only.
 * </ul>
 */
final class RollbackProtocol implements TransactionProtocol {
  private final Database database;
  private final PagerSettings settings;
  private final DatabaseFile file;
  private final LockTable locks;
  private final LockHolder lock = new LockHolder();
  private final FirstShared firstShared;
  private final TransactionWriter writer;

  private int pageSize;
  private int pageCountBefore;

  /** Whether this transaction has written to the database file. */
  private boolean fileTouched;

  /** Whether all that it has written can be undone. */
  private boolean undoable = true;

  RollbackProtocol(Database database, PagerSettings settings, boolean readOnly) {
    this.firstShared = database.firstShared(!readOnly);
    this.database = database;
    this.settings = settings;
    this.file = database.file();
    this.locks = database.locks();
    this.writer = new TransactionWriter(database.fileSystem(), file, database.journalPath());
  }

  LockHolder lock() {
    return lock;
  }

  @Override
  public boolean tryBeginRead() {
    return lock.state() != LockState.UNLOCKED || locks.tryShared(lock, firstShared);
  }

  @Override
  public boolean tryBeginReadAndWrite() {
    if (!tryBeginRead()) {
      return false;
    }
    boolean locked = false;
    try {
      locked = tryBeginWrite();
    } finally {
      if (!locked) {
        endRead();
      }
    }
    return locked;
  }

  @Override
  public CommittedState snapshot() {
    CommittedState state = database.known().get();
    pageSize = state.pageSize;
    return state;
  }

  @Override
  public void endRead() {
    if (settings.lockingMode == LockingMode.NORMAL) {
      locks.release(lock);
    }
  }

  @Override
  public boolean tryBeginWrite() {
    return lock.state().atLeast(LockState.RESERVED) || locks.tryReserved(lock);
  }

  @Override
  public DatabaseException busyForReader() {
    return new DatabaseException(ResultCode.BUSY);
  }

  @Override
  public boolean tryExclusive() {
    return lock.state() == LockState.EXCLUSIVE || locks.tryExclusive(lock);
  }

  @Override
  public boolean writesNeedExclusive() {
    return true;
  }

  @Override
  public boolean hasJournalFile() {
    return settings.journalMode.hasFile();
  }

  @Override
  public boolean alwaysChangesFirstPage() {
    return true;
  }

  @Override
  public void begin(CommittedState snapshot) {
    fileTouched = false;
    undoable = true;
    boolean empty = snapshot.pageCount == 0;
    pageSize = empty && settings.newPageSize != 0 ? settings.newPageSize : snapshot.pageSize;
    pageCountBefore = snapshot.pageCount;
    writer.begin(settings.journalMode, settings.synchronous, pageSize, pageCountBefore);
  }

  @Override
  public void journalEarly(ChangedPages changes, int[] pageNumbers) {
    writer.appendOriginals(changes.pages(), pageNumbers);
  }

  @Override
  public boolean canSpill() {
    return !database.isInMemory() && writer.mode() != JournalMode.MEMORY;
  }

  @Override
  public void spill(ChangedPages changes, int[] pageNumbers) {
    writer.journal(changes.pages(), pageNumbers);
    fileTouched = true;
    undoable &= writer.mode().hasFile();
    writer.writePages(changes.pages(), pageNumbers, changes.pageCount());
  }

  @Override
  public byte[] readSpilled(int pageNumber) {
    return readCommitted(pageNumber);
  }

  @Override
  public byte[] readCommitted(int pageNumber) {
    byte[] image = new byte[pageSize];
    if (!database.isInMemory()) {
      file.read((Integer.toUnsignedLong(pageNumber) - 1) * pageSize, image, 0, pageSize);
    }
    return image;
  }

  @Override
  public int onlyInFile(int[] pageNumbers, int count) {
    return count;
  }

  @Override
  public boolean canNameSuperJournal() {
    return !database.isInMemory()
        && writer.mode().hasFile()
        && settings.synchronous != Synchronous.OFF;
  }

  @Override
  public void prepareCommit(ChangedPages changes, CommittedState snapshot, String superJournal) {
    if (database.isInMemory()) {
      return;
    }
    writer.setSuperJournal(superJournal);
    int[] numbers = changes.numbers();
    int pageCount = changes.pageCount();
    IntMap<DirtyPage> dirty = changes.pages();
    if (Integer.compareUnsigned(pageCount, snapshot.pageCount) < 0) {
      writer.journalWithCutPages(
          dirty, numbers, pageCount, number -> committedImage(number, snapshot.version));
    } else {
      writer.journal(dirty, numbers);
    }
    fileTouched = true;
    writer.writePages(dirty, numbers, pageCount);
    writer.extendTo(pageCount);
    writer.syncDatabase();
  }

  @Override
  public DatabaseException finishCommit() {
    writer.superJournalDeleted();
    try {
      writer.finishJournal(settings.journalSizeLimit);
    } catch (DatabaseException e) {
      if (writer.isCommittedBySuperJournal()) {
        // The super-journal's deletion was the commit: nobody plays this journal back any more.
        writer.abandon();
        return null;
      }
      if (database.hotJournal().isPresent()) {
        throw e;
      }
      // The transaction did end, but whether that survives a power failure is unknown.
      writer.abandon();
      return e;
    }
    return null;
  }

  /** A page's committed image, without room in the cache for one that is about to be cut off. */
  private byte[] committedImage(int pageNumber, long version) {
    byte[] image = database.cache().get(pageNumber, version);
    return image != null ? image : readCommitted(pageNumber);
  }

  @Override
  public WalIndexHeader publish(int pageCount) {
    return null;
  }

  /** If cutting fails, the file just stays longer than it needs be. */
  @Override
  public void afterPublish(CommittedState before, CommittedState after) {
    pageSize = after.pageSize;
    long bytes = Integer.toUnsignedLong(after.pageCount) * after.pageSize;
    boolean shrank = bytes < Integer.toUnsignedLong(before.pageCount) * before.pageSize;
    if ((shrank || after.pageSize < before.pageSize) && !database.isInMemory()) {
      writer.cutTo(bytes);
    }
  }

  @Override
  public void rollback() {
    if (writer.hasJournal()) {
      writer.finishJournal(settings.journalSizeLimit);
    }
  }

  @Override
  public void undoWritten(ChangedPages changes) {
    if (!undoable) {
      throw new DatabaseException(
          ResultCode.CORRUPT, "journal_mode=OFF: pages already written cannot be restored");
    }
    if (writer.isCommittedBySuperJournal()) {
      // Not to be undone any more: the file says what is true.
      writer.finishJournal(settings.journalSizeLimit);
      database.known().forget();
      return;
    }
    if (fileTouched) {
      int[] numbers = changes.pages().sortedKeys();
      writer.undo(changes.pages(), numbers);
      for (int pageNumber : numbers) {
        // Free leaves were overwritten without a trace of what they held.
        database.cache().remove(pageNumber);
      }
    }
    writer.finishJournal(settings.journalSizeLimit);
    writer.dropSuperJournal();
  }

  @Override
  public void abandon() {
    writer.abandon();
    if (fileTouched) {
      database.known().forget();
    }
    locks.release(lock);
  }

  @Override
  public void backToReader() {
    if (settings.lockingMode == LockingMode.NORMAL) {
      locks.downgrade(lock);
    }
  }

  @Override
  public void endWrite() {
    endRead();
  }

  @Override
  public void close() {
    locks.release(lock);
  }
}
