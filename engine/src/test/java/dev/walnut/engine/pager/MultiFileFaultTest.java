// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lets the n-th file call of transactions over several files fail, once or for ever: the error
 * arrives, and the transaction has happened in all files or in none.
 */
class MultiFileFaultTest {
  private static final JournalMode DELETE = JournalMode.DELETE;

  static Stream<Arguments> faults() {
    List<Arguments> all = new ArrayList<>();
    for (List<JournalMode> modes :
        List.of(
            List.of(DELETE, DELETE),
            List.of(JournalMode.TRUNCATE, JournalMode.PERSIST, DELETE),
            List.of(JournalMode.PERSIST, JournalMode.PERSIST),
            List.of(JournalMode.WAL, DELETE, DELETE))) {
      for (ResultCode code : new ResultCode[] {ResultCode.IOERR, ResultCode.FULL}) {
        all.add(Arguments.of(modes, code, false));
        all.add(Arguments.of(modes, code, true));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void anErrorInAnyCallUndoesAllFilesOrNone(
      List<JournalMode> modes, ResultCode code, boolean forever) {
    List<byte[]> states =
        new MultiFileWorkload(modes, Synchronous.FULL).states(new SimulatedDisk().process(), -1);
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      FileSystem process = disk.process();
      MultiFileWorkload workload = new MultiFileWorkload(modes, Synchronous.FULL);
      List<Pager> pagers = workload.connect(process);
      disk.failAt(call, code, forever);
      String what = modes + " " + code + " forever=" + forever + " call " + call;
      boolean failed = false;
      try {
        workload.run(pagers);
      } catch (DatabaseException e) {
        failed = true;
      }
      if (!failed && disk.callCount() < call) {
        pagers.forEach(Pager::close);
        return;
      }
      boolean undone = MultiFileWorkload.rollback(pagers);
      disk.heal();
      boolean together = undone || !modes.contains(JournalMode.WAL);
      if (together) {
        checkState(what + ", same process", pagers, states, workload.acknowledged);
        List<Pager> others = workload.connect(disk.afterPowerLoss(PowerLoss.KEPT, 0).process());
        checkState(what + ", another process", others, states, workload.acknowledged);
        workload.run(pagers);
        assertThat(CrashWorkload.find(states, MultiFileWorkload.content(pagers, -1)))
            .as(what)
            .isEqualTo(states.size() - 1);
      }
      pagers.forEach(Pager::close);
    }
  }

  private static void checkState(
      String what, List<Pager> pagers, List<byte[]> states, int acknowledged) {
    int state = CrashWorkload.find(states, MultiFileWorkload.content(pagers, -1));
    assertThat(state).as(what).isBetween(acknowledged, acknowledged + 1);
  }

  @Test
  void aReaderOfTheLastFileMakesTheCommitBusyAndNothingHasChanged() {
    SimulatedDisk disk = new SimulatedDisk();
    List<JournalMode> modes = List.of(DELETE, JournalMode.WAL, JournalMode.PERSIST);
    MultiFileWorkload workload = new MultiFileWorkload(modes, Synchronous.FULL);
    List<Pager> pagers = workload.connect(disk.process());
    workload.step(pagers);
    byte[] before = MultiFileWorkload.content(pagers, -1);
    List<Pager> others = new MultiFileWorkload(modes, Synchronous.FULL).connect(disk.process());
    others.get(2).beginRead();
    assertThatThrownBy(() -> workload.step(pagers))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(ResultCode.BUSY));
    assertThat(disk.paths()).noneMatch(path -> path.contains("-mj"));
    assertThat(CrashWorkload.content(others.get(1)))
        .isEqualTo(
            new MultiFileWorkload(modes, Synchronous.FULL)
                .states(new SimulatedDisk().process(), 1)
                .get(1));
    others.get(2).endRead();
    MultiFileCommit.commit(pagers.get(0), pagers);
    pagers.forEach(Pager::endRead);
    assertThat(MultiFileWorkload.content(pagers, -1)).isNotEqualTo(before);
    assertThat(MultiFileWorkload.content(others, -1))
        .isEqualTo(MultiFileWorkload.content(pagers, -1));
  }
}
