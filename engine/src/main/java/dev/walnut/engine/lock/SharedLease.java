// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the process's SHARED lock, or that on a read mark of a log, for a moment after its last
 * reader, so that reads in quick succession do not each pay for taking and dropping it (and, since
 * under SHARED nobody can have written in between, for looking at the file's change counter and for
 * a journal).
 *
 * <pre>
 *   none -- last reader leaves, in a burst --> kept -- next reader, lease young --> in use again
 *    ^                                          |
 *    +---- lease too old: keeper, or reader ----+
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>E1 A lease is kept only in a burst: the reader that leaves came at most {@link
 *       #BURST_NANOS} after the one before it had left. So a single read followed by another
 *       process's write finds no lock.
 *   <li>E2 Its age counts from when the system's lock was taken, not from its last use; at {@link
 *       #LEASE_NANOS} it takes no new reader. A writer of another process that waits is therefore
 *       delayed by one lease and one round of the keeper at most, and finds PENDING respected at
 *       the next taking.
 *   <li>E3 The keeper, a daemon thread, drops what nobody dropped; it ends by itself when there was
 *       nothing to keep for {@link #IDLE_ROUNDS} rounds, and is started anew when needed.
 * </ul>
 *
 * <p>Guarded by the mutex of the {@link LockTable} or {@link WalLocks}.
 */
final class SharedLease {
  static final long LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  static final long BURST_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final int IDLE_ROUNDS = 50;

  private final ReentrantLock mutex;
  private final Condition round;
  private final Runnable drop;

  private boolean kept;
  private long takenNanos;
  private boolean everLeft;
  private long leftNanos;
  private boolean burst;
  private Thread keeper;

  /**
   * @param mutex guards this object
   * @param drop gives up the system's lock; called under the mutex
   */
  SharedLease(ReentrantLock mutex, Runnable drop) {
    this.mutex = mutex;
    this.round = mutex.newCondition();
    this.drop = drop;
  }

  boolean isKept() {
    return kept;
  }

  /**
   * A reader comes while no other is there. Turns a young lease over to it.
   *
   * @return whether the system's lock is held; if not, an old lease was dropped
   */
  boolean take(long now) {
    burst = everLeft && now - leftNanos < BURST_NANOS;
    if (!kept) {
      return false;
    }
    kept = false;
    if (now - takenNanos < LEASE_NANOS) {
      return true;
    }
    drop.run();
    return false;
  }

  /** The system's lock was taken just now. */
  void taken(long now) {
    takenNanos = now;
  }

  /**
   * The last reader leaves.
   *
   * @return whether the lock is kept; if not, the caller drops it
   */
  boolean keep(long now) {
    everLeft = true;
    leftNanos = now;
    if (!burst || now - takenNanos >= LEASE_NANOS) {
      return false;
    }
    kept = true;
    if (keeper == null) {
      keeper = new Thread(this::run, "walnut-lock-lease");
      keeper.setDaemon(true);
      keeper.start();
    }
    return true;
  }

  /** Gives up a lease, if there is one. */
  void end() {
    if (kept) {
      kept = false;
      drop.run();
    }
  }

  private void run() {
    mutex.lock();
    try {
      int idleRounds = 0;
      while (idleRounds < IDLE_ROUNDS) {
        round.awaitNanos(LEASE_NANOS);
        if (!kept) {
          idleRounds++;
        } else {
          idleRounds = 0;
          if (System.nanoTime() - takenNanos >= LEASE_NANOS) {
            end();
          }
        }
      }
    } catch (InterruptedException e) {
      // Nobody has this thread to interrupt it but the JVM's shutdown; then the lock goes with it.
      end();
    } finally {
      keeper = null;
      mutex.unlock();
    }
  }
}
