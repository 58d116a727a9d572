// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.lock.WalLocks;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Copies pages from the log to the database file.
 *
 * <p>Order: log synced, "attempted" published, pages written in the order of the file, file synced,
 * "backfilled" published. So what is published as copied is durable, and a crash in between loses
 * nothing: the frames are still in the log.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>C1 The checkpoint lock is held throughout; no frame past a reader's mark is copied.
 *   <li>C2 While pages are written slot 0 is held exclusively: nobody reads the file alone. Whoever
 *       rewinds the log holds slot 0 too, so the header is read again under this lock: only so do
 *       frame numbers and "backfilled" belong to the same log. (A checkpoint that read the header
 *       before a rewind and published afterwards made SQLite lose commits before 3.51.3.)
 *   <li>C3 Beyond PASSIVE the write lock is held, if it can be had: then the log does not grow.
 * </ul>
 *
 * <p>One object does one checkpoint.
 */
public final class Checkpointer {
  private static final int RUN_BYTES = 256 << 10;

  /** By so much more than its frames explain a database may be longer than its file. */
  private static final int LENIENCE_BYTES = 65536;

  private final WriteAheadLog log;
  private final WalIndex index;
  private final WalLocks locks;
  private final CheckpointMode wanted;
  private final boolean syncs;
  private final BooleanSupplier busy;

  /** What others do between the reading of the header and all else; for tests. */
  Runnable headerWasRead = () -> {};

  private WalIndexHeader header;
  private boolean holdsWrite;
  private boolean gaveUp;

  /**
   * Prepares a checkpoint.
   *
   * @param syncs whether log and database are made durable: not with synchronous=OFF
   * @param busy called when somebody is in the way, waits and tells whether to try again; PASSIVE
   *     and NOOP do not use it
   */
  public Checkpointer(WriteAheadLog log, CheckpointMode mode, boolean syncs, BooleanSupplier busy) {
    this.log = log;
    this.index = log.index();
    this.locks = log.locks();
    this.wanted = mode;
    this.syncs = syncs;
    this.busy = busy;
  }

  /** Does it, as far as others let it. */
  public CheckpointResult run() {
    if (wanted == CheckpointMode.NOOP) {
      return look();
    }
    if (!locks.tryExclusive(WalLocks.CHECKPOINT, 1)) {
      return new CheckpointResult(true, -1, -1);
    }
    try {
      CheckpointMode mode = wanted;
      if (mode != CheckpointMode.PASSIVE && !takeWrite()) {
        mode = CheckpointMode.PASSIVE;
        gaveUp = true;
      }
      return run(mode);
    } finally {
      if (holdsWrite) {
        locks.unlockExclusive(WalLocks.WRITE, 1);
      }
      locks.unlockExclusive(WalLocks.CHECKPOINT, 1);
    }
  }

  private CheckpointResult look() {
    WalIndexHeader current = index.readHeader();
    return current == null
        ? new CheckpointResult(true, -1, -1)
        : new CheckpointResult(false, current.maxFrame(), index.backfilled());
  }

  private boolean takeWrite() {
    holdsWrite = tryWhileBusy(WalLocks.WRITE, 1);
    return holdsWrite;
  }

  private boolean tryWhileBusy(int first, int count) {
    while (!locks.tryExclusive(first, count)) {
      if (gaveUp || wanted == CheckpointMode.PASSIVE || !busy.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  private CheckpointResult run(CheckpointMode mode) {
    header = readHeader();
    if (header == null) {
      return new CheckpointResult(true, -1, -1);
    }
    headerWasRead.run();
    boolean incomplete = false;
    if (index.backfilled() < header.maxFrame()) {
      copy(mode);
    }
    if (mode != CheckpointMode.PASSIVE) {
      if (index.backfilled() < header.maxFrame()) {
        incomplete = true;
      } else if (mode != CheckpointMode.FULL) {
        incomplete = !makeReadyForRewind(mode);
      }
    }
    return new CheckpointResult(incomplete || gaveUp, header.maxFrame(), index.backfilled());
  }

  private WalIndexHeader readHeader() {
    WalIndexHeader current = index.readHeader();
    if (current == null && holdsWrite) {
      // The write lock is held, so nobody is just writing it.
      current = WalRecovery.runHoldingCheckpoint(log.file(), index, locks);
    }
    return current;
  }

  private void copy(CheckpointMode mode) {
    int safe = safeFrame(mode);
    if (index.backfilled() >= safe || !tryWhileBusy(WalLocks.READ_0, 1)) {
      return;
    }
    try {
      if (!index.isCurrent(header)) {
        WalIndexHeader newer = index.readHeader();
        if (newer == null || !newer.sameLog(header)) {
          // C2: the log was begun anew; what is in it now is for the next checkpoint.
          header = newer == null ? header : newer;
          return;
        }
      }
      int from = index.backfilled();
      if (from < safe) {
        requirePlausiblePageCount();
        index.setAttempted(safe);
        if (syncs) {
          log.file().sync();
        }
        copyPages(newestFrames(from, safe));
        cutDatabase(safe);
        if (syncs) {
          log.database().syncData();
        }
        index.setBackfilled(safe);
      }
    } finally {
      locks.unlockExclusive(WalLocks.READ_0, 1);
    }
  }

  /** The last frame that no reader keeps from being copied; marks that nobody uses are raised. */
  private int safeFrame(CheckpointMode mode) {
    int safe = header.maxFrame();
    boolean waits = mode != CheckpointMode.PASSIVE;
    for (int slot = 1; slot < WalIndex.MARK_COUNT; slot++) {
      int mark = index.readMark(slot);
      if (mark == WalIndex.NOT_USED || mark >= safe) {
        continue;
      }
      boolean free = locks.tryExclusive(WalLocks.READ_0 + slot, 1);
      while (!free && waits) {
        waits = busy.getAsBoolean();
        free = waits && locks.tryExclusive(WalLocks.READ_0 + slot, 1);
      }
      if (free) {
        index.setReadMark(slot, slot == 1 ? safe : WalIndex.NOT_USED);
        locks.unlockExclusive(WalLocks.READ_0 + slot, 1);
      } else {
        safe = mark;
        waits = false;
      }
    }
    return safe;
  }

  /** Pairs of page number (upper half) and newest frame, in the order of page numbers. */
  private long[] newestFrames(int from, int to) {
    long[] pairs = new long[to - from];
    for (int frame = from + 1; frame <= to; frame++) {
      pairs[frame - from - 1] = Integer.toUnsignedLong(index.pageOf(frame)) << 32 | frame;
    }
    Arrays.sort(pairs);
    int count = 0;
    for (int i = 0; i < pairs.length; i++) {
      if (i + 1 == pairs.length || pairs[i + 1] >>> 32 != pairs[i] >>> 32) {
        pairs[count++] = pairs[i];
      }
    }
    return Arrays.copyOf(pairs, count);
  }

  /** The log's frames must explain by how much the database is longer than its file. */
  private void requirePlausiblePageCount() {
    long pageSize = header.pageSize();
    long pages = Integer.toUnsignedLong(header.pageCount());
    long explained = log.database().size() + header.maxFrame() * pageSize + LENIENCE_BYTES;
    if (pages * pageSize > explained) {
      throw new CorruptDatabaseException(0, "the log has fewer pages than it counts");
    }
  }

  private void copyPages(long[] pairs) {
    int pageSize = header.pageSize();
    int runCapacity = Math.max(1, RUN_BYTES / pageSize);
    byte[] run = new byte[Math.min(runCapacity, Math.max(1, pairs.length)) * pageSize];
    byte[] image = new byte[pageSize];
    int runPages = 0;
    long runStart = 0;
    for (long pair : pairs) {
      long pageNumber = pair >>> 32;
      if (pageNumber > Integer.toUnsignedLong(header.pageCount())) {
        continue;
      }
      if (runPages > 0
          && (pageNumber != runStart + runPages || (runPages + 1) * pageSize > run.length)) {
        writeRun(runStart, run, runPages);
        runPages = 0;
      }
      if (runPages == 0) {
        runStart = pageNumber;
      }
      log.file().readFrame((int) pair, image);
      System.arraycopy(image, 0, run, runPages * pageSize, pageSize);
      runPages++;
    }
    if (runPages > 0) {
      writeRun(runStart, run, runPages);
    }
  }

  private void writeRun(long firstPage, byte[] run, int pages) {
    int pageSize = header.pageSize();
    log.database().write((firstPage - 1) * pageSize, run, 0, pages * pageSize);
  }

  /** If the whole log is in the file now, the file gets the length that the database has. */
  private void cutDatabase(int safe) {
    if (safe == header.maxFrame() && index.isCurrent(header)) {
      DatabaseFile database = log.database();
      long size = Integer.toUnsignedLong(header.pageCount()) * header.pageSize();
      if (database.size() < size) {
        throw new CorruptDatabaseException(0, "the log has fewer pages than it counts");
      }
      database.truncate(size);
    }
  }

  /** Waits until nobody reads from the log, so that the next writer begins it anew. */
  private boolean makeReadyForRewind(CheckpointMode mode) {
    if (!tryWhileBusy(WalLocks.READ_1, WalIndex.MARK_COUNT - 1)) {
      return false;
    }
    try {
      if (mode == CheckpointMode.TRUNCATE) {
        header = log.rewind(header);
        log.file().truncate(0);
      }
      return true;
    } finally {
      locks.unlockExclusive(WalLocks.READ_1, WalIndex.MARK_COUNT - 1);
    }
  }
}
