// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The time limit of one execution: when it has run out while the statement works, the statement is
 * interrupted. Time that the application spends between two calls counts as well (JDBC leaves that
 * open), but only a call that is at work is interrupted.
 */
final class QueryDeadline implements Runnable {
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final WalnutStatement statement;
  private final int seconds;
  private volatile boolean expired;
  private volatile boolean ended;
  private ScheduledFuture<?> task;

  QueryDeadline(WalnutStatement statement, int seconds) {
    this.statement = statement;
    this.seconds = seconds;
  }

  void start() {
    task = QueryTimer.shared().schedule(this, TimeUnit.SECONDS.toNanos(seconds));
  }

  void end() {
    ended = true;
    task.cancel(false);
  }

  boolean isExpired() {
    return expired;
  }

  int seconds() {
    return seconds;
  }

  @Override
  public void run() {
    if (!ended) {
      expired = true;
      statement.interruptIfRunning();
      // Between two calls nothing was there to interrupt: look again until the execution ends.
      QueryTimer.shared().schedule(this, RETRY_NANOS);
    }
  }
}
