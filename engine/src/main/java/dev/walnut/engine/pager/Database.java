// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.cache.PageCache;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.HeapSharedMemory;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.file.SharedMemory;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.HotJournal;
import dev.walnut.engine.lock.FirstShared;
import dev.walnut.engine.lock.LockHolder;
import dev.walnut.engine.lock.LockState;
import dev.walnut.engine.lock.LockTable;
import dev.walnut.engine.wal.WalIndexHeader;
import dev.walnut.engine.wal.WalReader;
import dev.walnut.engine.wal.WriteAheadLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One database file in this process, shared by all connections on it: the file handle, the locks,
 * the page cache and what is known of the committed state. {@link DatabaseRegistry} makes sure that
 * there is one per file; each {@link Pager} holds a reference, and the last one closes it.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>D1 {@link #state} and the cache describe the file as long as this process holds SHARED on
 *       it. When SHARED is regained, {@link #revalidate} compares bytes 24-39 of page 1 and forgets
 *       everything if they changed.
 *   <li>D2 While a connection holds EXCLUSIVE it alone reads and replaces them.
 *   <li>D3 In WAL mode, from {@link #openLog} to {@link #closeLog}, this object holds SHARED for
 *       the process. The state is then replaced under {@link #stateLock}, together with the header
 *       of the wal-index, by who commits or by the first reader who finds a newer header.
 *   <li>D4 From {@link #openLogAlone} on it holds EXCLUSIVE instead, for one connection: all others
 *       find the database busy until that one leaves WAL mode or is closed.
 * </ul>
 *
 * <p>A database in memory has no file: all its pages are in the cache, which is pinned.
 */
public final class Database {
  /** More new frames than that are not followed one by one: all is forgotten. */
  private static final int MAX_FRAMES_FOLLOWED = 100_000;

  private final FileSystem fileSystem;
  private final DatabaseFile file;
  private final String path;
  private final Object identity;
  private final boolean inMemory;
  private final Runnable afterPagerClosed;
  private final LockTable locks;
  private final PageCache cache;
  private final HotJournal hotJournal;
  private final FirstShared firstShared = this::revalidate;
  private final ConcurrentHashMap<AttachmentKey<?>, Object> attachments = new ConcurrentHashMap<>();

  private final ReentrantLock pagersLock = new ReentrantLock();

  /** Guarded by {@link #pagersLock}. */
  private final List<Pager> pagers = new ArrayList<>();

  /** Whether the connection closed last was for reading only: it tidies nothing up. */
  private volatile boolean lastWasReadOnly;

  /** Null until first read. See D1, D2. */
  private volatile CommittedState state;

  /** Guards the state in WAL mode. */
  private final ReentrantLock stateLock = new ReentrantLock();

  /** Guards opening and closing of the log. */
  private final ReentrantLock logLock = new ReentrantLock();

  /** The process's SHARED lock in WAL mode. */
  private final LockHolder logHolder = new LockHolder();

  /** Null in rollback mode. */
  private volatile WriteAheadLog log;

  /** The only connection that may use the log; null if all may. */
  private volatile Pager logOwner;

  /** Whether the file, when last read, was in WAL mode. */
  private volatile boolean walMode;

  /** Only used inside {@link #revalidate}, hence under the lock table's mutex. */
  private final byte[] stamp = new byte[DatabaseHeader.STAMP_BYTES];

  private Database(
      FileSystem fileSystem,
      DatabaseFile file,
      Object identity,
      boolean inMemory,
      Runnable afterPagerClosed) {
    this.fileSystem = fileSystem;
    this.file = file;
    this.path = file.path();
    this.identity = identity;
    this.inMemory = inMemory;
    this.afterPagerClosed = afterPagerClosed;
    this.locks = new LockTable(file, !inMemory && fileSystem.lockingCosts());
    this.cache = new PageCache(inMemory);
    this.hotJournal = inMemory ? null : new HotJournal(fileSystem, file, journalPath());
    if (inMemory) {
      state = new CommittedState(DatabaseHeader.DEFAULT_PAGE_SIZE, 0, 0, null, 0);
    }
  }

  /** A database on an open file, which it will close. */
  static Database onFile(
      FileSystem fileSystem, DatabaseFile file, Object identity, Runnable afterPagerClosed) {
    return new Database(fileSystem, file, identity, false, afterPagerClosed);
  }

  /**
   * A database that lives in memory.
   *
   * @param file an empty file in memory, on which the connections' locks are kept
   */
  static Database inMemory(FileSystem fileSystem, DatabaseFile file, Runnable afterPagerClosed) {
    return new Database(fileSystem, file, null, true, afterPagerClosed);
  }

  /** The absolute path; empty for a database in memory. */
  public String path() {
    return path;
  }

  /** Whether nothing but memory holds the database. */
  public boolean isInMemory() {
    return inMemory;
  }

  /** Whether the file was opened for reading only. */
  public boolean isReadOnly() {
    return file.isReadOnly();
  }

  /**
   * What an upper layer keeps with this database under that key, made by the supplier if there is
   * nothing yet. Thread-safe; the supplier must not touch attachments.
   */
  @SuppressWarnings("unchecked")
  public <T> T attachment(AttachmentKey<T> key, Supplier<T> supplier) {
    Object present = attachments.get(key);
    return (T) (present != null ? present : attachments.computeIfAbsent(key, k -> supplier.get()));
  }

  FileSystem fileSystem() {
    return fileSystem;
  }

  DatabaseFile file() {
    return file;
  }

  LockTable locks() {
    return locks;
  }

  PageCache cache() {
    return cache;
  }

  HotJournal hotJournal() {
    return hotJournal;
  }

  FirstShared firstShared() {
    return firstShared;
  }

  String journalPath() {
    return path + "-journal";
  }

  CommittedState state() {
    return state;
  }

  /** Replaces the committed state; the caller holds EXCLUSIVE, or in WAL mode the state lock. */
  void setState(CommittedState newState) {
    state = newState;
    walMode =
        log == null && newState.firstPage != null && DatabaseHeader.isWalMode(newState.firstPage);
  }

  /** Whether the path still names this file; another one may have been put in its place. */
  boolean isUnmoved() {
    return inMemory || identity == null || identity.equals(fileSystem.identity(path));
  }

  /** Forgets what is known of the file. The caller holds EXCLUSIVE or no lock is held at all. */
  void forget() {
    CommittedState old = state;
    long version = cache.newestVersion() + 1;
    cache.invalidate(version);
    if (old != null) {
      state = new CommittedState(old.pageSize, old.reservedBytes, 0, null, version);
    }
  }

  /** Reads the state anew from a file in rollback mode. The caller holds EXCLUSIVE. */
  void reload() {
    loadFile(state);
    walMode = log == null && DatabaseHeader.isWalMode(state.firstPage);
  }

  private boolean revalidate(FirstShared.RecoveryLock recoveryLock) {
    if (inMemory) {
      return true;
    }
    if (!hotJournal.recoverIfPresent(recoveryLock)) {
      return false;
    }
    if (log != null) {
      // D3: the log tells what changed.
      return true;
    }
    CommittedState known = state;
    if (known != null && !walMode) {
      int count = file.read(DatabaseHeader.STAMP_OFFSET, stamp, 0, DatabaseHeader.STAMP_BYTES);
      if (known.firstPage == null
          ? count <= 0
          : count == DatabaseHeader.STAMP_BYTES
              && Bytes.getLong(stamp, 0) == known.stampHigh
              && Bytes.getLong(stamp, 8) == known.stampLow) {
        return true;
      }
    }
    load(known);
    return true;
  }

  private void load(CommittedState known) {
    byte[] header = new byte[DatabaseHeader.BYTES];
    int count = file.read(0, header, 0, header.length);
    if (count <= 0 && !file.isReadOnly() && fileSystem.exists(logPath())) {
      // It belongs to a database that is no more; to a new one it would bring back the old pages.
      fileSystem.delete(logPath());
    }
    boolean hasLog = count > 0 && hasLogWithContent();
    if (hasLog || count == header.length && DatabaseHeader.isWalMode(header)) {
      if (!hasLog) {
        // With a log, page 1 may be there.
        DatabaseHeader.validate(header);
      }
      walMode = true;
      state = null;
      return;
    }
    loadFile(known);
  }

  private boolean hasLogWithContent() {
    if (!fileSystem.exists(logPath())) {
      return false;
    }
    try (DatabaseFile logFile = fileSystem.openBeside(file, logPath(), OpenMode.READ_ONLY)) {
      return logFile.size() > 0;
    }
  }

  /** Reads the state from a database that is not, or no longer, in WAL mode. */
  private void loadFile(CommittedState known) {
    long version = cache.newestVersion() + 1;
    cache.invalidate(version);
    long size = file.size();
    walMode = false;
    if (size == 0) {
      int pageSize = known == null ? DatabaseHeader.DEFAULT_PAGE_SIZE : known.pageSize;
      state = new CommittedState(pageSize, 0, 0, null, version);
      return;
    }
    byte[] header = new byte[DatabaseHeader.BYTES];
    file.read(0, header, 0, header.length);
    DatabaseHeader.validate(header);
    int pageSize = DatabaseHeader.pageSize(header);
    int pageCount = pageCount(header, Math.max(1, size / pageSize));
    byte[] firstPage = new byte[pageSize];
    file.read(0, firstPage, 0, pageSize);
    state =
        new CommittedState(
            pageSize, DatabaseHeader.reservedBytes(firstPage), pageCount, firstPage, version);
    cache.insert(1, firstPage, version);
  }

  private static int pageCount(byte[] header, long filePages) {
    long pageCount =
        DatabaseHeader.hasPageCount(header)
            ? Bytes.getUnsignedInt(header, DatabaseHeader.PAGE_COUNT_OFFSET)
            : filePages;
    if (pageCount > filePages) {
      throw new CorruptDatabaseException(
          1, "header counts " + pageCount + " pages, the file has " + filePages);
    }
    if (pageCount > 0xffff_fffeL) {
      throw new CorruptDatabaseException(1, "too many pages");
    }
    return (int) pageCount;
  }

  // ---------------------------------------------------------------- write-ahead log

  String logPath() {
    return path + "-wal";
  }

  private String sharedMemoryPath() {
    return path + "-shm";
  }

  /** The log, or null in rollback mode. */
  WriteAheadLog log() {
    return log;
  }

  /** Whether the file was in WAL mode when it was last looked at, and the log is to be opened. */
  boolean isWalMode() {
    return walMode;
  }

  /**
   * Opens the log. The caller holds SHARED and found the file in WAL mode.
   *
   * @return false if it is busy
   */
  boolean openLog() {
    logLock.lock();
    try {
      if (log != null) {
        return true;
      }
      if (!locks.tryShared(logHolder, recovery -> true)) {
        return false;
      }
      openLogWith(() -> fileSystem.openSharedMemory(file, sharedMemoryPath(), false));
      return log != null;
    } finally {
      logLock.unlock();
    }
  }

  /** The log's holder has its lock, and gives it up if this fails. */
  private void openLogWith(Supplier<SharedMemory> memories) {
    SharedMemory memory = null;
    try {
      memory = memories.get();
      log =
          WriteAheadLog.open(
              fileSystem, file, logPath(), memory, locks::wakeWaiters, this::rewound);
    } catch (DatabaseException e) {
      if (e.resultCode() != ResultCode.BUSY) {
        throw e;
      }
    } finally {
      if (log == null) {
        if (memory != null) {
          memory.close();
        }
        locks.release(logHolder);
      }
    }
  }

  /**
   * Opens the log for one connection alone: with EXCLUSIVE on the file, and without shared memory.
   *
   * @param owner a connection in locking mode EXCLUSIVE
   * @param holder its place in the lock table, with SHARED at least; if true is returned it holds
   *     nothing, otherwise what it held
   * @return false if others use the database, here or elsewhere
   */
  boolean openLogAlone(Pager owner, LockHolder holder) {
    logLock.lock();
    try {
      if (log != null) {
        return logOwner == owner;
      }
      boolean reserved = holder.state().atLeast(LockState.RESERVED) || locks.tryReserved(holder);
      if (!reserved || !locks.tryExclusive(holder)) {
        locks.downgrade(holder);
        return false;
      }
      locks.handOver(holder, logHolder);
      logOwner = owner;
      try {
        openLogWith(HeapSharedMemory::new);
      } finally {
        if (log == null) {
          logOwner = null;
        }
      }
      return log != null;
    } finally {
      logLock.unlock();
    }
  }

  /**
   * Makes the log that is open one connection's own, if no other one uses it.
   *
   * @param owner a connection in locking mode EXCLUSIVE that has not used the log
   * @param holder its place in the lock table, which holds nothing
   * @return false if others use it, here or elsewhere
   */
  boolean takeLog(Pager owner, LockHolder holder) {
    logLock.lock();
    try {
      if (isLogUsed() || !closeLog(holder, true)) {
        return false;
      }
      boolean opened = false;
      try {
        opened = openLogAlone(owner, holder);
      } finally {
        if (!opened) {
          forget();
          locks.release(holder);
        }
      }
      return opened;
    } finally {
      logLock.unlock();
    }
  }

  private boolean isLogUsed() {
    pagersLock.lock();
    try {
      for (Pager pager : pagers) {
        if (pager.logInUse() == log) {
          return true;
        }
      }
      return false;
    } finally {
      pagersLock.unlock();
    }
  }

  /** Whether one connection has the log, and it is another one. */
  boolean isLogTaken(Pager pager) {
    Pager owner = logOwner;
    return owner != null && owner != pager;
  }

  /** Whether this connection alone may use the log. */
  boolean ownsLog(Pager pager) {
    return logOwner == pager;
  }

  /** Before that connection is closed: others may use the database again. */
  void closeOwnedLog(Pager owner) {
    if (logOwner != owner) {
      return;
    }
    logLock.lock();
    try {
      WriteAheadLog open = log;
      boolean tidied = false;
      try {
        tidied = open.checkpointAndClose(true);
      } catch (DatabaseException e) {
        // Nothing is lost: the log has everything, and who opens the database next goes on from it.
        tidied = false;
      } finally {
        if (!tidied) {
          open.close(false);
        }
        log = null;
        state = null;
        walMode = false;
        cache.invalidate(cache.newestVersion() + 1);
        logOwner = null;
        locks.release(logHolder);
      }
    } finally {
      logLock.unlock();
    }
  }

  /**
   * Leaves WAL mode: all that is in the log goes to the database file, and the log is deleted.
   *
   * @param holder a connection's place in the lock table, which holds nothing; if true is returned
   *     it holds EXCLUSIVE
   * @return false if anybody else uses the database, here or elsewhere; nothing has changed
   */
  boolean closeLog(LockHolder holder, boolean syncs) {
    logLock.lock();
    try {
      if (log == null) {
        return true;
      }
      boolean closed = false;
      locks.handOver(logHolder, holder);
      try {
        closed =
            (logOwner != null || locks.tryReserved(holder) && locks.tryExclusive(holder))
                && log.checkpointAndClose(syncs);
      } finally {
        if (!closed) {
          if (logOwner == null) {
            locks.downgrade(holder);
          }
          locks.handOver(holder, logHolder);
        }
      }
      if (closed) {
        log = null;
        logOwner = null;
        loadFile(state);
      }
      return closed;
    } finally {
      logLock.unlock();
    }
  }

  /** Before the file is closed: the last connection of all processes tidies up. */
  void close() {
    locks.endLease();
    WriteAheadLog open = log;
    if (open == null) {
      return;
    }
    log = null;
    boolean tidied = false;
    try {
      boolean mayWrite = !lastWasReadOnly && !open.isReadOnly();
      boolean alone = mayWrite && locks.tryReserved(logHolder) && locks.tryExclusive(logHolder);
      tidied = alone && open.checkpointAndClose(true);
    } catch (DatabaseException e) {
      // Nothing is lost: the log has everything, and who opens the database next goes on from it.
      tidied = false;
    } finally {
      if (!tidied) {
        open.close(false);
      }
      locks.release(logHolder);
    }
  }

  private void rewound(WalIndexHeader from, WalIndexHeader to, Runnable publish) {
    stateLock.lock();
    try {
      publish.run();
      CommittedState known = state;
      if (known != null && known.logHeader != null && known.logHeader.sameAs(from)) {
        state = known.withLogHeader(to);
      }
    } finally {
      stateLock.unlock();
    }
  }

  /** Who publishes a commit in WAL mode holds this, so that header and state change together. */
  void lockState() {
    stateLock.lock();
  }

  void unlockState() {
    stateLock.unlock();
  }

  /**
   * The state that a reader in WAL mode has taken a snapshot of; what changed since the known one
   * leaves the cache.
   *
   * @return null if the snapshot is not the newest one any more: take another
   */
  CommittedState stateOf(WalReader reader) {
    CommittedState known = state;
    WalIndexHeader header = reader.header();
    if (known != null && known.logHeader != null && known.logHeader.sameAs(header)) {
      return known;
    }
    stateLock.lock();
    try {
      known = state;
      if (known != null && known.logHeader != null && known.logHeader.sameAs(header)) {
        return known;
      }
      if (!log.isCurrent(header)) {
        return null;
      }
      return advance(known, reader);
    } finally {
      stateLock.unlock();
    }
  }

  /** Brings the state up to a header that another process has written. */
  private CommittedState advance(CommittedState known, WalReader reader) {
    WalIndexHeader header = reader.header();
    long version = cache.newestVersion() + 1;
    boolean followed = known != null && known.logHeader != null && follow(known, header, version);
    if (!log.isCurrent(header)) {
      // While frames were looked at the log may have been begun anew: believe nothing.
      cache.invalidate(version);
      state = null;
      return null;
    }
    if (!followed) {
      cache.invalidate(version);
    }
    byte[] first = readFirstPage(known, reader, followed, version);
    CommittedState next =
        first == null ? emptyState(version, header) : state(first, header, version);
    state = next;
    return next;
  }

  private static CommittedState emptyState(long version, WalIndexHeader header) {
    return new CommittedState(DatabaseHeader.DEFAULT_PAGE_SIZE, 0, 0, null, version, header);
  }

  /** Drops the pages of new frames from the cache; false if it is not known what changed. */
  private boolean follow(CommittedState known, WalIndexHeader header, long version) {
    WalIndexHeader old = known.logHeader;
    if (!old.sameLog(header)
        || header.maxFrame() < old.maxFrame()
        || header.maxFrame() - old.maxFrame() > MAX_FRAMES_FOLLOWED) {
      return false;
    }
    cache.beginVersion(version);
    for (int frame = old.maxFrame() + 1; frame <= header.maxFrame(); frame++) {
      cache.remove(log.pageOf(frame));
    }
    if (Integer.compareUnsigned(header.pageCount(), known.pageCount) < 0) {
      cache.removeAbove(header.pageCount());
    }
    return true;
  }

  private byte[] readFirstPage(
      CommittedState known, WalReader reader, boolean followed, long version) {
    if (followed && known.firstPage != null) {
      byte[] cached = cache.get(1, version);
      if (cached != null) {
        return cached;
      }
    }
    int frame = reader.find(1);
    int pageSize = reader.header().pageSize();
    byte[] first;
    if (frame != 0) {
      first = new byte[pageSize];
      reader.readFrame(frame, first);
    } else {
      byte[] header = new byte[DatabaseHeader.BYTES];
      if (file.read(0, header, 0, header.length) == 0) {
        return null;
      }
      DatabaseHeader.validate(header);
      first = new byte[DatabaseHeader.pageSize(header)];
      file.read(0, first, 0, first.length);
    }
    DatabaseHeader.validate(first);
    if (reader.header().maxFrame() != 0 && first.length != pageSize) {
      throw new CorruptDatabaseException(1, "log and database differ in page size");
    }
    return cache.insert(1, first, version);
  }

  private CommittedState state(byte[] first, WalIndexHeader header, long version) {
    int pageCount = header.pageCount();
    if (header.maxFrame() == 0 || pageCount == 0) {
      pageCount = pageCount(first, Math.max(1, file.size() / first.length));
    }
    return new CommittedState(
        first.length, DatabaseHeader.reservedBytes(first), pageCount, first, version, header);
  }

  void add(Pager pager) {
    pagersLock.lock();
    try {
      pagers.add(pager);
    } finally {
      pagersLock.unlock();
    }
    updateBudget();
  }

  /** Sets the cache's budget to the largest that a connection asks for. */
  void updateBudget() {
    long largest = 0;
    pagersLock.lock();
    try {
      for (Pager pager : pagers) {
        largest = Math.max(largest, pager.cacheSizeBytes());
      }
    } finally {
      pagersLock.unlock();
    }
    cache.setBudget(largest);
  }

  /** Takes a closed connection off; the last one closes the file. */
  void remove(Pager pager) {
    pagersLock.lock();
    try {
      pagers.remove(pager);
      lastWasReadOnly = pager.isReadOnly();
    } finally {
      pagersLock.unlock();
    }
    updateBudget();
    afterPagerClosed.run();
  }
}
