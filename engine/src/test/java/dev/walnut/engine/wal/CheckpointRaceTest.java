// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.pager.DatabaseRegistry;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A checkpoint that read the header of a log which another process then begins anew: it must
 * neither copy frames by the old numbers nor count them as copied. That made SQLite lose commits
 * before 3.51.3.
 */
class CheckpointRaceTest {
  private static final String PATH = "test.db";

  private final SimulatedDisk disk = new SimulatedDisk();

  private Pager connect() {
    Pager pager = new DatabaseRegistry(disk.process()).open(PATH, OpenMode.READ_WRITE_CREATE);
    pager.setPageSize(512, 0);
    pager.settings().setAutocheckpoint(0);
    pager.setJournalMode(JournalMode.WAL);
    return pager;
  }

  private static void commit(Pager pager, int firstPage, int pages, int value) {
    pager.beginWrite();
    for (int page = firstPage; page < firstPage + pages; page++) {
      Arrays.fill(pager.write(page), (byte) value);
    }
    pager.commitAndEndRead();
  }

  private static void check(Pager pager, int page, int value) {
    pager.beginRead();
    assertThat(pager.read(page)[100]).as("page " + page).isEqualTo((byte) value);
    pager.endRead();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9})
  void aRewindBetweenHeaderAndCopyLosesNoCommit(int newFrames) {
    Pager writer = connect();
    commit(writer, 2, 6, 1);
    commit(writer, 2, 2, 2);
    assertThat(writer.checkpoint(CheckpointMode.FULL).isBusy()).isFalse();
    FileSystem other = disk.process();
    DatabaseFile database = other.open(PATH, OpenMode.READ_WRITE);
    WriteAheadLog log =
        WriteAheadLog.open(
            other,
            database,
            PATH + "-wal",
            other.openSharedMemory(database, PATH + "-shm", false),
            () -> {},
            (from, to, publish) -> publish.run());
    Checkpointer checkpointer = new Checkpointer(log, CheckpointMode.PASSIVE, true, () -> false);
    checkpointer.headerWasRead = () -> commit(writer, 2, newFrames, 3);
    checkpointer.run();
    WalIndexHeader now = log.index().readHeader();
    assertThat(log.index().backfilled()).isLessThanOrEqualTo(now.maxFrame());
    assertThat(now.maxFrame())
        .as("the log was begun anew")
        .isEqualTo(newFrames + pageOne(newFrames));
    commit(writer, 4, 2, 4);
    try (Pager reader = connect()) {
      check(reader, 2, 3);
      check(reader, 3, newFrames > 1 ? 3 : 2);
      check(reader, 4, 4);
      check(reader, 7, newFrames > 5 ? 3 : 1);
    }
    assertThat(writer.checkpoint(CheckpointMode.TRUNCATE).isBusy()).isFalse();
    log.close(false);
    database.close();
    writer.close();
    try (Pager reader = connect()) {
      check(reader, 2, 3);
      check(reader, 3, newFrames > 1 ? 3 : 2);
      check(reader, 4, 4);
      check(reader, 7, newFrames > 5 ? 3 : 1);
    }
  }

  /** A commit that makes the database longer changes page 1 too. */
  private static int pageOne(int newFrames) {
    return newFrames > 6 ? 1 : 0;
  }

  @Test
  void moreFramesOfTheSameLogAreLeftToTheNextCheckpoint() {
    Pager writer = connect();
    commit(writer, 2, 6, 1);
    FileSystem other = disk.process();
    DatabaseFile database = other.open(PATH, OpenMode.READ_WRITE);
    WriteAheadLog log =
        WriteAheadLog.open(
            other,
            database,
            PATH + "-wal",
            other.openSharedMemory(database, PATH + "-shm", false),
            () -> {},
            (from, to, publish) -> publish.run());
    int before = log.index().readHeader().maxFrame();
    Checkpointer checkpointer = new Checkpointer(log, CheckpointMode.PASSIVE, true, () -> false);
    checkpointer.headerWasRead = () -> commit(writer, 3, 2, 2);
    CheckpointResult result = checkpointer.run();
    assertThat(result.checkpointedFrames()).isEqualTo(before);
    assertThat(log.index().backfilled()).isEqualTo(before);
    check(writer, 3, 2);
    check(writer, 5, 1);
    log.close(false);
    database.close();
    writer.close();
    try (Pager reader = connect()) {
      check(reader, 3, 2);
      check(reader, 5, 1);
    }
  }
}
