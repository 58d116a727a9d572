// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;

/**
 * This process's byte-range locks on a database file.
 *
 * <pre>
 *   2^30      PENDING    exclusive: a writer waits for readers; readers pass by a shared lock
 *   2^30 + 1  RESERVED   exclusive: a writer prepares a change
 *   2^30 + 2  SHARED     510 bytes; a reader shares them, a writer has them alone
 * </pre>
 *
 * <p>Java cannot convert a lock in place, and a moment without a lock would let another process
 * recover our journal or write under our feet. So the SHARED bytes are two halves. SHARED is a
 * shared lock on the lower half: that is enough to keep anyone from locking all 510 bytes, and all
 * that a reader pays for. EXCLUSIVE is both halves, exclusively.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>R1 Whoever has the lower half exclusively got the upper half first and keeps it, so
 *       conversion of the lower half, either way, cannot be overtaken: while it is unlocked for a
 *       moment, the upper half stops every other process (SQLite locks all 510 bytes in one step).
 *   <li>R2 PENDING is probed by new readers so that a waiting writer is not starved; no data
 *       depends on it. The probe costs two system calls, so a process that reads in quick
 *       succession makes one per {@link #PROBE_INTERVAL_NANOS}: a waiting writer, which polls at
 *       intervals of a millisecond and more, finds the file free no later than it would otherwise.
 *   <li>R3 RESERVED is never probed: Java could only try to take it, and for that moment other
 *       processes would believe in a live writer and leave a hot journal alone.
 * </ul>
 *
 * <p>Guarded by the mutex of the {@link LockTable}.
 */
final class RangeLocks {
  static final long PENDING_BYTE = 1L << 30;
  static final long RESERVED_BYTE = PENDING_BYTE + 1;
  static final long LOWER_HALF = PENDING_BYTE + 2;
  static final long UPPER_HALF = LOWER_HALF + 255;
  static final long HALF_BYTES = 255;
  static final long PROBE_INTERVAL_NANOS = 1_000_000;

  private final DatabaseFile file;
  private boolean pending;
  private boolean lost;
  private boolean probedBefore;
  private long lastProbeNanos;

  RangeLocks(DatabaseFile file) {
    this.file = file;
  }

  boolean tryShared() {
    long now = System.nanoTime();
    if (!probedBefore || now - lastProbeNanos >= PROBE_INTERVAL_NANOS) {
      if (!file.tryLock(PENDING_BYTE, 1, true)) {
        return false;
      }
      boolean shared;
      try {
        shared = file.tryLock(LOWER_HALF, HALF_BYTES, true);
      } finally {
        file.unlock(PENDING_BYTE, 1);
      }
      probedBefore = shared;
      lastProbeNanos = now;
      return shared;
    }
    boolean shared = file.tryLock(LOWER_HALF, HALF_BYTES, true);
    probedBefore = shared;
    return shared;
  }

  /**
   * Whether one more connection may share the SHARED lock that is held: not while a writer of
   * another process waits for this process's readers to leave.
   */
  boolean mayJoin() {
    long now = System.nanoTime();
    if (probedBefore && now - lastProbeNanos < PROBE_INTERVAL_NANOS) {
      return true;
    }
    probedBefore = file.tryLock(PENDING_BYTE, 1, true);
    if (probedBefore) {
      file.unlock(PENDING_BYTE, 1);
      lastProbeNanos = now;
    }
    return probedBefore;
  }

  /** From SHARED to nothing, also if SHARED was lost. */
  void dropShared() {
    lost = false;
    file.unlock(LOWER_HALF, HALF_BYTES);
  }

  /**
   * Whether a conversion failed so badly that SHARED, which connections count on, is not held. Ends
   * when all have given it up.
   */
  boolean isLost() {
    return lost;
  }

  boolean tryReserved() {
    return file.tryLock(RESERVED_BYTE, 1, false);
  }

  boolean tryPending() {
    if (!pending) {
      pending = file.tryLock(PENDING_BYTE, 1, false);
    }
    return pending;
  }

  /**
   * From SHARED to EXCLUSIVE.
   *
   * @return false, with SHARED still held, if another process holds SHARED
   */
  boolean tryExclusive() {
    if (!file.tryLock(UPPER_HALF, HALF_BYTES, false)) {
      return false;
    }
    boolean exclusive = false;
    try {
      file.unlock(LOWER_HALF, HALF_BYTES);
      exclusive = file.tryLock(LOWER_HALF, HALF_BYTES, false);
    } finally {
      if (!exclusive) {
        backToShared();
      }
    }
    return exclusive;
  }

  /** From EXCLUSIVE to SHARED. */
  void exclusiveToShared() {
    file.unlock(LOWER_HALF, HALF_BYTES);
    backToShared();
  }

  /** From EXCLUSIVE to nothing. */
  void dropExclusive() {
    file.unlock(LOWER_HALF, HALF_BYTES);
    file.unlock(UPPER_HALF, HALF_BYTES);
  }

  /** Shares the lower half again, which is not locked now, and gives up the upper half. */
  private void backToShared() {
    lost = true;
    try {
      if (!file.tryLock(LOWER_HALF, HALF_BYTES, true)) {
        // R1 says that nobody can be there; if it happens, say so rather than read without a lock.
        throw new DatabaseException(ResultCode.IOERR_LOCK);
      }
      lost = false;
    } finally {
      file.unlock(UPPER_HALF, HALF_BYTES);
    }
  }

  void dropPending() {
    if (pending) {
      pending = false;
      file.unlock(PENDING_BYTE, 1);
    }
  }

  void dropReserved() {
    file.unlock(RESERVED_BYTE, 1);
  }
}
