// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
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
 * A series of transactions and checkpoints in WAL mode, with rewinds, a log that is cut, readers in
 * the way and transactions that spill, is crashed in each of its file calls.
 */
class WalCrashTest {
  private static final int SEEDS = Integer.getInteger("walnut.crash.seeds", 1);

  static Stream<Arguments> courses() {
    List<Arguments> all = new ArrayList<>();
    for (WalCourse course : WalCourse.values()) {
      for (Synchronous synchronous : Synchronous.values()) {
        all.add(Arguments.of(course, synchronous));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("courses")
  void afterACrashInAnyCallThePromiseIsKept(WalCourse course, Synchronous synchronous) {
    List<byte[]> states = new WalRun(course, synchronous).states();
    // EXTRA is FULL here, and OFF promises little.
    boolean each = synchronous == Synchronous.NORMAL || synchronous == Synchronous.FULL;
    int step = each ? 1 : 3;
    int calls = 0;
    for (int call = 1; ; call += step) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      WalRun run = new WalRun(course, synchronous);
      boolean crashed = false;
      try {
        run.run(disk.process());
      } catch (SimulatedCrash e) {
        crashed = true;
        calls++;
      }
      for (PowerLoss loss : PowerLoss.values()) {
        int seeds = loss == PowerLoss.KEPT || loss == PowerLoss.DROPPED ? 1 : SEEDS;
        for (int seed = 0; seed < seeds; seed++) {
          String what = course + "/" + synchronous + " call " + call + " " + loss + " " + seed;
          SimulatedDisk found = disk.afterPowerLoss(loss, call * 31L + seed);
          check(what, found, states, run.workload.acknowledged, synchronous, loss);
        }
      }
      if (!crashed) {
        assertThat(calls).isGreaterThan(80 / step);
        return;
      }
    }
  }

  /**
   * DESIGN 3.6: a killed process loses nothing; after a power failure FULL has every commit, NORMAL
   * some committed state, and OFF anything.
   */
  private static void check(
      String what,
      SimulatedDisk disk,
      List<byte[]> states,
      int acknowledged,
      Synchronous synchronous,
      PowerLoss loss) {
    boolean promised = loss == PowerLoss.KEPT || synchronous != Synchronous.OFF;
    boolean keepsAll = loss == PowerLoss.KEPT || synchronous.compareTo(Synchronous.FULL) >= 0;
    CrashWorkload workload = new CrashWorkload(JournalMode.WAL, synchronous);
    DatabaseRegistry registry = new DatabaseRegistry(disk.process());
    try (Pager pager = registry.open(CrashWorkload.PATH, OpenMode.READ_WRITE_CREATE)) {
      byte[] content = CrashWorkload.content(pager);
      if (!promised) {
        return;
      }
      assertThat(CrashWorkload.find(states, content))
          .as(what + ": state after " + acknowledged + " commits")
          .isBetween(keepsAll ? acknowledged : 0, acknowledged + 1);
      pager.setPageSize(512, 0);
      pager.settings().setSynchronous(Synchronous.FULL);
      pager.settings().setAutocheckpoint(3);
      pager.beginWrite();
      int page = pager.pageCount() + 1;
      pager.write(page)[77] = 55;
      pager.commitAndEndRead();
      byte[] after = CrashWorkload.content(pager);
      boolean wal = pager.journalMode() == JournalMode.WAL;
      SimulatedDisk failed = disk.afterPowerLoss(wal ? PowerLoss.DROPPED : PowerLoss.KEPT, 0);
      try (Pager again = workload.connect(failed.process())) {
        assertThat(CrashWorkload.content(again)).as(what + ", more").isEqualTo(after);
      }
    } catch (DatabaseException e) {
      assertThat(promised).as(what + ": " + e).isFalse();
      assertThat(e.resultCode().is(ResultCode.CORRUPT) || e.resultCode() == ResultCode.NOTADB)
          .as(what + ": " + e)
          .isTrue();
    }
  }

  /** Recovery and the checkpoint that follows may be interrupted in any call, and begun again. */
  @ParameterizedTest
  @EnumSource(
      value = WalCourse.class,
      names = {"NO_CHECKPOINT", "AUTOMATIC", "WITH_READER"})
  void aCrashDuringRecoveryDoesNoHarm(WalCourse course) {
    Synchronous synchronous = Synchronous.FULL;
    List<byte[]> states = new WalRun(course, synchronous).states();
    for (int call = 40; ; call += 41) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      WalRun run = new WalRun(course, synchronous);
      try {
        run.run(disk.process());
        return;
      } catch (SimulatedCrash e) {
        SimulatedDisk found = disk.afterPowerLoss(PowerLoss.TORN, call);
        crashInEachCallOfRecovery(course + " call " + call, found, states, run.workload);
      }
    }
  }

  private static void crashInEachCallOfRecovery(
      String where, SimulatedDisk found, List<byte[]> states, CrashWorkload workload) {
    for (int call = 1; ; call++) {
      SimulatedDisk disk = found.afterPowerLoss(PowerLoss.KEPT, 0);
      disk.crashAt(call);
      boolean crashed = false;
      try (Pager pager = workload.connect(disk.process())) {
        pager.checkpoint(CheckpointMode.TRUNCATE);
        CrashWorkload.content(pager);
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      for (PowerLoss loss : PowerLoss.values()) {
        String what = where + ", recovery call " + call + " " + loss;
        SimulatedDisk again = disk.afterPowerLoss(loss, call);
        check(what, again, states, workload.acknowledged, Synchronous.FULL, loss);
      }
      if (!crashed) {
        return;
      }
    }
  }
}
