// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.lock.WalLocks;
import java.util.concurrent.locks.LockSupport;

/**
 * One connection's snapshot of a database in WAL mode, and the read mark that keeps it alive.
 *
 * <p>A snapshot is a header of the wal-index. Pages whose newest frame lies between {@link
 * #minFrame} and the header's last frame are read from the log, all others from the database file.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>S1 A snapshot with frames holds a read lock of slot 1 to 4 whose mark is at most its last
 *       frame: no checkpoint copies frames past the mark, nobody rewinds the log.
 *   <li>S2 A snapshot of which all frames had been checkpointed when it began holds slot 0: no
 *       checkpoint writes to the file. The log may be rewound, which does not matter to it.
 *   <li>S3 A snapshot that a writer took after the write lock needs no read mark: nobody else can
 *       commit or rewind the log, and a checkpoint copies only frames from {@link #minFrame} on,
 *       whose pages the writer reads from the log.
 *   <li>S4 After the lock of a slot was taken the mark and the header were read again and had not
 *       changed; so there was no moment in which others could act as if this reader were not there.
 * </ul>
 *
 * <p>Confined to the connection's thread.
 */
public final class WalReader {
  /** Attempts after which "locking protocol" is the answer; they take about ten seconds. */
  private static final int MAX_ATTEMPTS = 100;

  private static final int IMMEDIATE_ATTEMPTS = 5;
  private static final int NONE = -1;

  /** In place of a slot: the write lock of this connection (S3). */
  private static final int WRITER = WalIndex.MARK_COUNT;

  private final WriteAheadLog log;
  private final WalIndex index;
  private final WalLocks locks;

  private WalIndexHeader header;
  private int slot = NONE;
  private int minFrame;

  /** A reader without a snapshot. */
  public WalReader(WriteAheadLog log) {
    this.log = log;
    this.index = log.index();
    this.locks = log.locks();
  }

  WriteAheadLog log() {
    return log;
  }

  /** The snapshot; of the last one if none is held. */
  public WalIndexHeader header() {
    return header;
  }

  /** Whether the snapshot holds slot 0, or needs no slot at all. */
  boolean leavesMarksAlone() {
    return slot == 0 || slot == WRITER;
  }

  /** Whether slot 0 is held. */
  boolean isAtSlotZero() {
    return slot == 0;
  }

  /**
   * Takes a snapshot of the newest committed state.
   *
   * @return false if the wal-index is being recovered by somebody else, or the log was closed: busy
   * @throws DatabaseException PROTOCOL if it cannot be had in about ten seconds; INTERRUPT; what
   *     reading and locking can cause
   */
  public boolean tryBegin() {
    for (int attempt = 1; ; attempt++) {
      if (log.isClosed()) {
        return false;
      }
      WalIndexHeader newest = readHeader();
      if (newest != null) {
        if (take(newest)) {
          return true;
        }
      } else if (log.isRecovering()) {
        return false;
      }
      pauseAfter(attempt);
    }
  }

  /**
   * Takes a snapshot of the newest state under the write lock, which the caller holds (S3).
   *
   * @throws DatabaseException BUSY_RECOVERY if the wal-index needs recovery and a checkpoint is at
   *     work
   */
  void beginUnderWriteLock() {
    WalIndexHeader newest = header;
    if (newest == null || !index.isCurrentTwice(newest)) {
      newest = log.headerOrRecoverAsWriter();
    }
    hold(newest, WRITER, index.backfilled() + 1);
  }

  /**
   * Before the write lock is dropped: a snapshot that rests on it gets a read mark.
   *
   * @throws DatabaseException PROTOCOL if none can be had
   */
  void leaveWriteLock() {
    if (slot != WRITER) {
      return;
    }
    slot = NONE;
    int attempt = 0;
    while (!take(header)) {
      pauseAfter(++attempt);
    }
  }

  private WalIndexHeader readHeader() {
    WalIndexHeader known = header;
    if (known != null && index.isCurrentTwice(known)) {
      return known;
    }
    return log.headerOrRecover();
  }

  /** After a failed attempt: waits a while, longer each time, but for the first ones. */
  private static void pauseAfter(int attempt) {
    if (attempt == MAX_ATTEMPTS) {
      throw new DatabaseException(ResultCode.PROTOCOL);
    }
    if (attempt <= IMMEDIATE_ATTEMPTS) {
      return;
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new DatabaseException(ResultCode.INTERRUPT);
    }
    long micros = attempt < 10 ? 1 : (attempt - 9) * (long) (attempt - 9) * 39;
    LockSupport.parkNanos(micros * 1000);
  }

  private boolean take(WalIndexHeader newest) {
    int maxFrame = newest.maxFrame();
    if (index.backfilled() == maxFrame && locks.tryShared(WalLocks.READ_0)) {
      if (!index.isCurrent(newest)) {
        locks.unlockShared(WalLocks.READ_0);
        return false;
      }
      hold(newest, 0, maxFrame + 1);
      return true;
    }
    return takeMark(newest);
  }

  private boolean takeMark(WalIndexHeader newest) {
    int maxFrame = newest.maxFrame();
    int best = bestSlot(maxFrame);
    int mark = best == NONE ? 0 : index.readMark(best);
    if ((best == NONE || mark < maxFrame) && !log.isReadOnly()) {
      int own = claimSlot(maxFrame);
      if (own != NONE) {
        best = own;
        mark = maxFrame;
      }
    }
    if (best == NONE) {
      if (log.isReadOnly()) {
        throw new DatabaseException(ResultCode.READONLY_CANTINIT);
      }
      return false;
    }
    if (!locks.tryShared(WalLocks.READ_0 + best)) {
      return false;
    }
    int first = index.backfilled() + 1;
    if (index.readMark(best) != mark || !index.isCurrent(newest)) {
      locks.unlockShared(WalLocks.READ_0 + best);
      return false;
    }
    hold(newest, best, first);
    return true;
  }

  private void hold(WalIndexHeader newest, int newSlot, int first) {
    header = newest;
    slot = newSlot;
    minFrame = first;
  }

  /** The slot with the highest mark that is not above the snapshot. */
  private int bestSlot(int maxFrame) {
    int best = NONE;
    int highest = 0;
    for (int i = 1; i < WalIndex.MARK_COUNT; i++) {
      int mark = index.readMark(i);
      if (mark >= highest && mark <= maxFrame && mark >= 0) {
        highest = mark;
        best = i;
      }
    }
    return best;
  }

  /** Gives a slot that nobody reads under the mark of the snapshot. */
  private int claimSlot(int maxFrame) {
    for (int i = 1; i < WalIndex.MARK_COUNT; i++) {
      if (locks.tryExclusive(WalLocks.READ_0 + i, 1)) {
        index.setReadMark(i, maxFrame);
        locks.unlockExclusive(WalLocks.READ_0 + i, 1);
        return i;
      }
    }
    return NONE;
  }

  /**
   * From slot 0 to one with a mark, since the log is about to get frames that this connection will
   * read. The caller holds the write lock, so the header does not change.
   */
  void leaveSlotZero() {
    if (slot != 0) {
      return;
    }
    end();
    int attempt = 0;
    while (!takeMark(header)) {
      pauseAfter(++attempt);
    }
  }

  /** The writer of this connection has made that the committed state. */
  void replaceHeader(WalIndexHeader newer) {
    header = newer;
  }

  /** Gives the snapshot up. Without one: no effect. */
  public void end() {
    if (slot != NONE) {
      int held = slot;
      slot = NONE;
      if (held != WRITER) {
        locks.unlockShared(WalLocks.READ_0 + held);
      }
    }
  }

  /**
   * The frame that holds a page for this snapshot.
   *
   * @return 0 if the page is to be read from the database file
   */
  public int find(int pageNumber) {
    return slot == 0 ? 0 : index.find(pageNumber, minFrame, header.maxFrame());
  }

  /** Reads the image of a frame that {@link #find} gave. */
  public void readFrame(int frame, byte[] image) {
    log.file().readFrame(frame, image);
  }
}
