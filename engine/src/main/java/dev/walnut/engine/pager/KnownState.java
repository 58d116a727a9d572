// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.cache.PageCache;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.wal.WalIndexHeader;
import dev.walnut.engine.wal.WalReader;
import dev.walnut.engine.wal.WriteAheadLog;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What this process knows of the committed state of one database, and brings up to date when other
 * processes have changed it; page images that are no longer right leave the cache.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>K1 In rollback mode it describes the file as long as this process holds SHARED on it. When
 *       SHARED is regained, {@link #refresh} compares bytes 24-39 of page 1 and forgets everything
 *       if they changed. Whoever holds EXCLUSIVE may replace it.
 *   <li>K2 In WAL mode it is replaced under {@link #lock}, together with the header of the
 *       wal-index, by who commits or by the first reader who finds a newer header.
 *   <li>K3 Each replacement that changes content has a higher version, which the cache has too.
 * </ul>
 */
final class KnownState {
  /** More new frames than that are not followed one by one: all is forgotten. */
  private static final int MAX_FRAMES_FOLLOWED = 100_000;

  private final FileSystem fileSystem;
  private final DatabaseFile file;
  private final String logPath;
  private final PageCache cache;
  private final ReentrantLock stateLock = new ReentrantLock();

  /** Null until first read, and in WAL mode until first followed. */
  private volatile CommittedState state;

  /** Whether the file, when last read, was in WAL mode. */
  private volatile boolean walMode;

  /** Only used inside {@link #refresh}, which the lock table calls under its mutex. */
  private final byte[] stamp = new byte[DatabaseHeader.STAMP_BYTES];

  KnownState(FileSystem fileSystem, DatabaseFile file, String logPath, PageCache cache) {
    this.fileSystem = fileSystem;
    this.file = file;
    this.logPath = logPath;
    this.cache = cache;
  }

  /** The state, or null. */
  CommittedState get() {
    return state;
  }

  /** Whether the file was in WAL mode when it was last looked at, and the log is to be opened. */
  boolean isWalMode() {
    return walMode;
  }

  /** Replaces the committed state; the caller holds EXCLUSIVE, or in WAL mode the state lock. */
  void set(CommittedState newState) {
    state = newState;
    walMode =
        newState.logHeader == null
            && newState.firstPage != null
            && DatabaseHeader.isWalMode(newState.firstPage);
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
    walMode = DatabaseHeader.isWalMode(state.firstPage);
  }

  /** After WAL mode was left in a way that makes the next who reads look at the file anew. */
  void forgetLog() {
    state = null;
    walMode = false;
    cache.invalidate(cache.newestVersion() + 1);
  }

  /**
   * Reads the state from the file when all that the log held is in it. The caller holds EXCLUSIVE.
   */
  void leaveLog() {
    loadFile(state);
  }

  /** Looks whether another process has changed the file; SHARED was just regained. */
  void refresh() {
    CommittedState known = state;
    if (known != null && !walMode) {
      int count = file.read(DatabaseHeader.STAMP_OFFSET, stamp, 0, DatabaseHeader.STAMP_BYTES);
      if (known.firstPage == null
          ? count <= 0
          : count == DatabaseHeader.STAMP_BYTES
              && Bytes.getLong(stamp, 0) == known.stampHigh
              && Bytes.getLong(stamp, 8) == known.stampLow) {
        return;
      }
    }
    load(known);
  }

  private void load(CommittedState known) {
    byte[] header = new byte[DatabaseHeader.BYTES];
    int count = file.read(0, header, 0, header.length);
    if (count <= 0 && !file.isReadOnly() && fileSystem.exists(logPath)) {
      // It belongs to a database that is no more; to a new one it would bring back the old pages.
      fileSystem.delete(logPath);
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
    if (!fileSystem.exists(logPath)) {
      return false;
    }
    try (DatabaseFile logFile = fileSystem.openBeside(file, logPath, OpenMode.READ_ONLY)) {
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

  // ---------------------------------------------------------------- WAL mode

  void rewound(WalIndexHeader from, WalIndexHeader to, Runnable publish) {
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
  void lock() {
    stateLock.lock();
  }

  void unlock() {
    stateLock.unlock();
  }

  /**
   * The state that a reader in WAL mode has taken a snapshot of; what changed since the known one
   * leaves the cache.
   *
   * @return null if the snapshot is not the newest one any more: take another
   */
  CommittedState of(WalReader reader, WriteAheadLog log) {
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
      return advance(known, reader, log);
    } finally {
      stateLock.unlock();
    }
  }

  /** Brings the state up to a header that another process has written. */
  private CommittedState advance(CommittedState known, WalReader reader, WriteAheadLog log) {
    WalIndexHeader header = reader.header();
    long version = cache.newestVersion() + 1;
    boolean followed =
        known != null && known.logHeader != null && follow(known, header, version, log);
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
  private boolean follow(
      CommittedState known, WalIndexHeader header, long version, WriteAheadLog log) {
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
}
