// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Lock states between connections of one process and of two. */
class LockTableTest {
  private static final FirstShared NOTHING_TO_DO = exclusive -> true;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final LockTable here = newProcess();
  private final LockTable there = newProcess();
  private final LockHolder a = new LockHolder();
  private final LockHolder b = new LockHolder();
  private final LockHolder foreign = new LockHolder();

  private LockTable newProcess() {
    return new LockTable(disk.process().open("a", OpenMode.READ_WRITE_CREATE), false);
  }

  private boolean share(LockTable table, LockHolder holder) {
    return table.tryShared(holder, NOTHING_TO_DO);
  }

  /** Lets the interval pass in which PENDING is not looked for again. */
  private static void passProbeInterval() {
    long start = System.nanoTime();
    while (System.nanoTime() - start <= RangeLocks.PROBE_INTERVAL_NANOS) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aLockHandedOverIsTheOthersAndOtherProcessesNoticeNothing() {
    assertThat(share(here, a)).isTrue();
    here.handOver(a, b);
    assertThat(a.state()).isEqualTo(LockState.UNLOCKED);
    assertThat(here.tryReserved(b)).isTrue();
    here.handOver(b, a);
    assertThat(a.state()).isEqualTo(LockState.RESERVED);
    assertThat(here.tryExclusive(a)).isTrue();
    assertThat(share(there, foreign)).isFalse();
    here.release(a);
    assertThat(here.sharedCount()).isZero();
    passProbeInterval();
    assertThat(share(there, foreign)).isTrue();
  }

  @Test
  void manyMayShareAndOneMayReserve() {
    assertThat(share(here, a)).isTrue();
    assertThat(share(here, b)).isTrue();
    assertThat(share(there, foreign)).isTrue();
    assertThat(here.tryReserved(a)).isTrue();
    assertThat(here.tryReserved(b)).isFalse();
    assertThat(there.tryReserved(foreign)).isFalse();
    assertThat(a.state()).isEqualTo(LockState.RESERVED);
    assertThat(b.state()).isEqualTo(LockState.SHARED);
  }

  @Test
  void exclusiveWaitsWithPendingUntilReadersHereAreGone() {
    share(here, a);
    share(here, b);
    here.tryReserved(a);
    assertThat(here.tryExclusive(a)).isFalse();
    assertThat(a.state()).isEqualTo(LockState.PENDING);
    assertThat(share(here, new LockHolder())).isFalse();
    passProbeInterval();
    assertThat(share(there, foreign)).isFalse();
    here.release(b);
    assertThat(here.tryExclusive(a)).isTrue();
    assertThat(share(here, b)).isFalse();
    assertThat(share(there, foreign)).isFalse();
    here.release(a);
    assertThat(share(here, b)).isTrue();
    assertThat(share(there, foreign)).isTrue();
  }

  @Test
  void exclusiveWaitsForReadersOfAnotherProcess() {
    share(here, a);
    share(there, foreign);
    here.tryReserved(a);
    assertThat(here.tryExclusive(a)).isFalse();
    assertThat(a.state()).isEqualTo(LockState.PENDING);
    there.release(foreign);
    assertThat(here.tryExclusive(a)).isTrue();
    here.downgrade(a);
    assertThat(a.state()).isEqualTo(LockState.SHARED);
    assertThat(share(there, foreign)).isTrue();
    assertThat(there.tryReserved(foreign)).isTrue();
    assertThat(there.tryExclusive(foreign)).isFalse();
  }

  @Test
  void aFailedUpgradeKeepsShared() {
    share(here, a);
    share(there, foreign);
    here.tryReserved(a);
    here.tryExclusive(a);
    here.downgrade(a);
    there.tryReserved(foreign);
    assertThat(there.tryExclusive(foreign)).isFalse();
    here.release(a);
    assertThat(there.tryExclusive(foreign)).isTrue();
  }

  @Test
  void readersThatOverlapDoNotStarveAWriterOfAnotherProcess() {
    share(here, a);
    share(there, foreign);
    there.tryReserved(foreign);
    assertThat(there.tryExclusive(foreign)).isFalse();
    passProbeInterval();
    assertThat(share(here, b)).isFalse();
    here.release(a);
    assertThat(there.tryExclusive(foreign)).isTrue();
  }

  @Test
  void theFirstReaderRevalidatesAndOthersDoNot() {
    int[] calls = new int[1];
    FirstShared counting =
        exclusive -> {
          calls[0]++;
          return true;
        };
    here.tryShared(a, counting);
    here.tryShared(b, counting);
    here.release(a);
    here.tryShared(a, counting);
    assertThat(calls[0]).isEqualTo(1);
    here.release(a);
    here.release(b);
    here.tryShared(a, counting);
    assertThat(calls[0]).isEqualTo(2);
  }

  @Test
  void recoveryNeedsThatNobodyElseReads() {
    share(there, foreign);
    boolean[] got = new boolean[1];
    FirstShared recovering =
        exclusive -> {
          got[0] = exclusive.tryExclusive();
          if (got[0]) {
            assertThat(share(there, foreign)).isFalse();
            exclusive.backToShared();
          }
          return got[0];
        };
    assertThat(here.tryShared(a, recovering)).isFalse();
    assertThat(a.state()).isEqualTo(LockState.UNLOCKED);
    there.release(foreign);
    assertThat(here.tryShared(a, recovering)).isTrue();
    assertThat(share(there, foreign)).isTrue();
  }

  @Test
  void anErrorOfRevalidationLeavesNothingLocked() {
    assertThatThrownBy(
            () ->
                here.tryShared(
                    a,
                    exclusive -> {
                      throw new DatabaseException(ResultCode.NOTADB);
                    }))
        .isInstanceOf(DatabaseException.class);
    assertThat(here.sharedCount()).isZero();
    share(there, foreign);
    there.tryReserved(foreign);
    assertThat(there.tryExclusive(foreign)).isTrue();
  }

  @Test
  void randomStepsNeverGrantConflictingStates() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    LockTable[] tables = {here, there};
    LockHolder[] holders = new LockHolder[6];
    for (int i = 0; i < holders.length; i++) {
      holders[i] = new LockHolder();
    }
    for (int step = 0; step < 20_000; step++) {
      int i = random.nextInt(holders.length);
      LockTable table = tables[i % 2];
      LockHolder holder = holders[i];
      switch (random.nextInt(5)) {
        case 0:
          table.release(holder);
          break;
        case 1:
          table.downgrade(holder);
          break;
        default:
          if (holder.state() == LockState.UNLOCKED) {
            share(table, holder);
          } else if (holder.state() == LockState.SHARED) {
            table.tryReserved(holder);
          } else {
            table.tryExclusive(holder);
          }
      }
      int writers = 0;
      int exclusives = 0;
      int holding = 0;
      for (LockHolder each : holders) {
        holding += each.state() == LockState.UNLOCKED ? 0 : 1;
        writers += each.state().atLeast(LockState.RESERVED) ? 1 : 0;
        exclusives += each.state() == LockState.EXCLUSIVE ? 1 : 0;
      }
      assertThat(writers).as("seed " + seed + " step " + step).isLessThanOrEqualTo(1);
      assertThat(exclusives == 0 || holding == 1).as("seed " + seed + " step " + step).isTrue();
    }
  }

  @Test
  void waitingEndsWithTheTimeoutACancellationOrAnInterrupt() {
    BusyWait wait = new BusyWait(here);
    wait.reset();
    assertThat(wait.await()).isFalse();
    wait.setTimeoutMillis(20);
    long start = System.nanoTime();
    wait.reset();
    while (wait.await()) {
      assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
    }
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000L);

    wait.setTimeoutMillis(60_000);
    wait.setCancelled(() -> true);
    wait.reset();
    assertInterrupted(wait::await);
    wait.setCancelled(() -> false);
    Thread.currentThread().interrupt();
    assertInterrupted(wait::await);
    assertThat(Thread.interrupted()).isTrue();
  }

  private static void assertInterrupted(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.resultCode()).isEqualTo(ResultCode.INTERRUPT));
  }

  @Test
  void aReleaseWakesWhoWaits() throws InterruptedException {
    share(here, a);
    here.tryReserved(a);
    here.tryExclusive(a);
    CountDownLatch started = new CountDownLatch(1);
    AtomicBoolean got = new AtomicBoolean();
    Thread waiter =
        new Thread(
            () -> {
              BusyWait wait = new BusyWait(here);
              wait.setTimeoutMillis(30_000);
              wait.reset();
              started.countDown();
              while (!share(here, b)) {
                if (!wait.await()) {
                  return;
                }
              }
              got.set(true);
            });
    waiter.start();
    started.await();
    here.release(a);
    waiter.join();
    assertThat(got).isTrue();
  }
}
