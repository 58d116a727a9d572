// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.cache.PageCache;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.lock.BusyWait;
import dev.walnut.engine.lock.LockHolder;
import dev.walnut.engine.lock.LockState;
import dev.walnut.engine.lock.LockTable;
import java.util.function.BooleanSupplier;

/**
 * One connection's transactions on a {@link Database}: the state machine of {@link PagerState}, the
 * pages it has changed, its savepoints and settings.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>G1 State and lock agree: OPEN holds nothing (but what {@link LockingMode#EXCLUSIVE} keeps),
 *       READER at least SHARED, a writer at least RESERVED, WRITER_WRITTEN EXCLUSIVE.
 *   <li>G2 The file is changed only in WRITER_WRITTEN and during {@link #commit}, in the order of
 *       {@link TransactionWriter}. Until then a rollback is forgetting.
 *   <li>G3 A failed commit leaves the transaction as it was (BUSY), ended (the commit took effect,
 *       what failed came after), or in ERROR. In all cases {@link #rollback} ends it.
 *   <li>G4 An exception of {@code rollback} leaves OPEN: no lock, nothing of the transaction in
 *       memory, and either the committed content in the file or a hot journal that restores it.
 * </ul>
 *
 * <p>Confined to the thread that uses the connection.
 */
public final class Pager implements PageAccess, AutoCloseable {
  private static final long DEFAULT_CACHE_BYTES = 2000L * 1024;

  /** Pages that a pass over a tree names ahead at most. */
  private static final int MAX_READ_AHEAD = 64;

  private final Database database;
  private final boolean readOnly;
  private final DatabaseFile file;
  private final LockTable locks;
  private final PageCache cache;
  private final LockHolder lock = new LockHolder();
  private final BusyWait busyWait;
  private final TransactionWriter writer;
  private final ChangedPages changes = new ChangedPages(new Images());
  private final Savepoints savepoints = changes.savepoints();

  // The transaction.
  private PagerState state = PagerState.OPEN;
  private CommittedState snapshot;
  private int pageSize;
  private int usableSize;
  private boolean hasChanges;

  /** Whether this transaction has written to the database file. */
  private boolean fileTouched;

  /** Whether all that it has written can be undone. */
  private boolean undoable = true;

  /** Made at the first pass over a tree. */
  private ReadAhead readAhead;

  private int generation;
  private int dataVersion = 1;
  private long seenVersion;
  private boolean closed;

  // Settings.
  private JournalMode journalMode = JournalMode.DELETE;
  private Synchronous synchronous = Synchronous.FULL;
  private LockingMode lockingMode = LockingMode.NORMAL;
  private volatile long cacheSizeBytes = DEFAULT_CACHE_BYTES;
  private long journalSizeLimit = -1;
  private int maxPageCount = DatabaseHeader.MAX_PAGE_COUNT;
  private boolean queryOnly;
  private int newPageSize;
  private int newReservedBytes;

  Pager(Database database, boolean readOnly) {
    this.readOnly = readOnly;
    this.database = database;
    this.file = database.file();
    this.locks = database.locks();
    this.cache = database.cache();
    this.busyWait = new BusyWait(locks);
    this.writer = new TransactionWriter(database.fileSystem(), file, database.journalPath());
    if (database.isInMemory()) {
      journalMode = JournalMode.MEMORY;
    }
    takeSnapshot(new CommittedState(DatabaseHeader.DEFAULT_PAGE_SIZE, 0, 0, null, 0));
    database.add(this);
  }

  /** The database that this connection shares with others. */
  public Database database() {
    return database;
  }

  /** Whether this connection can never write. */
  public boolean isReadOnly() {
    return readOnly || database.isReadOnly();
  }

  /** Where the transaction stands. */
  public PagerState state() {
    return state;
  }

  /** The lock that this connection holds. */
  public LockState lockState() {
    return lock.state();
  }

  // ---------------------------------------------------------------- transactions

  /**
   * Begins a read transaction: from now on the database does not change under this connection.
   * Waits for a writer's commit as long as the busy timeout says. From READER or above: no effect.
   *
   * @throws DatabaseException BUSY; NOTADB or CORRUPT if the file is no database; the state stays
   *     OPEN
   */
  public void beginRead() {
    if (state != PagerState.OPEN) {
      requireUsable();
      return;
    }
    requireNotClosed();
    acquireShared();
    enterReader();
  }

  private void acquireShared() {
    if (lock.state() != LockState.UNLOCKED || locks.tryShared(lock, database.firstShared())) {
      return;
    }
    busyWait.reset();
    while (true) {
      if (!busyWait.await()) {
        throw new DatabaseException(ResultCode.BUSY);
      }
      if (locks.tryShared(lock, database.firstShared())) {
        return;
      }
    }
  }

  private void enterReader() {
    state = PagerState.READER;
    CommittedState committed = database.state();
    if (committed.version != seenVersion) {
      seenVersion = committed.version;
      dataVersion++;
      generation++;
      takeSnapshot(committed);
    }
  }

  private void takeSnapshot(CommittedState committed) {
    snapshot = committed;
    boolean empty = committed.pageCount == 0;
    pageSize = empty && newPageSize != 0 ? newPageSize : committed.pageSize;
    usableSize = pageSize - (empty ? newReservedBytes : committed.reservedBytes);
    changes.reset(pageSize, committed.pageCount);
  }

  /** Ends a read transaction. From OPEN: no effect; a write transaction must have ended before. */
  public void endRead() {
    if (state == PagerState.READER) {
      state = PagerState.OPEN;
      releaseLock();
    } else if (state != PagerState.OPEN) {
      throw new IllegalStateException("endRead in state " + state);
    }
  }

  private void releaseLock() {
    if (lockingMode == LockingMode.NORMAL) {
      locks.release(lock);
    }
  }

  /**
   * Begins a write transaction: takes RESERVED, so that other connections may go on reading but not
   * begin to write. An empty database gets its first page, with an empty schema table.
   *
   * <p>From OPEN it waits as the busy timeout says, holding nothing while it waits. From READER it
   * does not wait, since the holder of the lock may be waiting for this reader to end. From a write
   * transaction: no effect.
   *
   * @throws DatabaseException BUSY; READONLY if the file or the connection is for reading only; the
   *     state stays as it was
   */
  public void beginWrite() {
    beginWrite(false);
  }

  /** Like {@link #beginWrite}, and keeps out new and waits for present readers (EXCLUSIVE). */
  public void beginExclusive() {
    beginWrite(true);
  }

  private void beginWrite(boolean exclusive) {
    requireUsable();
    requireNotClosed();
    if (state.isWriter()) {
      if (exclusive && lock.state() != LockState.EXCLUSIVE) {
        acquireExclusive();
      }
      return;
    }
    if (readOnly || queryOnly || database.isReadOnly()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    PagerState before = state;
    boolean ready = false;
    try {
      lockForWriting();
      if (exclusive && lock.state() != LockState.EXCLUSIVE) {
        acquireExclusive();
      }
      enterWriter();
      ready = true;
    } finally {
      if (!ready) {
        forgetChanges();
        leaveWriter(before);
      }
    }
  }

  private void lockForWriting() {
    boolean wasReading = state == PagerState.READER;
    busyWait.reset();
    while (true) {
      if (wasReading
          || lock.state() != LockState.UNLOCKED
          || locks.tryShared(lock, database.firstShared())) {
        if (lock.state().atLeast(LockState.RESERVED) || locks.tryReserved(lock)) {
          break;
        }
        if (wasReading) {
          throw new DatabaseException(ResultCode.BUSY);
        }
        releaseLock();
      }
      if (!busyWait.await()) {
        throw new DatabaseException(ResultCode.BUSY);
      }
    }
    if (!wasReading) {
      enterReader();
    }
  }

  private void enterWriter() {
    byte[] first = snapshot.firstPage;
    if (first != null) {
      if (DatabaseHeader.isReadOnly(first)) {
        throw new DatabaseException(ResultCode.READONLY);
      }
    }
    if (!database.isUnmoved()) {
      throw new DatabaseException(ResultCode.READONLY_DBMOVED);
    }
    state = PagerState.WRITER_LOCKED;
    fileTouched = false;
    undoable = true;
    writer.begin(journalMode, synchronous, pageSize, snapshot.pageCount);
    changes.begin(journalMode.hasFile(), maxPageCount);
    if (snapshot.pageCount == 0) {
      createFirstPage();
    }
  }

  private void createFirstPage() {
    byte[] first = write(1);
    DatabaseHeader.initialize(first, pageSize, pageSize - usableSize);
    // An empty leaf of a table b-tree: the schema table.
    first[DatabaseHeader.BYTES] = 13;
    Bytes.putShort(first, DatabaseHeader.BYTES + 5, usableSize);
  }

  private void acquireExclusive() {
    busyWait.reset();
    while (!locks.tryExclusive(lock)) {
      if (!busyWait.await()) {
        throw new DatabaseException(ResultCode.BUSY);
      }
    }
  }

  /**
   * Makes the transaction's changes permanent, as far as journal mode and synchronous level
   * promise, and visible to others; then it is a read transaction. Closes all savepoints. Waits for
   * readers as long as the busy timeout says.
   *
   * @throws DatabaseException BUSY: nothing has changed, commit may be tried again. IOERR, FULL:
   *     {@link #rollback} is what remains
   */
  public void commit() {
    commitChanges();
    leaveWriter(PagerState.READER);
  }

  /** {@link #commit} and {@link #endRead} in one, with fewer system calls. */
  public void commitAndEndRead() {
    if (state == PagerState.READER) {
      endRead();
      return;
    }
    commitChanges();
    leaveWriter(PagerState.OPEN);
  }

  private void commitChanges() {
    requireUsable();
    if (!state.isWriter()) {
      throw new IllegalStateException("commit in state " + state);
    }
    if (hasChanges
        || changes.pageCount() != snapshot.pageCount
        || state == PagerState.WRITER_WRITTEN) {
      if (lock.state() != LockState.EXCLUSIVE) {
        acquireExclusive();
      }
      updateHeader();
      if (!database.isInMemory()) {
        writeTransaction();
      }
      int pageCountBefore = snapshot.pageCount;
      publish();
      if (Integer.compareUnsigned(snapshot.pageCount, pageCountBefore) < 0
          && !database.isInMemory()) {
        cutFile();
      }
    }
    savepoints.clear();
  }

  /** The transaction is committed; if this fails, the file just stays longer than it needs be. */
  private void cutFile() {
    boolean cut = false;
    try {
      writer.cutTo(snapshot.pageCount);
      cut = true;
    } finally {
      if (!cut) {
        savepoints.clear();
        leaveWriter(PagerState.READER);
      }
    }
  }

  private void updateHeader() {
    byte[] first = write(1);
    int counter = 1 + Bytes.getInt(snapshotHeader(), DatabaseHeader.CHANGE_COUNTER_OFFSET);
    Bytes.putInt(first, DatabaseHeader.CHANGE_COUNTER_OFFSET, counter);
    Bytes.putInt(first, DatabaseHeader.PAGE_COUNT_OFFSET, changes.pageCount());
    Bytes.putInt(first, DatabaseHeader.VERSION_VALID_FOR_OFFSET, counter);
    Bytes.putInt(first, DatabaseHeader.VERSION_NUMBER_OFFSET, DatabaseHeader.SQLITE_VERSION_NUMBER);
  }

  private byte[] snapshotHeader() {
    return snapshot.firstPage != null ? snapshot.firstPage : new byte[DatabaseHeader.BYTES];
  }

  private void writeTransaction() {
    int[] numbers = changes.numbers();
    int pageCount = changes.pageCount();
    IntMap<DirtyPage> dirty = changes.pages();
    PagerState before = state;
    state = PagerState.ERROR;
    if (Integer.compareUnsigned(pageCount, snapshot.pageCount) < 0) {
      writer.journalWithCutPages(dirty, numbers, pageCount, this::committedImage);
    } else {
      writer.journal(dirty, numbers);
    }
    fileTouched = true;
    writer.writePages(dirty, numbers, pageCount);
    writer.extendTo(pageCount);
    writer.syncDatabase();
    try {
      writer.finishJournal(journalSizeLimit);
    } catch (DatabaseException e) {
      if (!database.hotJournal().isPresent()) {
        // The transaction did end, but whether that survives a power failure is unknown.
        writer.abandon();
        publish();
        savepoints.clear();
        leaveWriter(PagerState.READER);
      }
      throw e;
    }
    state = before;
  }

  private void publish() {
    byte[] first = null;
    int pageCount = changes.pageCount();
    int[] numbers = changes.numbers();
    boolean inPassing = (long) numbers.length * pageSize > cache.budgetBytes() / 4;
    for (int pageNumber : numbers) {
      DirtyPage page = changes.pages().get(pageNumber);
      if (pageNumber == 1) {
        first = page.image;
      }
      if (page.image == null || page.worthless && !database.isInMemory()) {
        cache.remove(pageNumber);
      } else {
        cache.publish(pageNumber, page.image, inPassing);
      }
    }
    if (Integer.compareUnsigned(pageCount, snapshot.pageCount) < 0) {
      cache.removeAbove(pageCount);
    }
    changes.reset(pageSize, pageCount);
    changes.clear();
    hasChanges = false;
    CommittedState committed =
        new CommittedState(
            pageSize, pageSize - usableSize, pageCount, first, database.state().version + 1);
    database.setState(committed);
    snapshot = committed;
    seenVersion = committed.version;
    generation++;
  }

  private void leaveWriter(PagerState next) {
    state = next;
    if (next == PagerState.OPEN) {
      releaseLock();
    } else if (lockingMode == LockingMode.NORMAL) {
      locks.downgrade(lock);
    }
  }

  /**
   * Undoes the transaction's changes; then it is a read transaction. Closes all savepoints. From
   * READER and OPEN: closes the savepoints alone. From ERROR it ends in OPEN.
   *
   * @throws DatabaseException if what a failed commit wrote could not be undone: the state is OPEN,
   *     and a hot journal restores the file when it is next opened
   */
  public void rollback() {
    savepoints.clear();
    if (state == PagerState.OPEN || state == PagerState.READER) {
      return;
    }
    if (state == PagerState.ERROR || state == PagerState.WRITER_WRITTEN) {
      undoWritten();
      return;
    }
    forgetChanges();
    try {
      if (writer.hasJournal()) {
        writer.finishJournal(journalSizeLimit);
      }
    } catch (DatabaseException e) {
      // Nothing was written that the journal would undo, so it does no harm.
      writer.abandon();
      leaveWriter(PagerState.OPEN);
      throw e;
    }
    leaveWriter(PagerState.READER);
  }

  private void undoWritten() {
    PagerState next = state == PagerState.ERROR ? PagerState.OPEN : PagerState.READER;
    boolean undone = false;
    try {
      if (!undoable) {
        throw new DatabaseException(
            ResultCode.CORRUPT, "journal_mode=OFF: pages already written cannot be restored");
      }
      if (fileTouched) {
        int[] numbers = changes.pages().sortedKeys();
        writer.undo(changes.pages(), numbers);
        for (int pageNumber : numbers) {
          // Free leaves were overwritten without a trace of what they held.
          cache.remove(pageNumber);
        }
      }
      writer.finishJournal(journalSizeLimit);
      undone = true;
    } finally {
      forgetChanges();
      if (undone) {
        leaveWriter(next);
      } else {
        writer.abandon();
        database.forget();
        state = PagerState.OPEN;
        locks.release(lock);
      }
    }
  }

  private void forgetChanges() {
    changes.clear();
    hasChanges = false;
    generation++;
  }

  private void requireUsable() {
    if (state == PagerState.ERROR) {
      throw new DatabaseException(ResultCode.IOERR);
    }
  }

  private void requireNotClosed() {
    if (closed) {
      throw new DatabaseException(ResultCode.MISUSE);
    }
  }

  /**
   * Writes changed pages to the file if they take more memory than the cache may, so that a
   * transaction can be larger than the heap. Call it between changes, when no page array is held:
   * {@link #generation} tells whether arrays must be fetched again. Needs EXCLUSIVE, and does
   * nothing if readers are in the way or in journal mode MEMORY.
   */
  public void spillIfLarge() {
    if (!hasChanges
        || database.isInMemory()
        || (long) changes.imageCount() * 2 * pageSize <= cache.budgetBytes()
        || writer.mode() == JournalMode.MEMORY
        || !state.isWriter()) {
      return;
    }
    trySpill();
  }

  /** Spills, whatever the size; false if readers are in the way. */
  boolean trySpill() {
    if (lock.state() != LockState.EXCLUSIVE && !locks.tryExclusive(lock)) {
      return false;
    }
    spill();
    return true;
  }

  private void spill() {
    int[] numbers = changes.numbers();
    state = PagerState.ERROR;
    writer.journal(changes.pages(), numbers);
    fileTouched = true;
    undoable &= writer.mode().hasFile();
    writer.writePages(changes.pages(), numbers, changes.pageCount());
    state = PagerState.WRITER_WRITTEN;
    changes.forgetSpilled(numbers);
    generation++;
  }

  // ---------------------------------------------------------------- pages

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public int usableSize() {
    return usableSize;
  }

  @Override
  public int pageCount() {
    return changes.pageCount();
  }

  @Override
  public int generation() {
    return generation;
  }

  @Override
  public byte[] read(int pageNumber) {
    byte[] image = hasChanges ? changes.find(pageNumber) : null;
    if (image == null) {
      requireInRange(pageNumber);
      image = cache.get(pageNumber);
    }
    return image != null ? image : load(pageNumber, false);
  }

  @Override
  public byte[] readInPassing(int pageNumber) {
    byte[] image = hasChanges ? changes.find(pageNumber) : null;
    if (image == null) {
      requireInRange(pageNumber);
      image = cache.getInPassing(pageNumber);
    }
    return image != null ? image : load(pageNumber, true);
  }

  private void requireInRange(int pageNumber) {
    if (Integer.compareUnsigned(pageNumber - 1, changes.pageCount()) >= 0) {
      throw new CorruptDatabaseException(
          pageNumber, "beyond the last page, " + Integer.toUnsignedString(changes.pageCount()));
    }
  }

  @Override
  public int readAheadPages() {
    return database.isInMemory() ? 0 : Math.min(MAX_READ_AHEAD, cache.passingPages(pageSize) / 2);
  }

  @Override
  public void readAhead(int[] pageNumbers, int count) {
    if (state == PagerState.OPEN || database.isInMemory()) {
      return;
    }
    int wanted = 0;
    for (int i = 0; i < count; i++) {
      int pageNumber = pageNumbers[i];
      if (Integer.compareUnsigned(pageNumber - 1, changes.pageCount()) < 0
          && !(hasChanges && changes.contains(pageNumber))) {
        pageNumbers[wanted++] = pageNumber;
      }
    }
    if (wanted > 0) {
      if (readAhead == null) {
        readAhead = new ReadAhead(file, cache);
      }
      readAhead.fetch(pageNumbers, wanted, pageSize);
    }
  }

  private byte[] readCommitted(int pageNumber) {
    byte[] present = cache.get(pageNumber);
    return present != null ? present : load(pageNumber, false);
  }

  /** Brings a committed page into the cache. */
  private byte[] load(int pageNumber, boolean inPassing) {
    if (state == PagerState.OPEN) {
      throw new IllegalStateException("no transaction");
    }
    int epoch = cache.epoch();
    byte[] image = database.isInMemory() ? new byte[pageSize] : readFile(pageNumber);
    return inPassing
        ? cache.insertInPassing(pageNumber, image, epoch)
        : cache.insert(pageNumber, image, epoch);
  }

  private byte[] readFile(int pageNumber) {
    byte[] image = new byte[pageSize];
    file.read((Integer.toUnsignedLong(pageNumber) - 1) * pageSize, image, 0, pageSize);
    return image;
  }

  /** A page's committed image, without room in the cache for one that is about to be cut off. */
  private byte[] committedImage(int pageNumber) {
    byte[] image = cache.get(pageNumber);
    return image != null ? image : readFile(pageNumber);
  }

  @Override
  public byte[] write(int pageNumber) {
    requireWriter();
    byte[] image = changes.write(pageNumber);
    markChanged();
    return image;
  }

  @Override
  public byte[] writeWithoutContent(int pageNumber) {
    requireWriter();
    byte[] image = changes.writeWithoutContent(pageNumber);
    markChanged();
    return image;
  }

  @Override
  public void dontWrite(int pageNumber) {
    requireWriter();
    changes.dontWrite(pageNumber);
  }

  @Override
  public void setPageCount(int newPageCount) {
    requireWriter();
    if (newPageCount == 0 || Integer.compareUnsigned(newPageCount, changes.pageCount()) > 0) {
      throw new IllegalArgumentException("page count " + Integer.toUnsignedString(newPageCount));
    }
    changes.cut(newPageCount);
    generation++;
    markChanged();
  }

  private void requireWriter() {
    if (!state.isWriter()) {
      requireUsable();
      throw new IllegalStateException("write in state " + state);
    }
  }

  private void markChanged() {
    hasChanges = true;
    if (state == PagerState.WRITER_LOCKED) {
      state = PagerState.WRITER_CHANGED;
    }
  }

  /** What the changed pages need of files and cache. */
  private final class Images implements ChangedPages.Source {
    @Override
    public byte[] readCommitted(int pageNumber) {
      return Pager.this.readCommitted(pageNumber);
    }

    @Override
    public byte[] readFile(int pageNumber) {
      return Pager.this.readFile(pageNumber);
    }

    @Override
    public void journalEarly(int[] pageNumbers) {
      PagerState before = state;
      state = PagerState.ERROR;
      writer.appendOriginals(changes.pages(), pageNumbers);
      state = before;
    }
  }

  // ---------------------------------------------------------------- savepoints

  /**
   * Opens a savepoint inside those that are open. Costs no more than a counter until a page is
   * changed. Allowed in any state but ERROR; ends with the transaction.
   *
   * @return its index, from 0, by which it is released or rolled back to
   */
  public int openSavepoint() {
    requireUsable();
    return savepoints.open(changes.pageCount());
  }

  /** Number of open savepoints. */
  public int savepointCount() {
    return savepoints.depth();
  }

  /** Closes a savepoint and all inside it; their changes stay part of the transaction. */
  public void releaseSavepoint(int savepointIndex) {
    requireSavepoint(savepointIndex);
    savepoints.release(savepointIndex);
  }

  /**
   * Undoes all changes since a savepoint was opened; it stays open, those inside it are closed.
   *
   * @throws DatabaseException IOERR if the transaction is in ERROR: only {@link #rollback} helps
   */
  public void rollbackToSavepoint(int savepointIndex) {
    requireUsable();
    requireSavepoint(savepointIndex);
    if (!state.isWriter()) {
      savepoints.rollbackTo(savepointIndex);
    } else if (changes.rollbackTo(savepointIndex)) {
      hasChanges = !changes.isEmpty();
      generation++;
    }
  }

  private void requireSavepoint(int savepointIndex) {
    if (savepointIndex < 0 || savepointIndex >= savepoints.depth()) {
      throw new IllegalArgumentException("no savepoint " + savepointIndex);
    }
  }

  // ---------------------------------------------------------------- header

  /**
   * A 32-bit field of the database header as this transaction sees it; 0 if the database is empty.
   * A transaction must be open.
   *
   * @param fieldOffset one of the offsets in {@link DatabaseHeader}
   */
  public int headerField(int fieldOffset) {
    return changes.pageCount() == 0 ? 0 : Bytes.getInt(read(1), fieldOffset);
  }

  /** Changes a 32-bit field of the database header; a write transaction must be open. */
  public void setHeaderField(int fieldOffset, int value) {
    if (Bytes.getInt(read(1), fieldOffset) != value) {
      Bytes.putInt(write(1), fieldOffset, value);
    }
  }

  /**
   * A number that changes between two transactions of this connection if anybody else has committed
   * a change in between.
   */
  public int dataVersion() {
    return dataVersion;
  }

  // ---------------------------------------------------------------- settings

  /** Sets how many originals may wait in memory; for tests. */
  void setMaxWaitingOriginals(int count) {
    changes.setMaxWaiting(count);
  }

  /** The journal mode. */
  public JournalMode journalMode() {
    return journalMode;
  }

  /**
   * Sets the journal mode for the next write transaction.
   *
   * @return the mode in force: a database in memory knows MEMORY and OFF alone, and nothing changes
   *     while a write transaction is open
   */
  public JournalMode setJournalMode(JournalMode mode) {
    if (state.isWriter() || state == PagerState.ERROR) {
      return journalMode;
    }
    if (database.isInMemory() && mode.hasFile()) {
      return journalMode;
    }
    journalMode = mode;
    return journalMode;
  }

  /** The synchronous level. */
  public Synchronous synchronous() {
    return synchronous;
  }

  /** Sets the synchronous level for the next write transaction. */
  public void setSynchronous(Synchronous level) {
    synchronous = level;
  }

  /** The locking mode. */
  public LockingMode lockingMode() {
    return lockingMode;
  }

  /** Sets the locking mode; NORMAL gives up kept locks when the next transaction ends. */
  public void setLockingMode(LockingMode mode) {
    lockingMode = mode;
  }

  /** Bytes of cache that this connection asks for. */
  public long cacheSizeBytes() {
    return cacheSizeBytes;
  }

  /** Sets how much cache this connection asks for; the largest wish of all connections counts. */
  public void setCacheSizeBytes(long bytes) {
    cacheSizeBytes = bytes;
    database.updateBudget();
  }

  /** Bytes that a persistent journal may keep after a commit; negative: no limit. */
  public long journalSizeLimit() {
    return journalSizeLimit;
  }

  /** Sets {@link #journalSizeLimit}. */
  public void setJournalSizeLimit(long bytes) {
    journalSizeLimit = Math.max(-1, bytes);
  }

  /** The page count above which the database does not grow; unsigned. */
  public int maxPageCount() {
    return maxPageCount;
  }

  /**
   * Sets the greatest page count; it is not set below the present count. A transaction should be
   * open.
   *
   * @param limit unsigned; 0 changes nothing
   * @return the limit in force
   */
  public int setMaxPageCount(int limit) {
    if (limit != 0) {
      int pageCount = changes.pageCount();
      maxPageCount = Integer.compareUnsigned(limit, pageCount) < 0 ? pageCount : limit;
      changes.setMaxPageCount(maxPageCount);
    }
    return maxPageCount;
  }

  /** Whether this connection refuses to begin write transactions. */
  public boolean isQueryOnly() {
    return queryOnly;
  }

  /** Sets {@link #isQueryOnly}. */
  public void setQueryOnly(boolean queryOnly) {
    this.queryOnly = queryOnly;
  }

  /** How long to wait for locks, in milliseconds. */
  public long busyTimeoutMillis() {
    return busyWait.timeoutMillis();
  }

  /** Sets how long to wait for locks; 0 or less: not at all, which is the default. */
  public void setBusyTimeoutMillis(long millis) {
    busyWait.setTimeoutMillis(millis);
  }

  /** Sets what tells that the running statement is cancelled, so that waiting for locks ends. */
  public void setCancellation(BooleanSupplier cancelled) {
    busyWait.setCancelled(cancelled);
  }

  /** Ends a wait for locks early, so that a cancellation is seen. From any thread. */
  public void wakeBusyWait() {
    locks.wakeWaiters();
  }

  /**
   * Chooses page size and reserved bytes of a database that is still empty; without effect
   * otherwise.
   *
   * @param size a power of two from 512 to 65536
   * @param reservedBytes 0 to 255, leaving 480 usable bytes at least
   */
  public void setPageSize(int size, int reservedBytes) {
    if (!DatabaseHeader.isValidPageSize(size)
        || reservedBytes < 0
        || reservedBytes > 255
        || size - reservedBytes < DatabaseHeader.MIN_USABLE_SIZE) {
      throw new IllegalArgumentException("page size " + size + ", reserved " + reservedBytes);
    }
    if (state.isWriter() || state == PagerState.ERROR) {
      return;
    }
    newPageSize = size;
    newReservedBytes = reservedBytes;
    takeSnapshot(snapshot);
  }

  /** Rolls back what is open and gives up the connection's part of the database. Idempotent. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    try {
      rollback();
    } finally {
      closed = true;
      state = PagerState.OPEN;
      try {
        locks.release(lock);
      } finally {
        database.remove(this);
      }
    }
  }
}
