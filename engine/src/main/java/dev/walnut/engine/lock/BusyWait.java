// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.util.function.BooleanSupplier;

/**
 * The waiting for locks of one statement: until {@code busy_timeout} is over, the statement is
 * cancelled or the thread interrupted.
 *
 * <p>A lock of this process wakes the waiter at once. Locks of other processes must be polled; the
 * intervals grow from 1 to 100 ms as SQLite's do. Confined to one thread; {@link #reset} starts a
 * new wait, so that an uncontended statement allocates nothing.
 */
public final class BusyWait {
  private static final int[] DELAY_MILLIS = {1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100};

  private final LockTable table;
  private long timeoutMillis;
  private BooleanSupplier cancelled = () -> false;
  private int attempts;
  private long startNanos;

  /** Waits for locks of that table, at first not at all. */
  public BusyWait(LockTable table) {
    this.table = table;
  }

  /** How long to wait in all, in milliseconds; 0 or less: not at all. */
  public void setTimeoutMillis(long timeoutMillis) {
    this.timeoutMillis = timeoutMillis;
  }

  /** How long to wait in all, in milliseconds. */
  public long timeoutMillis() {
    return timeoutMillis;
  }

  /** What tells, when asked at each interval, that waiting makes no sense any more. */
  public void setCancelled(BooleanSupplier cancelled) {
    this.cancelled = cancelled;
  }

  /** Begins a new wait. */
  public void reset() {
    attempts = 0;
  }

  /**
   * Waits a moment before the next attempt.
   *
   * @return false if the time is over: the answer is BUSY
   * @throws DatabaseException INTERRUPT if cancelled or interrupted; the interrupt status stays set
   */
  public boolean await() {
    if (timeoutMillis <= 0) {
      return false;
    }
    long now = System.nanoTime();
    if (attempts == 0) {
      startNanos = now;
    }
    long left = timeoutMillis * 1_000_000L - (now - startNanos);
    if (left <= 0) {
      return false;
    }
    long delay = DELAY_MILLIS[Math.min(attempts, DELAY_MILLIS.length - 1)] * 1_000_000L;
    attempts++;
    checkCancelled();
    try {
      table.awaitRelease(Math.min(delay, left));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(ResultCode.INTERRUPT, ResultCode.INTERRUPT.text(), e);
    }
    checkCancelled();
    return true;
  }

  private void checkCancelled() {
    if (cancelled.getAsBoolean()) {
      throw new DatabaseException(ResultCode.INTERRUPT);
    }
  }
}
