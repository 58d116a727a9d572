// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import dev.walnut.engine.wal.CheckpointMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Transactions and checkpoints in WAL mode of which each file call fails, with an I/O error or a
 * full disk, or is the last one of a process that is killed while another one lives on.
 */
class WalFaultTest {
  /** Another process reads on while one is killed, and finds all that it had committed. */
  @ParameterizedTest
  @EnumSource(WalCourse.class)
  void aProcessThatIsKilledInAnyCallHarmsNoOther(WalCourse course) {
    List<byte[]> states = new WalRun(course, Synchronous.NORMAL).states();
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      FileSystem victim = disk.process();
      WalRun run = new WalRun(course, Synchronous.NORMAL);
      try (Pager first = run.workload.connect(disk.process());
          Pager survivor =
              new DatabaseRegistry(disk.process()).open(CrashWorkload.PATH, OpenMode.READ_WRITE)) {
        CrashWorkload.content(survivor);
        run.workload.step(first);
        survivor.beginRead();
        disk.killAt(victim, call);
        boolean killed = false;
        try {
          run.run(victim);
        } catch (SimulatedCrash e) {
          killed = true;
        }
        disk.heal();
        String what = course + " call " + call;
        assertThat(CrashWorkload.find(states, CrashWorkload.contentOfSnapshot(survivor)))
            .as(what + ": the snapshot")
            .isEqualTo(1);
        survivor.endRead();
        int found = CrashWorkload.find(states, CrashWorkload.content(survivor));
        assertThat(found)
            .as(what)
            .isBetween(run.workload.acknowledged, run.workload.acknowledged + 1);
        survivor.beginWrite();
        survivor.write(survivor.pageCount() + 1)[5] = 5;
        survivor.commitAndEndRead();
        byte[] content = CrashWorkload.content(survivor);
        assertThat(CrashWorkload.content(first)).as(what + ": a third").isEqualTo(content);
        assertThat(survivor.checkpoint(CheckpointMode.TRUNCATE).isBusy()).as(what).isFalse();
        assertThat(CrashWorkload.content(first)).as(what + ": a third").isEqualTo(content);
        if (!killed) {
          return;
        }
      }
    }
  }

  static Stream<Arguments> faults() {
    List<Arguments> all = new ArrayList<>();
    for (WalCourse course : WalCourse.values()) {
      for (ResultCode code : new ResultCode[] {ResultCode.IOERR, ResultCode.FULL}) {
        all.add(Arguments.of(course, code, false));
        all.add(Arguments.of(course, code, true));
      }
    }
    return all.stream();
  }

  /** The n-th call fails: the error is reported, nothing committed is lost, and work goes on. */
  @ParameterizedTest
  @MethodSource("faults")
  void anErrorInAnyCallLeavesACommittedState(WalCourse course, ResultCode code, boolean forever) {
    List<byte[]> states = new WalRun(course, Synchronous.FULL).states();
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      FileSystem process = disk.process();
      WalRun run = new WalRun(course, Synchronous.FULL);
      CrashWorkload workload = run.workload;
      DatabaseRegistry registry = new DatabaseRegistry(process);
      Pager pager = workload.connect(registry);
      course.prepare(pager);
      Pager reader = registry.open(CrashWorkload.PATH, OpenMode.READ_WRITE);
      disk.failAt(call, code, forever);
      boolean failed = false;
      try {
        while (workload.acknowledged < CrashWorkload.commitCount()) {
          workload.step(pager);
          course.between(pager, reader, workload.acknowledged);
        }
      } catch (DatabaseException e) {
        failed = true;
        assertThat(
                e.resultCode().is(ResultCode.IOERR)
                    || e.resultCode() == ResultCode.FULL
                    || e.resultCode() == ResultCode.CANTOPEN)
            .as(e.resultCode().name())
            .isTrue();
      }
      String what = course + " " + code + " forever=" + forever + " call " + call;
      boolean done = disk.callCount() < call;
      if (failed) {
        rollback(pager);
        rollback(reader);
      } else {
        reader.endRead();
      }
      disk.heal();
      int state = checkState(what + ", same", pager, states, workload.acknowledged);
      assertThat(checkState(what + ", other", reader, states, workload.acknowledged))
          .as(what + ", other connection")
          .isEqualTo(state);
      try (Pager other = workload.connect(disk.afterPowerLoss(PowerLoss.KEPT, 0).process())) {
        int found = checkState(what + ", process", other, states, workload.acknowledged);
        if (!forever) {
          // What was reported as failed does not come back.
          assertThat(found).as(what + ", another process").isEqualTo(state);
        }
      }
      try (Pager other = workload.connect(disk.afterPowerLoss(PowerLoss.DROPPED, 0).process())) {
        checkState(what + ", power failure", other, states, workload.acknowledged);
      }
      pager.beginWrite();
      pager.write(pager.pageCount() + 1)[9] = 9;
      pager.commitAndEndRead();
      byte[] content = CrashWorkload.content(pager);
      assertThat(CrashWorkload.content(reader)).as(what).isEqualTo(content);
      assertThat(pager.checkpoint(CheckpointMode.TRUNCATE).isBusy()).as(what).isFalse();
      reader.close();
      pager.close();
      try (Pager again = workload.connect(disk.process())) {
        assertThat(CrashWorkload.content(again)).as(what).isEqualTo(content);
      }
      if (!failed && done) {
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

  private static int checkState(String what, Pager pager, List<byte[]> states, int acknowledged) {
    int state = CrashWorkload.find(states, CrashWorkload.content(pager));
    assertThat(state).as(what).isBetween(acknowledged, acknowledged + 1);
    return state;
  }
}
