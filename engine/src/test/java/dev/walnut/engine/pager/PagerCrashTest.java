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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Crashes a series of transactions in each of its file calls, for every journal mode and
 * synchronous level, and looks at what is found afterwards: after the kill of the process, and
 * after a power failure that keeps, drops, cuts off or tears what was not synced.
 */
class PagerCrashTest {
  private static final int SEEDS = 3;

  static Stream<Arguments> protocols() {
    List<Arguments> all = new ArrayList<>();
    for (JournalMode mode : JournalMode.values()) {
      for (Synchronous synchronous : Synchronous.values()) {
        all.add(Arguments.of(mode, synchronous));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void afterACrashInAnyCallTheDatabaseIsACommittedState(JournalMode mode, Synchronous synchronous) {
    List<byte[]> states =
        new CrashWorkload(mode, synchronous).states(new SimulatedDisk().process());
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      CrashWorkload workload = new CrashWorkload(mode, synchronous);
      boolean crashed = false;
      try {
        workload.run(workload.connect(disk.process()));
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      for (PowerLoss loss : PowerLoss.values()) {
        int seeds = loss == PowerLoss.KEPT || loss == PowerLoss.DROPPED ? 1 : SEEDS;
        for (int seed = 0; seed < seeds; seed++) {
          String what = mode + "/" + synchronous + " call " + call + " " + loss + " " + seed;
          SimulatedDisk found = disk.afterPowerLoss(loss, call * 31L + seed);
          check(what, found, states, workload.acknowledged, mode, synchronous, loss);
        }
      }
      if (!crashed) {
        return;
      }
    }
  }

  /** Recovery itself may be interrupted, in any call, and begun again. */
  @ParameterizedTest
  @EnumSource(
      value = JournalMode.class,
      names = {"DELETE", "TRUNCATE", "PERSIST"})
  void aCrashDuringRecoveryDoesNoHarm(JournalMode mode) {
    Synchronous synchronous = Synchronous.FULL;
    List<byte[]> states =
        new CrashWorkload(mode, synchronous).states(new SimulatedDisk().process());
    for (int call = 1; ; call += 3) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      CrashWorkload workload = new CrashWorkload(mode, synchronous);
      boolean crashed = false;
      try {
        workload.run(workload.connect(disk.process()));
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      if (!crashed) {
        return;
      }
      SimulatedDisk found = disk.afterPowerLoss(PowerLoss.KEPT, 0);
      byte[] journal = found.content(CrashWorkload.PATH + "-journal");
      if (journal != null && journal.length > 0 && journal[0] != 0) {
        crashInEachCallOfRecovery(mode + " call " + call, found, states, workload);
      }
    }
  }

  private static void crashInEachCallOfRecovery(
      String where, SimulatedDisk found, List<byte[]> states, CrashWorkload workload) {
    for (int call = 1; ; call++) {
      SimulatedDisk disk = found.afterPowerLoss(PowerLoss.KEPT, 0);
      disk.crashAt(call);
      boolean crashed = false;
      try {
        CrashWorkload.content(workload.connect(disk.process()));
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      for (PowerLoss loss : PowerLoss.values()) {
        String what = where + ", recovery call " + call + " " + loss;
        SimulatedDisk again = disk.afterPowerLoss(loss, call);
        check(
            what, again, states, workload.acknowledged, JournalMode.DELETE, Synchronous.FULL, loss);
      }
      if (!crashed) {
        return;
      }
    }
  }

  private static void check(
      String what,
      SimulatedDisk disk,
      List<byte[]> states,
      int acknowledged,
      JournalMode mode,
      Synchronous synchronous,
      PowerLoss loss) {
    boolean promised = isPromised(mode, synchronous, loss);
    int oldest = acknowledged - (mayLoseTheNewest(mode, synchronous, loss) ? 1 : 0);
    CrashWorkload workload = new CrashWorkload(mode, synchronous);
    try (Pager pager = workload.connect(disk.process())) {
      int state = CrashWorkload.find(states, CrashWorkload.content(pager));
      if (promised) {
        assertThat(state)
            .as(what + ": state after " + acknowledged + " commits")
            .isBetween(oldest, acknowledged + 1);
        continueWorking(what, pager, disk);
      }
    } catch (DatabaseException e) {
      if (promised
          || !(e.resultCode().is(ResultCode.CORRUPT) || e.resultCode() == ResultCode.NOTADB)) {
        fail(what, e);
      }
    }
  }

  /** After recovery the database can be changed, and no journal of the past comes back. */
  private static void continueWorking(String what, Pager pager, SimulatedDisk disk) {
    pager.beginWrite();
    int page = pager.pageCount() + 1;
    pager.write(page)[77] = 55;
    pager.commitAndEndRead();
    byte[] after = CrashWorkload.content(pager);
    SimulatedDisk killed = disk.afterPowerLoss(PowerLoss.KEPT, 0);
    try (Pager again =
        new CrashWorkload(JournalMode.DELETE, Synchronous.FULL).connect(killed.process())) {
      assertThat(CrashWorkload.content(again)).as(what).isEqualTo(after);
    }
  }

  /** Whether the combination promises a committed state at all: DESIGN 3.6. */
  private static boolean isPromised(JournalMode mode, Synchronous synchronous, PowerLoss loss) {
    if (!mode.hasFile()) {
      return false;
    }
    if (loss == PowerLoss.KEPT) {
      return true;
    }
    switch (synchronous) {
      case OFF:
        return false;
      case NORMAL:
        // The journal's count may be durable before its records, whose checksums are weak.
        return loss == PowerLoss.DROPPED;
      default:
        return true;
    }
  }

  private static boolean mayLoseTheNewest(
      JournalMode mode, Synchronous synchronous, PowerLoss loss) {
    if (loss == PowerLoss.KEPT || synchronous == Synchronous.EXTRA) {
      return false;
    }
    // A deletion, or with NORMAL a truncation, may be forgotten: then the journal is hot again.
    return mode == JournalMode.DELETE || synchronous == Synchronous.NORMAL;
  }
}
