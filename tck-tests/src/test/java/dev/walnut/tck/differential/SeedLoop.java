// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Runs one seed after another on several threads until the time is up or enough has failed. */
final class SeedLoop {

  private static final long SHRINK_MILLIS = 15_000;

  private final ProgramRunner runner;
  private final int maxFailures;
  private final int maxPerSignature;
  private final Set<Long> known;
  private final Consumer<Difference> listener;
  private final AtomicLong nextSeed;
  private final AtomicLong programCount = new AtomicLong();
  private final AtomicLong failedCount = new AtomicLong();
  private final AtomicLong statementCount = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Integer> countBySignature = new HashMap<>();
  private int reportedCount;

  /**
   * Makes a loop.
   *
   * @param firstSeed seeds are this number and those that follow
   * @param maxFailures the loop ends after as many shrunk failures
   * @param maxPerSignature failures of one kind that are shrunk and reported; others are counted
   * @param known seeds that are left out
   * @param listener told of every reported failure
   */
  SeedLoop(
      ProgramRunner runner,
      long firstSeed,
      int maxFailures,
      int maxPerSignature,
      Set<Long> known,
      Consumer<Difference> listener) {
    this.known = Set.copyOf(known);
    this.runner = runner;
    this.nextSeed = new AtomicLong(firstSeed);
    this.maxFailures = maxFailures;
    this.maxPerSignature = maxPerSignature;
    this.listener = listener;
  }

  void run(int threadCount, long maxMillis) throws InterruptedException, ExecutionException {
    run(threadCount, maxMillis, Long.MAX_VALUE);
  }

  /**
   * Runs until the time is up, enough has failed, or the seeds are used up.
   *
   * @param lastSeed the last seed that may be used
   */
  void run(int threadCount, long maxMillis, long lastSeed)
      throws InterruptedException, ExecutionException {
    long deadline = System.nanoTime() + maxMillis * 1_000_000;
    ExecutorService threads = Executors.newFixedThreadPool(threadCount);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threadCount; i++) {
        running.add(
            threads.submit(
                () -> {
                  long seed = nextSeed.getAndIncrement();
                  while (System.nanoTime() < deadline && !isEnough() && seed <= lastSeed) {
                    runSeed(seed);
                    seed = nextSeed.getAndIncrement();
                  }
                  return null;
                }));
      }
      for (Future<?> future : running) {
        future.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean isEnough() {
    lock.lock();
    try {
      return reportedCount >= maxFailures;
    } finally {
      lock.unlock();
    }
  }

  private void runSeed(long seed) throws Exception {
    if (known.contains(seed)) {
      return;
    }
    Program program = ProgramGenerator.program(seed);
    Difference difference = runner.run(program);
    programCount.incrementAndGet();
    statementCount.addAndGet(program.steps().size());
    if (difference == null) {
      return;
    }
    failedCount.incrementAndGet();
    lock.lock();
    try {
      int known = countBySignature.merge(difference.signature(), 1, Integer::sum);
      if (known > maxPerSignature || reportedCount >= maxFailures) {
        return;
      }
      reportedCount++;
    } finally {
      lock.unlock();
    }
    listener.accept(Shrinker.shrink(runner, difference, SHRINK_MILLIS));
  }

  long programCount() {
    return programCount.get();
  }

  long failedCount() {
    return failedCount.get();
  }

  long statementCount() {
    return statementCount.get();
  }
}
