// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.cache.PageCache;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.HotJournal;
import dev.walnut.engine.lock.FirstShared;
import dev.walnut.engine.lock.LockTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * One database file in this process, shared by all connections on it: the file handle, the locks,
 * the page cache and what is known of the committed state. {@link DatabaseRegistry} makes sure that
 * there is one per file; each {@link Pager} holds a reference, and the last one closes it.
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
  private final KnownState known;
  private final DatabaseLog log;
  private final FirstShared firstShared = recovery -> revalidate(recovery, true);
  private final FirstShared firstSharedForReading = recovery -> revalidate(recovery, false);
  private final ConcurrentHashMap<AttachmentKey<?>, Object> attachments = new ConcurrentHashMap<>();

  private final ReentrantLock pagersLock = new ReentrantLock();

  /** Guarded by {@link #pagersLock}. */
  private final List<Pager> pagers = new ArrayList<>();

  /** Whether the connection closed last was for reading only: it tidies nothing up. */
  private volatile boolean lastWasReadOnly;

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
    this.known = new KnownState(fileSystem, file, logPath(), cache);
    this.log = new DatabaseLog(this, fileSystem, known);
    if (inMemory) {
      known.set(new CommittedState(DatabaseHeader.DEFAULT_PAGE_SIZE, 0, 0, null, 0));
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

  /** What to look at when the process regains SHARED, for a connection that may write or not. */
  FirstShared firstShared(boolean mayWrite) {
    return mayWrite ? firstShared : firstSharedForReading;
  }

  String journalPath() {
    return path + "-journal";
  }

  String logPath() {
    return path + "-wal";
  }

  /** What the process knows of the committed state. */
  KnownState known() {
    return known;
  }

  /** The write-ahead log, which is closed in rollback mode. */
  DatabaseLog log() {
    return log;
  }

  /** Whether the path still names this file; another one may have been put in its place. */
  boolean isUnmoved() {
    return inMemory || identity == null || identity.equals(fileSystem.identity(path));
  }

  private boolean revalidate(FirstShared.RecoveryLock recoveryLock, boolean mayWrite) {
    if (inMemory) {
      return true;
    }
    if (!hotJournal.recoverIfPresent(recoveryLock, mayWrite)) {
      return false;
    }
    if (log.get() == null) {
      known.refresh();
    }
    return true;
  }

  /** Before the file is closed: the last connection of all processes tidies up. */
  void close() {
    locks.endLease();
    log.close(lastWasReadOnly);
  }

  /** Whether there is a connection with that quality. */
  boolean anyPager(Predicate<Pager> quality) {
    pagersLock.lock();
    try {
      return pagers.stream().anyMatch(quality);
    } finally {
      pagersLock.unlock();
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
      lastWasReadOnly = pager.isReadOnly();
    } finally {
      pagersLock.unlock();
    }
    updateBudget();
    afterPagerClosed.run();
  }
}
