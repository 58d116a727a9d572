// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import java.lang.ref.WeakReference;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The time limit of one execution. It holds for each call by itself: a call that runs the statement
 * or fetches a row and is inside the database for longer is interrupted. What the application does
 * between two calls takes none of the time.
 *
 * <p>{@code callStart} is when the present call began, 0 between calls; written by the calling
 * thread, read by the timer. The timer does not keep a forgotten statement alive.
 */
final class QueryDeadline implements Runnable {
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final WeakReference<WalnutStatement> statement;
  private final int seconds;
  private final long limitNanos;
  private volatile long callStart;
  private volatile boolean expired;
  private volatile ScheduledFuture<?> task;
  private volatile boolean ended;

  QueryDeadline(WalnutStatement statement, int seconds) {
    this.statement = new WeakReference<>(statement);
    this.seconds = seconds;
    this.limitNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  /** The execution begins, with its first call. */
  void start() {
    callBegins();
    task = QueryTimer.shared().schedule(this, limitNanos);
  }

  void callBegins() {
    expired = false;
    long now = System.nanoTime();
    callStart = now == 0 ? 1 : now;
  }

  void callEnds() {
    callStart = 0;
  }

  /** The execution is over. */
  void end() {
    ended = true;
    ScheduledFuture<?> current = task;
    if (current != null) {
      current.cancel(false);
    }
  }

  /** Whether the present call was interrupted for taking too long. */
  boolean isExpired() {
    return expired;
  }

  int seconds() {
    return seconds;
  }

  @Override
  public void run() {
    WalnutStatement owner = statement.get();
    if (ended || owner == null || owner.isClosed()) {
      return;
    }
    long start = callStart;
    long left = start == 0 ? limitNanos : limitNanos - (System.nanoTime() - start);
    if (left <= 0) {
      expired = true;
      owner.interruptIfRunning();
      // Should the call have been on its way in or out just now, look again soon.
      left = RETRY_NANOS;
    }
    task = QueryTimer.shared().schedule(this, left);
  }
}
