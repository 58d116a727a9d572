// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.SimulatedDisk;
import dev.walnut.engine.wal.CheckpointMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What commits, a checkpoint and closing ask of the files in WAL mode. Kind and order of writes and
 * syncs were compared with SQLite under strace (docs/wal-syncs.md): a lost or additional sync is a
 * failing diff here.
 */
class WalSyncTraceTest {
  private static final String COPY = "a.db write 4096@4096";

  @Test
  void fullSyncsEachCommit() {
    assertThat(trace(Synchronous.FULL))
        .containsExactly(
            "-- commit",
            "wal write 32@0",
            "wal sync",
            "directory sync",
            "wal write 4120@32",
            "wal sync",
            "-- commit",
            "wal write 4120@4152",
            "wal sync",
            "-- commit",
            "wal write 4120@8272",
            "wal sync",
            "-- checkpoint",
            "wal sync",
            COPY,
            "a.db truncate 8192",
            "a.db sync",
            "-- commit",
            "wal write 32@0",
            "wal sync",
            "wal write 4120@32",
            "wal sync",
            "-- close",
            "wal sync",
            COPY,
            "a.db truncate 8192",
            "a.db sync",
            "shm delete",
            "wal delete");
  }

  @Test
  void extraIsAsFull() {
    assertThat(trace(Synchronous.EXTRA)).isEqualTo(trace(Synchronous.FULL));
  }

  @Test
  void normalSyncsOnlyTheHeaderOfALogThatBeginsAndCheckpoints() {
    List<String> expected = new ArrayList<>(trace(Synchronous.FULL));
    // The sync after each commit's frame is what FULL adds.
    for (int i = expected.size() - 1; i > 0; i--) {
      if (expected.get(i).equals("wal sync") && expected.get(i - 1).startsWith("wal write 4120@")) {
        expected.remove(i);
      }
    }
    assertThat(expected).filteredOn("wal sync"::equals).hasSize(4);
    assertThat(trace(Synchronous.NORMAL)).isEqualTo(expected);
  }

  @Test
  void offSyncsNothing() {
    assertThat(trace(Synchronous.OFF))
        .filteredOn(call -> call.endsWith("sync"))
        // Closing tidies up durably, whatever the level was.
        .containsExactly("wal sync", "directory sync", "a.db sync");
  }

  /** Three commits of page 2, a checkpoint, a commit that begins the log anew, closing. */
  private static List<String> trace(Synchronous level) {
    SimulatedDisk disk = new SimulatedDisk();
    List<String> calls = new ArrayList<>();
    try (Pager pager =
        new DatabaseRegistry(disk.process()).open("a.db", OpenMode.READ_WRITE_CREATE)) {
      commitPageTwo(pager, 0);
      pager.setJournalMode(JournalMode.WAL);
      pager.settings().setSynchronous(level);
      for (int i = 1; i <= 3; i++) {
        disk.startTrace();
        commitPageTwo(pager, i);
        take(disk, calls, "-- commit");
      }
      disk.startTrace();
      pager.checkpoint(CheckpointMode.PASSIVE);
      take(disk, calls, "-- checkpoint");
      disk.startTrace();
      commitPageTwo(pager, 4);
      take(disk, calls, "-- commit");
      disk.startTrace();
    }
    take(disk, calls, "-- close");
    return calls;
  }

  private static void take(SimulatedDisk disk, List<String> calls, String heading) {
    calls.add(heading);
    calls.addAll(disk.trace());
  }

  private static void commitPageTwo(Pager pager, int value) {
    pager.beginWrite();
    pager.write(2)[0] = (byte) value;
    pager.commitAndEndRead();
  }
}
