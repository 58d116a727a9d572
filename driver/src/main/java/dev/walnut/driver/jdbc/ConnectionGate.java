// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one call at a time into a session, from whatever threads.
 *
 * <p>Calls that run statements take a lock ({@link #enter}, {@link #leave}). Getters of result sets
 * are called thousands of times per query, nearly always by the one thread that works with the
 * connection, so they may skip the lock ({@link #beginRead}, {@link #endRead}) while the gate is
 * <em>biased</em> to that thread.
 *
 * <p>States: biased to a thread ({@code owner}), or shared ({@code owner} null).
 *
 * <ul>
 *   <li>G1 {@code owner} and {@code openRows} change only under the lock.
 *   <li>G2 A getter skips the lock only in the owner's thread, with {@code reading} set around it.
 *   <li>G3 Another thread that enters while no result set is on a row becomes the owner: nobody can
 *       be inside a getter. That is how a pool hands connections around.
 *   <li>G4 Another thread that enters while a result set is on a row makes the gate shared, then
 *       waits until the old owner's store to {@code reading} must have become visible and is false.
 *       From then on getters lock. The gate is biased anew when no result set is on a row.
 * </ul>
 *
 * <p>Why the wait of G4 is enough: the owner stores {@code reading} and then looks at {@code owner}
 * without a fence between. If it saw itself as owner, its store was issued before the change became
 * visible; a store stays in a processor's buffer for nanoseconds, the pause is a hundred thousand
 * times longer.
 *
 * <p>{@code running} says which statement is inside the session, for cancelling: {@link
 * #interruptIfRunning} interrupts only that one, and {@link #leave} does not return while an
 * interrupt aimed at the leaving statement is under way, so it cannot hit the caller's next one.
 */
final class ConnectionGate {
  private static final VarHandle READING;
  private static final VarHandle RUNNING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      READING = lookup.findVarHandle(ConnectionGate.class, "reading", boolean.class);
      RUNNING = lookup.findVarHandle(ConnectionGate.class, "running", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final long REVOKE_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicInteger interrupters = new AtomicInteger();
  private volatile Thread owner;
  private int openRows;

  @SuppressWarnings("unused")
  private boolean reading;

  @SuppressWarnings("unused")
  private Object running;

  /** Enters; blocks while another thread is inside. Reentrant. */
  void enter() {
    lock.lock();
    if (owner != Thread.currentThread()) {
      changeOwner();
    }
  }

  /** Enters if that is possible within the time; false if not, or if the thread is interrupted. */
  boolean tryEnter(long millis) {
    try {
      if (!lock.tryLock(millis, TimeUnit.MILLISECONDS)) {
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (owner != Thread.currentThread()) {
      changeOwner();
    }
    return true;
  }

  /** Whether the calling thread is inside. */
  boolean isInside() {
    return lock.isHeldByCurrentThread();
  }

  /** Leaves. */
  void leave() {
    if (lock.getHoldCount() == 1) {
      RUNNING.setOpaque(this, null);
    }
    lock.unlock();
    while (interrupters.get() != 0) {
      Thread.onSpinWait();
    }
  }

  /** The statement that is about to work inside the session; the caller has entered. */
  void setRunning(Object statement) {
    RUNNING.setOpaque(this, statement);
  }

  /** Runs the action if that statement is working inside the session now. */
  void interruptIfRunning(Object statement, Runnable interrupt) {
    interrupters.incrementAndGet();
    try {
      if (RUNNING.getOpaque(this) == statement) {
        interrupt.run();
      }
    } finally {
      interrupters.decrementAndGet();
    }
  }

  /** A result set got onto its first row. The caller has entered. */
  void rowOpened() {
    openRows++;
  }

  /** A result set is on no row any more. The caller has entered. */
  void rowClosed() {
    openRows--;
  }

  /** Before a getter. The answer goes to {@link #endRead}. */
  boolean beginRead() {
    Thread current = Thread.currentThread();
    if (owner == current) {
      READING.setOpaque(this, true);
      if (owner == current) {
        return true;
      }
      READING.setOpaque(this, false);
    }
    enter();
    return false;
  }

  /** After a getter. */
  void endRead(boolean unlocked) {
    if (unlocked) {
      READING.setOpaque(this, false);
    } else {
      lock.unlock();
    }
  }

  private void changeOwner() {
    if (openRows == 0) {
      owner = Thread.currentThread();
    } else if (owner != null) {
      owner = null;
      LockSupport.parkNanos(REVOKE_PAUSE_NANOS);
      while ((boolean) READING.getOpaque(this)) {
        Thread.onSpinWait();
      }
    }
  }
}
