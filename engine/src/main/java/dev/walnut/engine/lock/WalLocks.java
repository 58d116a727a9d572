// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

import dev.walnut.engine.file.SharedMemory;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides between the connections of this process on the eight lock bytes of a database in WAL
 * mode, and takes or drops the process's locks for the first and last holder.
 *
 * <pre>
 *   0 WRITE        one writer
 *   1 CHECKPOINT   one checkpoint
 *   2 RECOVER      one recovery of the wal-index
 *   3 READ_0       shared by readers of the database file alone
 *   4-7 READ_1-4   shared by readers up to a read mark; exclusive to change the mark
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>W1 The process holds a byte exclusively if and only if a connection does, and shared if and
 *       only if a connection does or a {@link SharedLease} is kept on it.
 *   <li>W2 Who has a byte exclusively has it alone, in this process too.
 *   <li>W3 No method waits; a range is locked as a whole or not at all.
 *   <li>W4 A lease is on a slot for readers and stands for no connection: to readers it is a lock
 *       that was taken just now, who therefore look at the header as they always do; whoever wants
 *       the slot exclusively in this process ends it.
 * </ul>
 *
 * <p>The mutex is a leaf: nothing else is locked under it. It is held across system calls, which do
 * not block. Who holds what is for the caller to remember; dropping what is not held is a bug, and
 * {@link IllegalStateException}.
 */
public final class WalLocks {
  /** Held by the writer. */
  public static final int WRITE = 0;

  /** Held during a checkpoint. */
  public static final int CHECKPOINT = 1;

  /** Held while the wal-index is rebuilt. */
  public static final int RECOVER = 2;

  /** Held by readers who ignore the log. */
  public static final int READ_0 = 3;

  /** Held by readers up to the first read mark; the others follow. */
  public static final int READ_1 = 4;

  /** How many slots for readers there are, from {@link #READ_0} on. */
  public static final int READ_COUNT = 5;

  private final SharedMemory memory;
  private final Runnable released;
  private final ReentrantLock mutex = new ReentrantLock();

  /** Connections that share each byte. Guarded by {@link #mutex}. */
  private final int[] sharedCounts = new int[SharedMemory.LOCK_COUNT];

  /**
   * At the first byte of each range that is held exclusively, its length, and -1 at the others; 0
   * where none is. Guarded by {@link #mutex}.
   */
  private final int[] exclusiveCounts = new int[SharedMemory.LOCK_COUNT];

  /** By byte; null where none is kept. Guarded by {@link #mutex}. */
  private final SharedLease[] leases = new SharedLease[SharedMemory.LOCK_COUNT];

  /** A table that keeps no lock longer than its holders do. */
  public WalLocks(SharedMemory memory, Runnable released) {
    this(memory, false, released);
  }

  /**
   * A table for shared memory that this process has open once.
   *
   * @param leasesReads whether the slots of readers may be kept for a moment: see {@link
   *     SharedLease}
   * @param released called, with nothing locked, when a byte becomes free for other connections
   */
  public WalLocks(SharedMemory memory, boolean leasesReads, Runnable released) {
    this.memory = memory;
    this.released = released;
    if (leasesReads) {
      for (int i = READ_0; i < READ_0 + READ_COUNT; i++) {
        int slot = i;
        leases[slot] = new SharedLease(mutex, () -> memory.unlock(slot, 1));
      }
    }
  }

  /**
   * Shares a byte.
   *
   * @return false if another connection, here or elsewhere, has it exclusively
   */
  public boolean tryShared(int slot) {
    mutex.lock();
    try {
      if (exclusiveCounts[slot] != 0) {
        return false;
      }
      if (sharedCounts[slot] == 0 && !takeShared(slot)) {
        return false;
      }
      sharedCounts[slot]++;
      return true;
    } finally {
      mutex.unlock();
    }
  }

  private boolean takeShared(int slot) {
    SharedLease lease = leases[slot];
    if (lease == null) {
      return memory.tryLock(slot, 1, true);
    }
    long now = System.nanoTime();
    if (lease.take(now)) {
      return true;
    }
    if (!memory.tryLock(slot, 1, true)) {
      return false;
    }
    lease.taken(now);
    return true;
  }

  /** Gives up a shared byte. */
  public void unlockShared(int slot) {
    boolean free;
    mutex.lock();
    try {
      if (sharedCounts[slot] == 0) {
        throw new IllegalStateException("byte " + slot + " is not shared");
      }
      sharedCounts[slot]--;
      free = sharedCounts[slot] == 0;
      if (free && !keepLease(slot)) {
        memory.unlock(slot, 1);
      }
    } finally {
      mutex.unlock();
    }
    if (free) {
      released.run();
    }
  }

  private boolean keepLease(int slot) {
    return leases[slot] != null && leases[slot].keep(System.nanoTime());
  }

  /** Gives up locks that are kept for readers to come; before the shared memory is closed. */
  public void endLeases() {
    mutex.lock();
    try {
      for (SharedLease lease : leases) {
        if (lease != null) {
          lease.end();
        }
      }
    } finally {
      mutex.unlock();
    }
  }

  /**
   * Takes neighbouring bytes exclusively, all or none.
   *
   * @return false if another connection, here or elsewhere, has one of them in whatever way
   */
  public boolean tryExclusive(int first, int count) {
    mutex.lock();
    try {
      for (int slot = first; slot < first + count; slot++) {
        if (sharedCounts[slot] != 0 || exclusiveCounts[slot] != 0) {
          return false;
        }
      }
      for (int slot = first; slot < first + count; slot++) {
        if (leases[slot] != null) {
          leases[slot].end();
        }
      }
      if (!memory.tryLock(first, count, false)) {
        return false;
      }
      for (int slot = first; slot < first + count; slot++) {
        exclusiveCounts[slot] = -1;
      }
      exclusiveCounts[first] = count;
      return true;
    } finally {
      mutex.unlock();
    }
  }

  /** Gives up what {@link #tryExclusive} gave for exactly those bytes. */
  public void unlockExclusive(int first, int count) {
    mutex.lock();
    try {
      if (exclusiveCounts[first] != count) {
        throw new IllegalStateException("bytes " + first + ", " + count + " are not held");
      }
      for (int slot = first; slot < first + count; slot++) {
        exclusiveCounts[slot] = 0;
      }
      memory.unlock(first, count);
    } finally {
      mutex.unlock();
    }
    released.run();
  }
}
