// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The clock of query timeouts: one daemon thread for all connections of the driver, started by the
 * first timeout and ended when none has been set for a few seconds.
 */
final class QueryTimer {
  private static final int IDLE_SECONDS = 5;

  private static final QueryTimer SHARED = new QueryTimer();

  private final ScheduledThreadPoolExecutor executor;

  private QueryTimer() {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "walnut-query-timer");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
  }

  static QueryTimer shared() {
    return SHARED;
  }

  ScheduledFuture<?> schedule(Runnable task, long nanos) {
    return executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }
}
