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
      pager.settings().setSynchronous(synchronous);
      commitPageTwo(pager, 1);
      commitPageTwo(pager, 2);
      disk.startTrace();
      commitPageTwo(pager, 3);
      assertThat(disk.trace()).isEqualTo(List.of(calls.trim().split("; ?")));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE   | OFF    | journal create; journal write 8720@0; a.db write 8192@0;"
            + " journal create; journal write 8720@0; b.db write 8192@0;"
            + " journal delete; journal delete",
        "DELETE   | FULL   | super-journal create; super-journal write 26@0; super-journal sync;"
            + " directory sync; journal create; journal write 8720@0; journal write 36@9216;"
            + " journal sync; directory sync; journal write 12@0; journal sync;"
            + " a.db write 8192@0; a.db sync; journal create; journal write 8720@0;"
            + " journal write 36@9216; journal sync; directory sync; journal write 12@0;"
            + " journal sync; b.db write 8192@0; b.db sync; super-journal delete;"
            + " directory sync; journal delete; journal delete",
        "DELETE   | NORMAL | super-journal create; super-journal write 26@0; super-journal sync;"
            + " directory sync; journal create; journal write 8756@0; journal write 12@0;"
            + " journal sync; directory sync; a.db write 8192@0; a.db sync; journal create;"
            + " journal write 8756@0; journal write 12@0; journal sync; directory sync;"
            + " b.db write 8192@0; b.db sync; super-journal delete; directory sync;"
            + " journal delete; journal delete",
        "PERSIST  | FULL   | super-journal create; super-journal write 26@0; super-journal sync;"
            + " directory sync; journal write 8720@0; journal write 36@9216; journal sync;"
            + " directory sync; journal write 12@0; journal sync; a.db write 8192@0; a.db sync;"
            + " journal write 8720@0; journal write 36@9216; journal sync; directory sync;"
            + " journal write 12@0; journal sync; b.db write 8192@0; b.db sync;"
            + " super-journal delete; directory sync; journal truncate 0; journal sync;"
            + " journal truncate 0; journal sync",
      })
  void aCommitOverTwoFilesSyncsWhatSqliteSyncs(
      JournalMode mode, Synchronous synchronous, String calls) {
    SimulatedDisk disk = new SimulatedDisk();
    DatabaseRegistry registry = new DatabaseRegistry(disk.process());
    try (Pager a = registry.open("a.db", OpenMode.READ_WRITE_CREATE);
        Pager b = registry.open("b.db", OpenMode.READ_WRITE_CREATE)) {
      for (Pager pager : List.of(a, b)) {
        pager.setJournalMode(mode);
        pager.settings().setSynchronous(synchronous);
      }
      commitPageTwo(List.of(a, b), 1);
      commitPageTwo(List.of(a, b), 2);
      disk.startTrace();
      commitPageTwo(List.of(a, b), 3);
      assertThat(disk.trace()).isEqualTo(List.of(calls.trim().split("; ?")));
    }
  }

  private static void commitPageTwo(List<Pager> pagers, int value) {
    for (Pager pager : pagers) {
      pager.beginWrite();
      pager.write(2)[0] = (byte) value;
    }
    MultiFileCommit.commit(pagers.get(0), pagers);
    pagers.forEach(Pager::endRead);
  }

  private static void commitPageTwo(Pager pager, int value) {
    pager.beginWrite();
    pager.write(2)[0] = (byte) value;
    pager.commitAndEndRead();
  }
}
