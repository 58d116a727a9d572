// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides between the connections of this process on one database file, and takes or drops the
 * process's locks for the first and last holder.
 *
 * <pre>
 *   UNLOCKED -- tryShared --> SHARED -- tryReserved --> RESERVED -- tryExclusive --> EXCLUSIVE
 *       ^                       ^                          |    \-- (readers left) --> PENDING
 *       +------- release -------+------- downgrade --------+------------------------------+
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>L1 The process holds SHARED on the file if and only if a connection holds SHARED or more,
 *       or a {@link SharedLease} is kept.
 *   <li>L2 At most one connection holds RESERVED, PENDING or EXCLUSIVE.
 *   <li>L3 While one holds EXCLUSIVE no other holds anything.
 *   <li>L4 While one holds PENDING no other goes from UNLOCKED to SHARED.
 *   <li>L5 No method waits for another connection: it answers "busy", and the caller waits with
 *       nothing held but what it had ({@link BusyWait}). So connections cannot deadlock.
 * </ul>
 *
 * <p>The mutex is held across system calls that do not block, and across the recovery of a hot
 * journal, during which nobody could read anyway.
 */
public final class LockTable {
  private final ReentrantLock mutex = new ReentrantLock();
  private final Condition released = mutex.newCondition();

  // Guarded by mutex.
  private final RangeLocks ranges;

  /** Null if taking a lock is too cheap to keep one. */
  private final SharedLease lease;

  private int sharedCount;
  private LockHolder writer;

  private final FirstShared.RecoveryLock recovery =
      new FirstShared.RecoveryLock() {
        @Override
        public boolean tryExclusive() {
          return ranges.tryExclusive();
        }

        @Override
        public void backToShared() {
          ranges.exclusiveToShared();
        }
      };

  /**
   * A table for a file that this process has open once.
   *
   * @param leasesShared whether SHARED may be kept for a moment: see {@link SharedLease}
   */
  public LockTable(DatabaseFile file, boolean leasesShared) {
    this.ranges = new RangeLocks(file);
    this.lease = leasesShared ? new SharedLease(mutex, ranges::dropShared) : null;
  }

  /**
   * From UNLOCKED to SHARED.
   *
   * @param first what to look at if no other connection of this process holds SHARED
   * @return false if it is busy
   */
  public boolean tryShared(LockHolder holder, FirstShared first) {
    mutex.lock();
    try {
      expect(holder, LockState.UNLOCKED);
      if (writer != null && writer.state.atLeast(LockState.PENDING)) {
        return false;
      }
      requireLocks();
      if (sharedCount == 0 && !takeLease()) {
        if (!ranges.tryShared()) {
          return false;
        }
        if (lease != null) {
          lease.taken(System.nanoTime());
        }
        boolean valid = false;
        try {
          valid = first.revalidate(recovery);
        } finally {
          if (!valid) {
            ranges.dropShared();
          }
        }
        if (!valid) {
          return false;
        }
      } else if (sharedCount > 0 && !ranges.mayJoin()) {
        return false;
      }
      sharedCount++;
      holder.state = LockState.SHARED;
      return true;
    } finally {
      mutex.unlock();
    }
  }

  /** Whether the SHARED lock of readers that have left is still there to be used. */
  private boolean takeLease() {
    return lease != null && lease.take(System.nanoTime());
  }

  /**
   * From SHARED to RESERVED.
   *
   * @return false if another connection, here or elsewhere, prepares a change
   */
  public boolean tryReserved(LockHolder holder) {
    mutex.lock();
    try {
      expect(holder, LockState.SHARED);
      requireLocks();
      if (writer != null || !ranges.tryReserved()) {
        return false;
      }
      writer = holder;
      holder.state = LockState.RESERVED;
      return true;
    } finally {
      mutex.unlock();
    }
  }

  /**
   * From RESERVED or PENDING to EXCLUSIVE.
   *
   * @return false if there are still readers: then PENDING is held, unless a reader of another
   *     process is just passing
   */
  public boolean tryExclusive(LockHolder holder) {
    mutex.lock();
    try {
      if (holder.state == LockState.EXCLUSIVE) {
        return true;
      }
      if (writer != holder) {
        throw new IllegalStateException("EXCLUSIVE wanted from " + holder.state);
      }
      if (!ranges.tryPending()) {
        return false;
      }
      holder.state = LockState.PENDING;
      if (sharedCount > 1) {
        return false;
      }
      requireLocks();
      boolean exclusive = ranges.tryExclusive();
      if (exclusive) {
        holder.state = LockState.EXCLUSIVE;
      }
      return exclusive;
    } finally {
      mutex.unlock();
    }
  }

  /**
   * Gives what one connection holds to another one, which holds nothing; the process's locks stay
   * as they are.
   */
  public void handOver(LockHolder from, LockHolder to) {
    mutex.lock();
    try {
      expect(to, LockState.UNLOCKED);
      to.state = from.state;
      from.state = LockState.UNLOCKED;
      if (writer == from) {
        writer = to;
      }
    } finally {
      mutex.unlock();
    }
  }

  /** From anything above SHARED down to SHARED. */
  public void downgrade(LockHolder holder) {
    mutex.lock();
    try {
      if (holder.state.atLeast(LockState.RESERVED)) {
        try {
          dropWriter(holder, true);
        } finally {
          holder.state = LockState.SHARED;
          released.signalAll();
        }
      }
    } finally {
      mutex.unlock();
    }
  }

  /** From anything to UNLOCKED. */
  public void release(LockHolder holder) {
    mutex.lock();
    try {
      if (holder.state == LockState.UNLOCKED) {
        return;
      }
      boolean wasExclusive = holder.state == LockState.EXCLUSIVE;
      try {
        if (holder.state.atLeast(LockState.RESERVED)) {
          dropWriter(holder, false);
        }
        if (sharedCount == 1 && !wasExclusive && !keepLease(holder)) {
          ranges.dropShared();
        }
      } finally {
        sharedCount--;
        holder.state = LockState.UNLOCKED;
        released.signalAll();
      }
    } finally {
      mutex.unlock();
    }
  }

  /** Only a mere reader's lock is kept: after a change others are to see it at once. */
  private boolean keepLease(LockHolder holder) {
    return lease != null
        && holder.state == LockState.SHARED
        && !ranges.isLost()
        && lease.keep(System.nanoTime());
  }

  /** Gives up a lock that is kept for readers to come; before the file is closed. */
  public void endLease() {
    mutex.lock();
    try {
      if (lease != null) {
        lease.end();
      }
    } finally {
      mutex.unlock();
    }
  }

  private void dropWriter(LockHolder holder, boolean keepShared) {
    writer = null;
    try {
      if (holder.state == LockState.EXCLUSIVE) {
        if (keepShared) {
          ranges.exclusiveToShared();
        } else {
          ranges.dropExclusive();
        }
      }
    } finally {
      ranges.dropPending();
      ranges.dropReserved();
    }
  }

  /**
   * Waits until a connection of this process drops a lock, or the time is over; another process is
   * not noticed.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  void awaitRelease(long nanos) throws InterruptedException {
    mutex.lock();
    try {
      released.awaitNanos(nanos);
    } finally {
      mutex.unlock();
    }
  }

  /** Lets all who wait look again whether they have been cancelled. */
  public void wakeWaiters() {
    mutex.lock();
    try {
      released.signalAll();
    } finally {
      mutex.unlock();
    }
  }

  /** Fails while connections count on a SHARED lock that the system took from the process. */
  private void requireLocks() {
    if (ranges.isLost()) {
      throw new DatabaseException(ResultCode.IOERR_LOCK);
    }
  }

  private static void expect(LockHolder holder, LockState state) {
    if (holder.state != state) {
      throw new IllegalStateException("lock is " + holder.state + ", not " + state);
    }
  }

  /** How many connections hold SHARED or more; for tests and diagnosis. */
  public int sharedCount() {
    mutex.lock();
    try {
      return sharedCount;
    } finally {
      mutex.unlock();
    }
  }
}
