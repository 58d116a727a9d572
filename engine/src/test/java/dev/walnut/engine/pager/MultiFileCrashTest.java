// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Crashes transactions over two and three files in each file call, and looks at what the files are
 * together after the kill of the process and after a power failure.
 */
class MultiFileCrashTest {
  private static final JournalMode DELETE = JournalMode.DELETE;
  private static final JournalMode TRUNCATE = JournalMode.TRUNCATE;
  private static final JournalMode PERSIST = JournalMode.PERSIST;

  static Stream<Arguments> protocols() {
    List<Arguments> all = new ArrayList<>();
    for (Synchronous synchronous : Synchronous.values()) {
      all.add(Arguments.of(List.of(DELETE, DELETE), synchronous));
      all.add(Arguments.of(List.of(PERSIST, DELETE, TRUNCATE), synchronous));
    }
    for (Synchronous synchronous : new Synchronous[] {Synchronous.NORMAL, Synchronous.FULL}) {
      all.add(Arguments.of(List.of(PERSIST, PERSIST), synchronous));
      all.add(Arguments.of(List.of(TRUNCATE, TRUNCATE), synchronous));
    }
    all.add(Arguments.of(List.of(JournalMode.WAL, DELETE, DELETE), Synchronous.FULL));
    all.add(Arguments.of(List.of(JournalMode.MEMORY, DELETE), Synchronous.FULL));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void afterACrashInAnyCallTheFilesAreOneCommittedState(
      List<JournalMode> modes, Synchronous synchronous) {
    List<List<byte[]>> states = new ArrayList<>();
    for (int file = -1; file < modes.size(); file++) {
      MultiFileWorkload workload = new MultiFileWorkload(modes, synchronous);
      states.add(workload.states(new SimulatedDisk().process(), file));
    }
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      MultiFileWorkload workload = new MultiFileWorkload(modes, synchronous);
      boolean crashed = false;
      try {
        workload.run(workload.connect(disk.process()));
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      for (PowerLoss loss : PowerLoss.values()) {
        int seeds = loss == PowerLoss.TORN ? 2 : 1;
        for (int seed = 0; seed < seeds; seed++) {
          String what = modes + "/" + synchronous + " call " + call + " " + loss + " " + seed;
          SimulatedDisk found = disk.afterPowerLoss(loss, call * 31L + seed);
          check(what, found, states, workload, modes, synchronous, loss);
        }
      }
      if (!crashed) {
        return;
      }
    }
  }

  private static void check(
      String what,
      SimulatedDisk disk,
      List<List<byte[]>> states,
      MultiFileWorkload workload,
      List<JournalMode> modes,
      Synchronous synchronous,
      PowerLoss loss) {
    int acknowledged = workload.acknowledged;
    boolean together =
        modes.stream().allMatch(JournalMode::hasFile) && synchronous != Synchronous.OFF;
    try {
      List<Pager> pagers = workload.connect(disk.process());
      if (together && isPromised(synchronous, loss)) {
        int state = CrashWorkload.find(states.get(0), MultiFileWorkload.content(pagers, -1));
        // Unlike that of one file, the commit is durable with FULL and NORMAL too: the
        // super-journal's deletion is synced.
        assertThat(state).as(what).isBetween(acknowledged, acknowledged + 1);
        assertThat(disk.paths())
            .as(what)
            .noneMatch(path -> path.endsWith("-journal") && isHot(disk, path));
        workUnlessDone(what, pagers, disk);
        return;
      }
      for (int file = 0; file < modes.size(); file++) {
        boolean promised = modes.get(file) == JournalMode.WAL || modes.get(file).hasFile();
        if (promised && loss == PowerLoss.KEPT) {
          int state =
              CrashWorkload.find(states.get(file + 1), MultiFileWorkload.content(pagers, file));
          assertThat(state).as(what + " file " + file).isBetween(acknowledged, acknowledged + 1);
        }
      }
    } catch (DatabaseException e) {
      if (together && isPromised(synchronous, loss)
          || loss == PowerLoss.KEPT && !modes.contains(JournalMode.MEMORY)
          || !(e.resultCode().is(ResultCode.CORRUPT) || e.resultCode() == ResultCode.NOTADB)) {
        fail(what, e);
      }
    }
  }

  private static boolean isHot(SimulatedDisk disk, String path) {
    byte[] content = disk.content(path);
    return content.length > 0 && content[0] != 0;
  }

  /** After recovery the databases can be changed, one of them alone too. */
  private static void workUnlessDone(String what, List<Pager> pagers, SimulatedDisk disk) {
    for (Pager pager : pagers) {
      pager.beginWrite();
      pager.write(2)[77] = 55;
    }
    MultiFileCommit.commit(pagers.get(0), pagers);
    pagers.forEach(Pager::endRead);
    Pager last = pagers.get(pagers.size() - 1);
    last.beginWrite();
    last.write(2)[78] = 56;
    last.commitAndEndRead();
    byte[] after = MultiFileWorkload.content(pagers, -1);
    SimulatedDisk killed = disk.afterPowerLoss(PowerLoss.KEPT, 0);
    MultiFileWorkload again =
        new MultiFileWorkload(
            List.of(DELETE, DELETE, DELETE).subList(0, pagers.size()), Synchronous.FULL);
    assertThat(
            MultiFileWorkload.content(
                again.connect(killed.process()).subList(0, pagers.size()), -1))
        .as(what)
        .isEqualTo(after);
  }

  private static boolean isPromised(Synchronous synchronous, PowerLoss loss) {
    return loss == PowerLoss.KEPT
        || synchronous.compareTo(Synchronous.FULL) >= 0
        || synchronous == Synchronous.NORMAL && loss == PowerLoss.DROPPED;
  }

  /** Recovery itself may be interrupted, in any call, and begun again with another file. */
  @Test
  void aCrashDuringRecoveryDoesNoHarm() {
    List<JournalMode> modes = List.of(DELETE, DELETE, PERSIST);
    List<byte[]> states =
        new MultiFileWorkload(modes, Synchronous.FULL).states(new SimulatedDisk().process(), -1);
    int recoveries = 0;
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      MultiFileWorkload workload = new MultiFileWorkload(modes, Synchronous.FULL);
      try {
        workload.run(workload.connect(disk.process()));
        break;
      } catch (SimulatedCrash e) {
        // What a crash leaves is what this is about.
      }
      if (disk.paths().stream().noneMatch(path -> path.contains("-mj"))) {
        continue;
      }
      recoveries++;
      crashInEachCallOfRecovery("call " + call, disk, states, workload, recoveries);
    }
    assertThat(recoveries).isGreaterThan(50);
  }

  private static void crashInEachCallOfRecovery(
      String where, SimulatedDisk left, List<byte[]> states, MultiFileWorkload workload, int turn) {
    for (int call = 1; ; call += 2) {
      SimulatedDisk disk = left.afterPowerLoss(PowerLoss.KEPT, 0);
      disk.crashAt(call);
      boolean crashed = false;
      try {
        List<Pager> pagers = workload.connect(disk.process());
        for (int i = 0; i < pagers.size(); i++) {
          CrashWorkload.content(pagers.get((i + turn) % pagers.size()));
        }
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      for (PowerLoss loss : PowerLoss.values()) {
        String what = where + ", recovery call " + call + " " + loss;
        SimulatedDisk again = disk.afterPowerLoss(loss, call);
        int state =
            CrashWorkload.find(
                states, MultiFileWorkload.content(workload.connect(again.process()), -1));
        assertThat(state).as(what).isBetween(workload.acknowledged, workload.acknowledged + 1);
      }
      if (!crashed) {
        return;
      }
    }
  }
}
