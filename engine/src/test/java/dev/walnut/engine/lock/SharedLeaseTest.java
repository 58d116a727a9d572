// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** When SHARED is kept after the last reader, and that it is given up by itself. */
class SharedLeaseTest {
  private final ReentrantLock mutex = new ReentrantLock();
  private final AtomicInteger drops = new AtomicInteger();
  private final SharedLease lease = new SharedLease(mutex, drops::incrementAndGet);

  /** One reader comes and goes; whether the lock was kept after it. */
  private boolean read(long comes, long goes) {
    mutex.lock();
    try {
      if (!lease.take(comes)) {
        lease.taken(comes);
      }
      return lease.keep(goes);
    } finally {
      mutex.unlock();
    }
  }

  @Test
  void singleReadersKeepNothing() {
    long now = System.nanoTime();
    assertThat(read(now, now + 10)).isFalse();
    long later = now + 10 + SharedLease.BURST_NANOS;
    assertThat(read(later, later + 10)).isFalse();
    assertThat(lease.isKept()).isFalse();
  }

  @Test
  void burstKeepsTheLockUntilTheLeaseIsOld() {
    long now = System.nanoTime();
    assertThat(read(now, now + 10)).isFalse();
    long taken = now + 20;
    assertThat(read(taken, taken + 10)).isTrue();
    mutex.lock();
    try {
      // The age counts from the taking, however often it was used since.
      assertThat(lease.take(taken + SharedLease.LEASE_NANOS - 1)).isTrue();
      assertThat(drops).hasValue(0);
      assertThat(lease.keep(taken + SharedLease.LEASE_NANOS)).isFalse();
    } finally {
      mutex.unlock();
    }
  }

  @Test
  void oldLeaseTakesNoReader() {
    long now = System.nanoTime();
    read(now, now + 10);
    mutex.lock();
    try {
      lease.take(now + 20);
      lease.taken(now + 20);
      assertThat(lease.keep(now + 30)).isTrue();
      assertThat(lease.take(now + 20 + SharedLease.LEASE_NANOS)).isFalse();
      assertThat(drops).hasValue(1);
    } finally {
      mutex.unlock();
    }
  }

  @Test
  void keeperGivesUpWhatNobodyUses() {
    long now = System.nanoTime();
    read(now, now + 10);
    assertThat(read(now + 20, now + 30)).isTrue();
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (drops.get() == 0 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(drops).hasValue(1);
    assertThat(lease.isKept()).isFalse();
  }

  @Test
  void writerOfAnotherProcessGetsInBetweenBursts() {
    SimulatedDisk disk = new SimulatedDisk();
    LockTable here = new LockTable(disk.process().open("a", OpenMode.READ_WRITE_CREATE), true);
    LockTable there = new LockTable(disk.process().open("a", OpenMode.READ_WRITE_CREATE), false);
    LockHolder reader = new LockHolder();
    LockHolder writer = new LockHolder();
    there.tryShared(writer, exclusive -> true);
    there.tryReserved(writer);
    long deadline = System.nanoTime() + 20_000_000_000L;
    boolean exclusive = false;
    while (!exclusive && System.nanoTime() < deadline) {
      if (here.tryShared(reader, recovery -> true)) {
        here.release(reader);
      }
      exclusive = there.tryExclusive(writer);
    }
    assertThat(exclusive).isTrue();
    assertThat(here.tryShared(reader, recovery -> true)).isFalse();
    there.release(writer);
    assertThat(here.tryShared(reader, recovery -> true)).isTrue();
    here.release(reader);
    here.endLease();
  }
}
