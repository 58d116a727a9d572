// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.HeapSharedMemory;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.file.SharedMemory;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The eight locks of WAL mode between connections of one process and of several. */
class WalLocksTest {
  private final SimulatedDisk disk = new SimulatedDisk();
  private final AtomicInteger released = new AtomicInteger();
  private final SharedMemory memory = newMemory();
  private final WalLocks here = new WalLocks(memory, released::incrementAndGet);
  private final SharedMemory foreign = newMemory();

  private SharedMemory newMemory() {
    FileSystem process = disk.process();
    return process.openSharedMemory(process.open("a", OpenMode.READ_WRITE_CREATE), "a-shm", false);
  }

  @Test
  void theFirstToShareTakesTheProcessesLockAndTheLastDropsIt() {
    int slot = WalLocks.READ_1;
    assertThat(here.tryShared(slot)).isTrue();
    disk.heal();
    assertThat(here.tryShared(slot)).isTrue();
    assertThat(disk.callCount()).isZero();
    assertThat(foreign.tryLock(slot, 1, false)).isFalse();
    here.unlockShared(slot);
    assertThat(foreign.tryLock(slot, 1, false)).isFalse();
    assertThat(released).hasValue(0);
    here.unlockShared(slot);
    assertThat(released).hasValue(1);
    assertThat(foreign.tryLock(slot, 1, false)).isTrue();
    assertThat(here.tryShared(slot)).isFalse();
    foreign.unlock(slot, 1);
    assertThat(here.tryShared(slot)).isTrue();
  }

  @Test
  void exclusiveExcludesConnectionsHereAndElsewhere() {
    assertThat(here.tryExclusive(WalLocks.WRITE, 1)).isTrue();
    assertThat(here.tryExclusive(WalLocks.WRITE, 1)).isFalse();
    assertThat(here.tryShared(WalLocks.WRITE)).isFalse();
    assertThat(foreign.tryLock(WalLocks.WRITE, 1, false)).isFalse();
    here.unlockExclusive(WalLocks.WRITE, 1);
    assertThat(released).hasValue(1);
    assertThat(here.tryShared(WalLocks.WRITE)).isTrue();
    assertThat(here.tryExclusive(WalLocks.WRITE, 1)).isFalse();
  }

  @Test
  void aRangeIsLockedAsAWholeOrNotAtAll() {
    assertThat(here.tryShared(6)).isTrue();
    assertThat(here.tryExclusive(WalLocks.READ_1, 4)).isFalse();
    assertThat(foreign.tryLock(5, 1, false)).isTrue();
    here.unlockShared(6);
    assertThat(here.tryExclusive(WalLocks.READ_1, 4)).isFalse();
    assertThat(here.tryExclusive(6, 2)).isTrue();
    foreign.unlock(5, 1);
    assertThat(here.tryExclusive(WalLocks.READ_1, 2)).isTrue();
    assertThat(here.tryExclusive(5, 1)).isFalse();
    assertThat(here.tryShared(7)).isFalse();
  }

  @Test
  void droppingWhatIsNotHeldIsABug() {
    here.tryExclusive(WalLocks.CHECKPOINT, 2);
    assertThatThrownBy(() -> here.unlockExclusive(WalLocks.CHECKPOINT, 1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> here.unlockExclusive(WalLocks.RECOVER, 1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> here.unlockExclusive(WalLocks.WRITE, 1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> here.unlockShared(WalLocks.READ_0))
        .isInstanceOf(IllegalStateException.class);
    here.unlockExclusive(WalLocks.CHECKPOINT, 2);
    assertThat(foreign.tryLock(WalLocks.CHECKPOINT, 2, false)).isTrue();
  }

  @Test
  void aFailedCallChangesNothing() {
    disk.failAt(1, ResultCode.IOERR, true);
    assertShmLockFails(() -> here.tryShared(WalLocks.READ_0));
    assertShmLockFails(() -> here.tryExclusive(WalLocks.READ_0, 5));
    disk.heal();
    assertThat(here.tryExclusive(WalLocks.READ_0, 5)).isTrue();
    here.unlockExclusive(WalLocks.READ_0, 5);
    assertThat(here.tryShared(WalLocks.READ_0)).isTrue();
  }

  private static void assertShmLockFails(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.resultCode()).isEqualTo(ResultCode.IOERR_SHMLOCK));
  }

  @Test
  void connectionsOfOneProcessExcludeEachOtherWithoutAnyFile() {
    WalLocks alone = new WalLocks(new HeapSharedMemory(), false, () -> {});
    assertThat(alone.tryShared(WalLocks.READ_1)).isTrue();
    assertThat(alone.tryExclusive(WalLocks.READ_0, 5)).isFalse();
    assertThat(alone.tryExclusive(WalLocks.WRITE, 3)).isTrue();
    assertThat(alone.tryExclusive(WalLocks.CHECKPOINT, 1)).isFalse();
  }

  @Test
  void aLeasedSlotIsSharedAgainWithoutACallAndGivenUpForAnExclusiveLock() {
    WalLocks leasing = new WalLocks(newMemory(), true, () -> {});
    int slot = WalLocks.READ_1;
    boolean reused = false;
    // Where the machine stalls, the lease may become too old, and the lock is taken anew.
    for (int i = 0; i < 1000 && !reused; i++) {
      leaseSlot(leasing, slot);
      disk.heal();
      assertThat(leasing.tryShared(slot)).isTrue();
      reused = disk.callCount() == 0;
      if (!reused) {
        leasing.unlockShared(slot);
      }
    }
    assertThat(reused).isTrue();
    assertThat(foreign.tryLock(slot, 1, false)).isFalse();
    assertThat(leasing.tryExclusive(slot, 1)).isFalse();
    leasing.unlockShared(slot);
    assertThat(leasing.tryExclusive(WalLocks.READ_0, 5)).isTrue();
    leasing.unlockExclusive(WalLocks.READ_0, 5);
    leaseSlot(leasing, slot);
    leasing.endLeases();
    assertThat(foreign.tryLock(slot, 1, false)).isTrue();
  }

  @Test
  void aLeaseEndsByItself() {
    WalLocks leasing = new WalLocks(newMemory(), true, () -> {});
    leaseSlot(leasing, WalLocks.READ_0);
    long start = System.nanoTime();
    while (!foreign.tryLock(WalLocks.READ_0, 1, false)) {
      assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
      Thread.onSpinWait();
    }
  }

  /** Reads in such quick succession that the slot is kept, unless the machine stalls. */
  private static void leaseSlot(WalLocks locks, int slot) {
    for (int i = 0; i < 3; i++) {
      assertThat(locks.tryShared(slot)).isTrue();
      locks.unlockShared(slot);
    }
  }

  /** What one connection holds, in the simplest form: by byte 0, 1 for shared, 2 for exclusive. */
  private static final class Holder {
    final WalLocks locks;
    final int[] bytes = new int[SharedMemory.LOCK_COUNT];
    final int[] rangeCounts = new int[SharedMemory.LOCK_COUNT];

    Holder(WalLocks locks) {
      this.locks = locks;
    }
  }

  @Test
  void threeProcessesAgreeWithTheSimplestModel() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Holder> holders = new ArrayList<>();
    for (int process = 0; process < 3; process++) {
      WalLocks locks = new WalLocks(newMemory(), false, () -> {});
      for (int i = 0; i < 3; i++) {
        holders.add(new Holder(locks));
      }
    }
    for (int step = 0; step < 50_000; step++) {
      Holder holder = holders.get(random.nextInt(holders.size()));
      int first = random.nextInt(SharedMemory.LOCK_COUNT);
      if (holder.bytes[first] == 1) {
        holder.locks.unlockShared(first);
        holder.bytes[first] = 0;
      } else if (holder.rangeCounts[first] != 0) {
        int count = holder.rangeCounts[first];
        holder.locks.unlockExclusive(first, count);
        holder.rangeCounts[first] = 0;
        Arrays.fill(holder.bytes, first, first + count, 0);
      } else if (random.nextInt(3) != 0) {
        boolean shared = holder.locks.tryShared(first);
        assertThat(shared)
            .as("seed %d, step %d", seed, step)
            .isEqualTo(most(holders, first, 1) < 2);
        if (shared) {
          holder.bytes[first] = 1;
        }
      } else {
        int count = 1 + random.nextInt(Math.min(4, SharedMemory.LOCK_COUNT - first));
        boolean exclusive = holder.locks.tryExclusive(first, count);
        assertThat(exclusive)
            .as("seed %d, step %d", seed, step)
            .isEqualTo(most(holders, first, count) == 0);
        if (exclusive) {
          holder.rangeCounts[first] = count;
          Arrays.fill(holder.bytes, first, first + count, 2);
        }
      }
    }
  }

  private static int most(List<Holder> holders, int first, int count) {
    int most = 0;
    for (Holder holder : holders) {
      for (int i = first; i < first + count; i++) {
        most = Math.max(most, holder.bytes[i]);
      }
    }
    return most;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void threadsOfThreeProcessesNeverHoldConflictingLocks(boolean leases) throws Exception {
    long seed = System.nanoTime();
    AtomicIntegerArray held = new AtomicIntegerArray(SharedMemory.LOCK_COUNT);
    AtomicInteger taken = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(6);
    List<WalLocks> processes = new ArrayList<>();
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int process = 0; process < 3; process++) {
        WalLocks locks = new WalLocks(newMemory(), leases, () -> {});
        processes.add(locks);
        for (int i = 0; i < 2; i++) {
          Random random = new Random(seed + process * 2 + i);
          results.add(threads.submit(() -> takeAndDrop(locks, random, held, taken, seed)));
        }
      }
      for (Future<?> result : results) {
        result.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("seed " + seed, e.getCause());
    } finally {
      threads.shutdown();
    }
    assertThat(taken.get()).isGreaterThan(1000);
    processes.forEach(WalLocks::endLeases);
    // Nothing is left behind.
    assertThat(foreign.tryLock(0, SharedMemory.LOCK_COUNT, false)).isTrue();
  }

  private static void takeAndDrop(
      WalLocks locks, Random random, AtomicIntegerArray held, AtomicInteger taken, long seed) {
    for (int step = 0; step < 5000; step++) {
      int first = random.nextInt(SharedMemory.LOCK_COUNT);
      if (random.nextBoolean()) {
        if (locks.tryShared(first)) {
          assertThat(held.incrementAndGet(first)).as("seed %d", seed).isPositive();
          taken.incrementAndGet();
          held.decrementAndGet(first);
          locks.unlockShared(first);
        }
      } else {
        int count = 1 + random.nextInt(Math.min(4, SharedMemory.LOCK_COUNT - first));
        if (locks.tryExclusive(first, count)) {
          for (int i = first; i < first + count; i++) {
            assertThat(held.compareAndSet(i, 0, -1)).as("seed %d", seed).isTrue();
          }
          taken.incrementAndGet();
          for (int i = first; i < first + count; i++) {
            held.set(i, 0);
          }
          locks.unlockExclusive(first, count);
        }
      }
    }
  }
}
