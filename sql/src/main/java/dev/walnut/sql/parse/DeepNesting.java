// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.engine.api.DatabaseException;
import java.util.function.Supplier;

/**
 * Says that a text nests too deeply to be read on the caller's stack, whose size nobody knows.
 * SQLite reads such texts, up to its own limit, so they are read again by a thread with a stack
 * that is large enough for that limit. Only unusual texts come here.
 */
final class DeepNesting extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final DeepNesting FOUND = new DeepNesting();

  /** About 2 MiB are used at SQLite's limit, before any compilation. */
  private static final long STACK_BYTES = 16L << 20;

  private DeepNesting() {
    super(null, null, false, false);
  }

  /** The result of an action, or the error it ends with. An interrupt waits until it has ended. */
  static <T> T onLargeStack(Supplier<T> action) {
    Task<T> task = new Task<>(action);
    Thread thread = new Thread(null, task, "walnut-parser", STACK_BYTES, false);
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return task.get();
  }

  private static final class Task<T> implements Runnable {
    private final Supplier<T> action;
    private T result;
    private RuntimeException failure;
    private Error error;

    Task(Supplier<T> action) {
      this.action = action;
    }

    @Override
    public void run() {
      try {
        result = action.get();
      } catch (RuntimeException e) {
        failure = e;
      } catch (Error e) {
        error = e;
      }
    }

    T get() {
      if (error != null) {
        throw error;
      }
      if (failure instanceof DatabaseException e) {
        // Thrown here, so that the trace shows the caller.
        throw new DatabaseException(e.resultCode(), e.getMessage(), e);
      }
      if (failure != null) {
        throw failure;
      }
      return result;
    }
  }
}
