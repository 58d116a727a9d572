// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What one commit of two changed pages asks of the files. Order and number of syncs were compared
 * with SQLite under strace; a lost or additional sync is a failing diff here.
 */
class SyncTraceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE   | OFF    | journal create; journal write 8720@0; test.db write 8192@0; journal"
            + " delete",
        "DELETE   | NORMAL | journal create; journal write 8720@0; journal write 12@0; journal"
            + " sync; directory sync; test.db write 8192@0; test.db sync; journal delete",
        "DELETE   | FULL   | journal create; journal write 8720@0; journal sync; directory sync;"
            + " journal write 12@0; journal sync; test.db write 8192@0; test.db sync; journal"
            + " delete",
        "DELETE   | EXTRA  | journal create; journal write 8720@0; journal sync; directory sync;"
            + " journal write 12@0; journal sync; test.db write 8192@0; test.db sync;"
            + " journal delete; directory sync",
        "TRUNCATE | OFF    | journal write 8720@0; test.db write 8192@0; journal truncate 0",
        "TRUNCATE | NORMAL | journal write 8720@0; journal write 12@0; journal sync; directory"
            + " sync; test.db write 8192@0; test.db sync; journal truncate 0",
        "TRUNCATE | FULL   | journal write 8720@0; journal sync; directory sync;"
            + " journal write 12@0; journal sync; test.db write 8192@0; test.db sync;"
            + " journal truncate 0; journal sync",
        "TRUNCATE | EXTRA  | journal write 8720@0; journal sync; directory sync;"
            + " journal write 12@0; journal sync; test.db write 8192@0; test.db sync;"
            + " journal truncate 0; journal sync",
        "PERSIST  | OFF    | journal write 8720@0; test.db write 8192@0; journal write 28@0",
        "PERSIST  | NORMAL | journal write 8720@0; journal write 12@0; journal sync; directory"
            + " sync; test.db write 8192@0; test.db sync; journal write 28@0; journal sync",
        "PERSIST  | FULL   | journal write 8720@0; journal sync; directory sync;"
            + " journal write 12@0; journal sync; test.db write 8192@0; test.db sync;"
            + " journal write 28@0; journal sync",
        "PERSIST  | EXTRA  | journal write 8720@0; journal sync; directory sync;"
            + " journal write 12@0; journal sync; test.db write 8192@0; test.db sync;"
            + " journal write 28@0; journal sync",
        "MEMORY   | FULL   | test.db write 8192@0; test.db sync",
        "OFF      | FULL   | test.db write 8192@0; test.db sync",
        "OFF      | OFF    | test.db write 8192@0",
      })
  void aCommitSyncsWhatSqliteSyncs(JournalMode mode, Synchronous synchronous, String calls) {
    SimulatedDisk disk = new SimulatedDisk();
    try (Pager pager =
        new DatabaseRegistry(disk.process()).open("test.db", OpenMode.READ_WRITE_CREATE)) {
      pager.setJournalMode(mode);
      pager.setSynchronous(synchronous);
      commitPageTwo(pager, 1);
      commitPageTwo(pager, 2);
      disk.startTrace();
      commitPageTwo(pager, 3);
      assertThat(disk.trace()).isEqualTo(List.of(calls.trim().split("; ?")));
    }
  }

  private static void commitPageTwo(Pager pager, int value) {
    pager.beginWrite();
    pager.write(2)[0] = (byte) value;
    pager.commitAndEndRead();
  }
}
