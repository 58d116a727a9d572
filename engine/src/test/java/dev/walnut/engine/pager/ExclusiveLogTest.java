// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that one connection in locking mode EXCLUSIVE has for itself, crashed and failed. */
class ExclusiveLogTest {
  private static final String SHARED_MEMORY = CrashWorkload.PATH + "-shm";

  /** In WAL mode from the start, and never with shared memory. */
  private static Pager connect(FileSystem process) {
    Pager pager =
        new DatabaseRegistry(process).open(CrashWorkload.PATH, OpenMode.READ_WRITE_CREATE);
    pager.setLockingMode(LockingMode.EXCLUSIVE);
    pager.settings().setSynchronous(Synchronous.FULL);
    pager.setPageSize(512, 0);
    pager.settings().setAutocheckpoint(20);
    pager.setJournalMode(JournalMode.WAL);
    return pager;
  }

  private static List<byte[]> states() {
    return workload().states(new SimulatedDisk().process());
  }

  private static CrashWorkload workload() {
    return new CrashWorkload(JournalMode.WAL, Synchronous.FULL);
  }

  @Test
  void afterACrashInAnyCallEveryAcknowledgedCommitIsThere() {
    List<byte[]> states = states();
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      CrashWorkload workload = workload();
      boolean crashed = false;
      try (Pager pager = connect(disk.process())) {
        workload.run(pager);
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      assertThat(disk.paths()).doesNotContain(SHARED_MEMORY);
      for (PowerLoss loss : PowerLoss.values()) {
        SimulatedDisk found = disk.afterPowerLoss(loss, call);
        try (Pager pager = workload.connect(found.process())) {
          assertThat(CrashWorkload.find(states, CrashWorkload.content(pager)))
              .as("call " + call + " " + loss)
              .isBetween(workload.acknowledged, workload.acknowledged + 1);
        }
      }
      if (!crashed) {
        return;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anErrorInAnyCallLeavesACommittedStateAndOthersGetInAfterwards(boolean forever) {
    List<byte[]> states = states();
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      FileSystem process = disk.process();
      CrashWorkload workload = workload();
      try (Pager first = connect(process)) {
        workload.step(first);
      }
      Pager pager = new DatabaseRegistry(process).open(CrashWorkload.PATH, OpenMode.READ_WRITE);
      pager.setLockingMode(LockingMode.EXCLUSIVE);
      disk.failAt(call, ResultCode.IOERR, forever);
      boolean failed = false;
      try {
        workload.run(pager);
      } catch (DatabaseException e) {
        failed = true;
        rollback(pager);
      }
      int calls = disk.callCount();
      disk.heal();
      assertState(states, pager, workload.acknowledged, "call " + call);
      pager.close();
      try (Pager other = workload.connect(disk.process())) {
        assertState(states, other, workload.acknowledged, "another process, call " + call);
      }
      if (!failed && calls < call) {
        return;
      }
    }
  }

  private static void rollback(Pager pager) {
    try {
      pager.rollback();
      pager.endRead();
    } catch (DatabaseException e) {
      assertThat(pager.state()).isEqualTo(PagerState.OPEN);
    }
  }

  private static void assertState(List<byte[]> states, Pager pager, int acknowledged, String what) {
    int state = CrashWorkload.find(states, CrashWorkload.content(pager));
    assertThat(state).as(what).isBetween(acknowledged, acknowledged + 1);
  }

  @Test
  void otherConnectionsOfTheProcessAreBusyUntilItIsClosed() {
    SimulatedDisk disk = new SimulatedDisk();
    DatabaseRegistry registry = new DatabaseRegistry(disk.process());
    Pager other = registry.open(CrashWorkload.PATH, OpenMode.READ_WRITE_CREATE);
    try (Pager owner = registry.open(CrashWorkload.PATH, OpenMode.READ_WRITE)) {
      owner.setLockingMode(LockingMode.EXCLUSIVE);
      owner.setJournalMode(JournalMode.WAL);
      owner.beginWrite();
      owner.write(2)[7] = 7;
      owner.commitAndEndRead();
      assertBusy(other::beginRead);
      assertBusy(other::beginWrite);
      owner.setLockingMode(LockingMode.NORMAL);
      assertThat(owner.lockingMode()).isEqualTo(LockingMode.EXCLUSIVE);
      assertBusy(other::beginRead);
    }
    assertThat(disk.paths()).containsExactly(CrashWorkload.PATH);
    other.beginRead();
    assertThat(other.read(2)[7]).isEqualTo((byte) 7);
    other.endRead();
    assertThat(other.journalMode()).isEqualTo(JournalMode.WAL);
    assertThat(disk.paths()).contains(SHARED_MEMORY);
    other.close();
  }

  private static void assertBusy(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode().is(ResultCode.BUSY)).isTrue());
  }
}
