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
import dev.walnut.engine.lock.BusyWait;
import dev.walnut.engine.lock.LockState;
import dev.walnut.engine.wal.CheckpointMode;
import dev.walnut.engine.wal.CheckpointResult;
import dev.walnut.engine.wal.WalIndexHeader;
import java.util.function.BooleanSupplier;

/**
 * One connection's transactions on a {@link Database}: the state machine of {@link PagerState}, the
 * pages it has changed, its savepoints and settings.
 *
 * <p>A {@link TransactionProtocol} does the locking and the writing: the {@link RollbackProtocol},
 * or the {@link WalProtocol} while the database is in WAL mode. Which one is decided at the begin
 * of each transaction.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>G1 State and protocol agree: OPEN holds nothing (but what {@link LockingMode#EXCLUSIVE}
 *       keeps), READER what a reader needs, a writer what a writer needs.
 *   <li>G2 Files are changed only in WRITER_WRITTEN and during {@link #commit}. Until then a
 *       rollback is forgetting.
 *   <li>G3 A failed commit leaves the transaction as it was (BUSY), ended (the commit took effect,
 *       what failed came after), or in ERROR. In all cases {@link #rollback} ends it.
 *   <li>G4 An exception of {@code rollback} leaves OPEN: no lock, nothing of the transaction in
 *       memory, and either the committed content in the file or a hot journal that restores it.
 * </ul>
 *
 * <p>Confined to the thread that uses the connection.
 */
public final class Pager implements PageAccess, AutoCloseable {
  /** Pages that a pass over a tree names ahead at most. */
  private static final int MAX_READ_AHEAD = 64;

  private final Database database;
  private final boolean readOnly;
  private final DatabaseFile file;
  private final PageCache cache;
  private final BusyWait busyWait;
  private final PagerSettings settings = new PagerSettings();
  private final Checkpoints checkpoints;
  private final ChangedPages changes = new ChangedPages(new Images());
  private final Savepoints savepoints = changes.savepoints();

  private final Protocols protocols;

  /** One of the two. */
  private TransactionProtocol protocol;

  // The transaction.
  private PagerState state = PagerState.OPEN;
  private CommittedState snapshot;

  /** The version of {@link #snapshot}. */
  private long version;

  private int pageSize;
  private int usableSize;
  private boolean hasChanges;

  /** What the state was before the first phase of the commit under way. */
  private PagerState stateBeforeCommit;

  /** Made at the first pass over a tree. */
  private ReadAhead readAhead;

  /**
   * The page size that the file has after the commit; 0 if it stays: {@link #setSizeAfterCommit}.
   */
  private int pageSizeAfterCommit;

  private int pageCountAfterCommit;

  private int generation;
  private int dataVersion = 1;
  private long seenVersion;
  private boolean closed;

  Pager(Database database, boolean readOnly) {
    this.readOnly = readOnly;
    this.database = database;
    this.file = database.file();
    this.cache = database.cache();
    this.busyWait = new BusyWait(database.locks());
    this.checkpoints = new Checkpoints(database, settings, busyWait);
    this.protocols = new Protocols(this, database, settings);
    this.protocol = protocols.rollback();
    if (database.isInMemory()) {
      settings.journalMode = JournalMode.MEMORY;
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

  /** The lock on the file that this connection holds, other than in WAL mode. */
  public LockState lockState() {
    return protocols.rollback().lock().state();
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
    if (!tryBeginRead()) {
      busyWait.reset();
      do {
        if (!busyWait.await()) {
          throw new DatabaseException(ResultCode.BUSY);
        }
      } while (!tryBeginRead());
    }
    enterReader();
  }

  /** Takes what a reader needs, by the protocol that the database wants now. */
  boolean tryBeginRead() {
    return chooseProtocol() && protocol.tryBeginRead();
  }

  private boolean chooseProtocol() {
    TransactionProtocol chosen = protocols.choose();
    if (chosen != null) {
      protocol = chosen;
    }
    return chosen != null;
  }

  /** The protocol of the open transaction, or of the last one. */
  TransactionProtocol protocol() {
    return protocol;
  }

  /** Both protocols of this connection. */
  Protocols protocols() {
    return protocols;
  }

  private void enterReader() {
    state = PagerState.READER;
    CommittedState committed = protocol.snapshot();
    if (committed.version != seenVersion) {
      seenVersion = committed.version;
      dataVersion++;
      generation++;
      takeSnapshot(committed);
    }
  }

  private void takeSnapshot(CommittedState committed) {
    snapshot = committed;
    version = committed.version;
    boolean empty = committed.pageCount == 0;
    pageSize = empty && settings.newPageSize != 0 ? settings.newPageSize : committed.pageSize;
    usableSize = pageSize - (empty ? settings.newReservedBytes : committed.reservedBytes);
    changes.reset(pageSize, committed.pageCount);
  }

  /** Ends a read transaction. From OPEN: no effect; a write transaction must have ended before. */
  public void endRead() {
    if (state == PagerState.READER) {
      state = PagerState.OPEN;
      protocol.endRead();
      checkpoints.runIfDue();
    } else if (state != PagerState.OPEN) {
      throw new IllegalStateException("endRead in state " + state);
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
      if (exclusive) {
        acquireExclusive();
      }
      return;
    }
    if (isReadOnly() || settings.queryOnly) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    PagerState before = state;
    boolean ready = false;
    try {
      lockForWriting();
      if (exclusive) {
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
    if (state == PagerState.READER) {
      if (!protocol.tryBeginWrite()) {
        throw protocol.busyForReader();
      }
      return;
    }
    busyWait.reset();
    while (!tryLockForWriting()) {
      if (!busyWait.await()) {
        throw new DatabaseException(ResultCode.BUSY);
      }
    }
    enterReader();
  }

  /** From OPEN: takes what a writer needs, or nothing. */
  private boolean tryLockForWriting() {
    return chooseProtocol() && protocol.tryBeginReadAndWrite();
  }

  private void enterWriter() {
    byte[] first = snapshot.firstPage;
    if (first != null) {
      if (DatabaseHeader.isReadOnly(first)) {
        throw new DatabaseException(ResultCode.READONLY);
      }
    }
    if (protocol == protocols.rollback() && !database.isUnmoved()) {
      throw new DatabaseException(ResultCode.READONLY_DBMOVED);
    }
    state = PagerState.WRITER_LOCKED;
    protocol.begin(snapshot);
    changes.begin(protocol.hasJournalFile(), settings.maxPageCount);
    if (snapshot.pageCount == 0) {
      createFirstPage();
    }
  }

  /** Makes page 1 that of a database without tables; a write transaction is open. */
  void createFirstPage() {
    byte[] first = write(1);
    DatabaseHeader.initialize(first, pageSize, pageSize - usableSize);
    // An empty leaf of a table b-tree: the schema table.
    first[DatabaseHeader.BYTES] = 13;
    Bytes.putShort(first, DatabaseHeader.BYTES + 5, usableSize);
  }

  private void acquireExclusive() {
    if (protocol.tryExclusive()) {
      return;
    }
    busyWait.reset();
    do {
      if (!busyWait.await()) {
        throw new DatabaseException(ResultCode.BUSY);
      }
    } while (!protocol.tryExclusive());
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
    checkpoints.runIfDue();
  }

  private void commitChanges() {
    requireUsable();
    if (!state.isWriter()) {
      throw new IllegalStateException("commit in state " + state);
    }
    if (isChanged()) {
      lockForCommit();
      prepareCommit(null);
      finishPreparedCommit();
    }
    savepoints.clear();
  }

  // The steps of a commit, one by one for MultiFileCommit.

  /** Whether the commit of this write transaction has anything to write. */
  boolean isChanged() {
    return hasChanges
        || changes.pageCount() != snapshot.pageCount
        || state == PagerState.WRITER_WRITTEN;
  }

  /** The last step that may answer BUSY: nothing has changed then. */
  void lockForCommit() {
    requireUsable();
    if (protocol.writesNeedExclusive()) {
      acquireExclusive();
    }
  }

  /** Whether a super-journal can tie the commit to those of other files. */
  boolean canNameSuperJournal() {
    return protocol.canNameSuperJournal();
  }

  /** A number of the committed state that this transaction sees, of all that there were. */
  long snapshotVersion() {
    return version;
  }

  /** Whether the transaction is written to a log. */
  boolean writesToLog() {
    return protocol != protocols.rollback();
  }

  /** The first phase: all is durable, and in ERROR, so that {@link #rollback} undoes it. */
  void prepareCommit(String superJournal) {
    updateHeader();
    stateBeforeCommit = state;
    state = PagerState.ERROR;
    protocol.prepareCommit(changes, snapshot, superJournal);
  }

  /** The second phase: afterwards the transaction is committed, but still the writer's. */
  void finishPreparedCommit() {
    DatabaseException failedLate = protocol.finishCommit();
    CommittedState old = snapshot;
    if (pageSizeAfterCommit == 0) {
      publish();
    } else {
      publishAnew();
    }
    state = stateBeforeCommit;
    finishCommit(old, failedLate);
  }

  /** After {@link #finishPreparedCommit}. */
  void endCommit() {
    savepoints.clear();
    if (state.isWriter()) {
      leaveWriter(PagerState.READER);
    }
  }

  /** The transaction is committed; what fails now is reported, but does not undo it. */
  private void finishCommit(CommittedState old, DatabaseException failedLate) {
    boolean finished = false;
    try {
      if (failedLate != null) {
        throw failedLate;
      }
      protocol.afterPublish(old, snapshot);
      finished = true;
    } finally {
      if (!finished) {
        savepoints.clear();
        leaveWriter(PagerState.READER);
      }
    }
    checkpoints.committed(snapshot.logHeader);
  }

  /** In WAL mode page 1 is left alone if nothing in it has to change. */
  private void updateHeader() {
    if (!protocol.alwaysChangesFirstPage()
        && state != PagerState.WRITER_WRITTEN
        && !changes.contains(1)
        && changes.pageCount() == snapshot.pageCount
        && changes.numbers().length > 0) {
      return;
    }
    byte[] first = write(1);
    int counter = 1 + Bytes.getInt(snapshotHeader(), DatabaseHeader.CHANGE_COUNTER_OFFSET);
    Bytes.putInt(first, DatabaseHeader.CHANGE_COUNTER_OFFSET, counter);
    int pageCount = pageSizeAfterCommit == 0 ? changes.pageCount() : pageCountAfterCommit;
    Bytes.putInt(first, DatabaseHeader.PAGE_COUNT_OFFSET, pageCount);
    Bytes.putInt(first, DatabaseHeader.VERSION_VALID_FOR_OFFSET, counter);
    Bytes.putInt(first, DatabaseHeader.VERSION_NUMBER_OFFSET, DatabaseHeader.SQLITE_VERSION_NUMBER);
  }

  private byte[] snapshotHeader() {
    return snapshot.firstPage != null ? snapshot.firstPage : new byte[DatabaseHeader.BYTES];
  }

  /** Makes the changed pages the newest version of the database, here and for other processes. */
  private void publish() {
    int pageCount = changes.pageCount();
    int[] numbers = changes.numbers();
    boolean inPassing = (long) numbers.length * pageSize > cache.budgetBytes() / 4;
    database.known().lock();
    try {
      WalIndexHeader logHeader = protocol.publish(pageCount);
      long newVersion = cache.newestVersion() + 1;
      cache.beginVersion(newVersion);
      byte[] first = snapshot.firstPage;
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
      snapshot =
          new CommittedState(
              pageSize, pageSize - usableSize, pageCount, first, newVersion, logHeader);
      database.known().set(snapshot);
    } finally {
      database.known().unlock();
    }
    version = snapshot.version;
    seenVersion = version;
    changes.reset(pageSize, pageCount);
    changes.clear();
    hasChanges = false;
    generation++;
  }

  /** The file is a database of another page size now: what is known of it is read anew. */
  private void publishAnew() {
    boolean known = false;
    try {
      database.known().reload();
      known = true;
    } finally {
      forgetChanges();
      if (!known) {
        // The transaction is committed all the same: who begins next looks at the file again.
        savepoints.clear();
        state = PagerState.OPEN;
        protocol.abandon();
      }
    }
    takeSnapshot(database.known().get());
    seenVersion = snapshot.version;
  }

  /**
   * The files no longer are what the read transaction saw; its locks are given up by the caller.
   */
  void forgetReader() {
    state = PagerState.OPEN;
  }

  private void leaveWriter(PagerState next) {
    state = PagerState.OPEN;
    boolean isReader = false;
    try {
      if (next != PagerState.OPEN) {
        protocol.backToReader();
        isReader = true;
        state = next;
      }
    } finally {
      if (!isReader) {
        protocol.endWrite();
      }
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
      protocol.rollback();
    } catch (DatabaseException e) {
      // Nothing was written that needs undoing, so what is left of the journal does no harm.
      state = PagerState.OPEN;
      protocol.abandon();
      throw e;
    }
    leaveWriter(PagerState.READER);
  }

  private void undoWritten() {
    PagerState next = state == PagerState.ERROR ? PagerState.OPEN : PagerState.READER;
    boolean undone = false;
    try {
      protocol.undoWritten(changes);
      undone = true;
    } finally {
      forgetChanges();
      if (undone) {
        leaveWriter(next);
      } else {
        state = PagerState.OPEN;
        protocol.abandon();
      }
    }
  }

  private void forgetChanges() {
    pageSizeAfterCommit = 0;
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
   * {@link #generation} tells whether arrays must be fetched again. Does nothing if readers are in
   * the way, in journal mode MEMORY, or if spilling was turned off.
   */
  public void spillIfLarge() {
    if (hasChanges
        && settings.cacheSpill
        && (long) changes.imageCount() * 2 * pageSize > cache.budgetBytes()
        && (long) changes.imageCount() * pageSize > settings.spillThresholdBytes
        && state.isWriter()) {
      trySpill();
    }
  }

  /** Spills, whatever the size; false if that cannot be done now. */
  boolean trySpill() {
    if (!protocol.canSpill() || protocol.writesNeedExclusive() && !protocol.tryExclusive()) {
      return false;
    }
    int[] numbers = changes.numbers();
    state = PagerState.ERROR;
    protocol.spill(changes, numbers);
    state = PagerState.WRITER_WRITTEN;
    changes.forgetSpilled(numbers);
    generation++;
    return true;
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
      image = cache.get(pageNumber, version);
    }
    return image != null ? image : load(pageNumber, false);
  }

  @Override
  public byte[] readInPassing(int pageNumber) {
    byte[] image = hasChanges ? changes.find(pageNumber) : null;
    if (image == null) {
      requireInRange(pageNumber);
      image = cache.getInPassing(pageNumber, version);
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
    wanted = protocol.onlyInFile(pageNumbers, wanted);
    if (wanted > 0) {
      if (readAhead == null) {
        readAhead = new ReadAhead(file, cache);
      }
      readAhead.fetch(pageNumbers, wanted, pageSize, version);
    }
  }

  private byte[] readCommitted(int pageNumber) {
    byte[] present = cache.get(pageNumber, version);
    return present != null ? present : load(pageNumber, false);
  }

  /** Brings a committed page into the cache. */
  private byte[] load(int pageNumber, boolean inPassing) {
    if (state == PagerState.OPEN) {
      throw new IllegalStateException("no transaction");
    }
    byte[] image = database.isInMemory() ? new byte[pageSize] : protocol.readCommitted(pageNumber);
    return inPassing
        ? cache.insertInPassing(pageNumber, image, version)
        : cache.insert(pageNumber, image, version);
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

  /**
   * Whether the file can be given another page size by a commit of this connection: not in memory
   * and not in WAL mode.
   */
  public boolean canChangePageSize() {
    return !database.isInMemory() && !isWal();
  }

  /**
   * Says that what this transaction has written, page after page, is a database of another page
   * size. It must be the last that the transaction does, and the pages cover that database without
   * reaching a whole page beyond it. A write transaction must be open.
   *
   * @param newPageSize in bytes, as in the header that was written
   * @param newPageCount the number of pages of that size
   * @throws IllegalStateException if {@link #canChangePageSize} is false
   */
  public void setSizeAfterCommit(int newPageSize, int newPageCount) {
    requireWriter();
    if (!canChangePageSize()) {
      throw new IllegalStateException("page size in WAL mode or in memory");
    }
    long newBytes = Integer.toUnsignedLong(newPageCount) * newPageSize;
    if ((newBytes + pageSize - 1) / pageSize != Integer.toUnsignedLong(changes.pageCount())) {
      throw new IllegalArgumentException("page count " + Integer.toUnsignedString(newPageCount));
    }
    pageSizeAfterCommit = newPageSize;
    pageCountAfterCommit = newPageCount;
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
      return protocol.readSpilled(pageNumber);
    }

    @Override
    public void journalEarly(int[] pageNumbers) {
      PagerState before = state;
      state = PagerState.ERROR;
      protocol.journalEarly(changes, pageNumbers);
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

  /** What this connection has been told about how to work. */
  public PagerSettings settings() {
    return settings;
  }

  /** The journal mode; WAL once the database was found to be so. */
  public JournalMode journalMode() {
    return isWal() ? JournalMode.WAL : settings.journalMode;
  }

  /** Whether the database is in WAL mode, as far as is known. */
  boolean isWal() {
    return database.log().get() != null || database.known().isWalMode();
  }

  /**
   * Sets the journal mode for the next write transaction; into and out of WAL mode at once, for
   * everybody.
   *
   * @return the mode in force: a database in memory knows MEMORY and OFF alone, and nothing changes
   *     while a write transaction is open
   * @throws DatabaseException BUSY if others use the database and the change is from or to WAL;
   *     what a commit can cause
   * @throws IllegalStateException if a transaction is open and the change is from or to WAL
   */
  public JournalMode setJournalMode(JournalMode mode) {
    return new JournalModeChange(this, settings).to(mode);
  }

  /**
   * Copies what the log holds to the database file.
   *
   * @return what was done; {@code 0, -1, -1} if the database is not in WAL mode
   * @throws DatabaseException LOCKED in a transaction; READONLY if there is something to copy and
   *     the connection or the database is for reading only; IOERR, FULL
   */
  public CheckpointResult checkpoint(CheckpointMode mode) {
    requireNotClosed();
    requireUsable();
    if (state != PagerState.OPEN) {
      throw new DatabaseException(ResultCode.LOCKED);
    }
    beginRead();
    endRead();
    return checkpoints.run(mode, isReadOnly());
  }

  /** The locking mode. */
  public LockingMode lockingMode() {
    return settings.lockingMode;
  }

  /**
   * Sets the locking mode; NORMAL gives up kept locks when the next transaction ends. A database
   * whose log was opened in mode EXCLUSIVE stays this connection's alone, whatever is set, until it
   * leaves WAL mode: the log's index is in no memory that others could share.
   */
  public void setLockingMode(LockingMode mode) {
    if (!database.log().isOwner(this)) {
      settings.lockingMode = mode;
    }
  }

  /** Bytes of cache that this connection asks for. */
  public long cacheSizeBytes() {
    return settings.cacheSizeBytes;
  }

  /** Sets how much cache this connection asks for; the largest wish of all connections counts. */
  public void setCacheSizeBytes(long bytes) {
    settings.cacheSizeBytes = bytes;
    database.updateBudget();
  }

  /** The page count above which the database does not grow; unsigned. */
  public int maxPageCount() {
    return settings.maxPageCount;
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
      settings.maxPageCount = Integer.compareUnsigned(limit, pageCount) < 0 ? pageCount : limit;
      changes.setMaxPageCount(settings.maxPageCount);
    }
    return settings.maxPageCount;
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
    database.locks().wakeWaiters();
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
    settings.newPageSize = size;
    settings.newReservedBytes = reservedBytes;
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
        protocol.close();
        database.log().closeOwned(this);
      } finally {
        try {
          protocols.rollback().close();
        } finally {
          database.remove(this);
        }
      }
    }
  }
}
