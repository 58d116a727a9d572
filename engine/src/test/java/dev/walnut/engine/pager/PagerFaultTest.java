// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lets the n-th file call fail, once or for ever, with an I/O error or a full disk, for n = 1, 2,
 * ... until a run passes. The error must arrive as an exception, the transaction must have happened
 * or not, and the connection must work again once the disk does.
 */
class PagerFaultTest {
  static Stream<Arguments> faults() {
    List<Arguments> all = new ArrayList<>();
    for (JournalMode mode : JournalMode.values()) {
      for (ResultCode code : new ResultCode[] {ResultCode.IOERR, ResultCode.FULL}) {
        all.add(Arguments.of(mode, code, false));
        all.add(Arguments.of(mode, code, true));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void anErrorInAnyCallLeavesACommittedState(JournalMode mode, ResultCode code, boolean forever) {
    List<byte[]> states =
        new CrashWorkload(mode, Synchronous.FULL).states(new SimulatedDisk().process());
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      FileSystem process = disk.process();
      CrashWorkload workload = new CrashWorkload(mode, Synchronous.FULL);
      Pager pager = workload.connect(process);
      disk.failAt(call, code, forever);
      boolean failed = false;
      try {
        workload.run(pager);
      } catch (DatabaseException e) {
        failed = true;
        assertThat(
                e.resultCode().is(ResultCode.IOERR)
                    || e.resultCode() == ResultCode.FULL
                    || e.resultCode() == ResultCode.CANTOPEN)
            .as(e.resultCode().name())
            .isTrue();
      }
      if (!failed) {
        pager.close();
        return;
      }
      String what = mode + " " + code + " forever=" + forever + " call " + call;
      boolean undone = rollback(pager);
      disk.heal();
      boolean promised = mode.hasFile() || undone;
      if (promised) {
        checkState(what + ", same connection", pager, states, workload.acknowledged);
      }
      try (Pager other = workload.connect(disk.afterPowerLoss(PowerLoss.KEPT, 0).process())) {
        if (promised) {
          checkState(what + ", another process", other, states, workload.acknowledged);
        }
      } catch (DatabaseException e) {
        assertThat(promised).as(what + ": " + e).isFalse();
      }
      if (promised) {
        pager.beginWrite();
        pager.write(pager.pageCount() + 1)[9] = 9;
        pager.commitAndEndRead();
      }
      pager.close();
      if (promised) {
        try (Pager again = workload.connect(process)) {
          CrashWorkload.content(again);
        }
      }
    }
  }

  private static boolean rollback(Pager pager) {
    try {
      pager.rollback();
      pager.endRead();
      return true;
    } catch (DatabaseException e) {
      assertThat(pager.state()).isEqualTo(PagerState.OPEN);
      return false;
    }
  }

  private static void checkState(String what, Pager pager, List<byte[]> states, int acknowledged) {
    int state = CrashWorkload.find(states, CrashWorkload.content(pager));
    assertThat(state).as(what).isBetween(acknowledged, acknowledged + 1);
  }
}
