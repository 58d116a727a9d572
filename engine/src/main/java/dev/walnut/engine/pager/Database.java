// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.cache.PageCache;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.HotJournal;
import dev.walnut.engine.lock.FirstShared;
import dev.walnut.engine.lock.LockTable;
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
 * </ul>
 *
 * <p>A database in memory has no file: all its pages are in the cache, which is pinned.
 */
public final class Database {
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

  /** Null until first read. See D1, D2. */
  private volatile CommittedState state;

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
      state = new CommittedState(DatabaseHeader.DEFAULT_PAGE_SIZE, 0, 0, null, 1);
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

  /** Replaces the committed state; the caller holds EXCLUSIVE. */
  void setState(CommittedState newState) {
    state = newState;
  }

  /** Whether the path still names this file; another one may have been put in its place. */
  boolean isUnmoved() {
    return inMemory || identity == null || identity.equals(fileSystem.identity(path));
  }

  /** Forgets what is known of the file. The caller holds EXCLUSIVE or no lock is held at all. */
  void forget() {
    cache.invalidate();
    CommittedState old = state;
    if (old != null) {
      state = new CommittedState(old.pageSize, old.reservedBytes, 0, null, old.version + 1);
    }
  }

  private boolean revalidate(FirstShared.RecoveryLock recoveryLock) {
    if (inMemory) {
      return true;
    }
    if (!hotJournal.recoverIfPresent(recoveryLock)) {
      return false;
    }
    CommittedState known = state;
    if (known != null) {
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
    cache.invalidate();
    long version = known == null ? 1 : known.version + 1;
    long size = file.size();
    if (size == 0) {
      int pageSize = known == null ? DatabaseHeader.DEFAULT_PAGE_SIZE : known.pageSize;
      state = new CommittedState(pageSize, 0, 0, null, version);
      return;
    }
    byte[] header = new byte[DatabaseHeader.BYTES];
    file.read(0, header, 0, header.length);
    DatabaseHeader.validate(header);
    refuseWriteAheadLog(header);
    int pageSize = DatabaseHeader.pageSize(header);
    long filePages = Math.max(1, size / pageSize);
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
    byte[] firstPage = new byte[pageSize];
    file.read(0, firstPage, 0, pageSize);
    state =
        new CommittedState(
            pageSize, DatabaseHeader.reservedBytes(firstPage), (int) pageCount, firstPage, version);
    cache.insert(1, firstPage, cache.epoch());
  }

  private void refuseWriteAheadLog(byte[] header) {
    if (DatabaseHeader.isWalMode(header) || fileSystem.exists(path + "-wal")) {
      throw new DatabaseException(
          ResultCode.CANTOPEN, "unable to open database file: WAL mode is not supported yet");
    }
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
    } finally {
      pagersLock.unlock();
    }
    updateBudget();
    afterPagerClosed.run();
  }
}
