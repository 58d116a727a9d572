// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs each task at once on the calling thread. An asynchronous channel with this executor does its
 * work before the call returns, and, unlike a {@code FileChannel}, does not close itself when the
 * thread is interrupted.
 */
final class DirectExecutor extends AbstractExecutorService {
  static final DirectExecutor INSTANCE = new DirectExecutor();

  private DirectExecutor() {}

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}
