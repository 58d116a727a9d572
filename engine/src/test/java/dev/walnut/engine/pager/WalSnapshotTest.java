// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.testing.SimulatedDisk;
import dev.walnut.engine.wal.CheckpointMode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a connection in WAL mode sees, without the help of the cache. */
class WalSnapshotTest {
  private static final int PAGES = 20;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final DatabaseRegistry here = new DatabaseRegistry(disk.process());

  private static Pager connect(DatabaseRegistry registry) {
    Pager pager = registry.open("test.db", OpenMode.READ_WRITE_CREATE);
    pager.setPageSize(512, 0);
    pager.settings().setAutocheckpoint(0);
    pager.setJournalMode(JournalMode.WAL);
    return pager;
  }

  private static void change(Pager pager, int value) {
    for (int page = 2; page <= PAGES; page++) {
      Arrays.fill(pager.write(page), (byte) value);
    }
  }

  private static void commit(Pager pager, int value) {
    pager.beginWrite();
    change(pager, value);
    pager.commitAndEndRead();
  }

  private static void sees(Pager pager, int value) {
    for (int page = 2; page <= PAGES; page++) {
      pager.database().cache().remove(page);
      assertThat(pager.read(page)[77]).as("page " + page).isEqualTo((byte) value);
    }
  }

  @Test
  void aWriterThatBeganWithAnEmptyLogReadsItsOwnCommitFromTheLog() {
    Pager pager = connect(here);
    commit(pager, 1);
    pager.checkpoint(CheckpointMode.RESTART);
    pager.beginWrite();
    sees(pager, 1);
    change(pager, 2);
    pager.commit();
    sees(pager, 2);
    pager.endRead();
    pager.close();
  }

  @Test
  void aReaderOfTheFileAloneThatBecomesAWriterReadsItsOwnCommitFromTheLog() {
    Pager pager = connect(here);
    commit(pager, 1);
    pager.checkpoint(CheckpointMode.RESTART);
    pager.beginRead();
    sees(pager, 1);
    pager.beginWrite();
    sees(pager, 1);
    change(pager, 2);
    pager.commit();
    sees(pager, 2);
    pager.endRead();
    pager.close();
  }

  @Test
  void snapshotsOfDifferentAgeKeepTheirPages() {
    Pager writer = connect(here);
    Pager[] readers = new Pager[7];
    commit(writer, 10);
    for (int i = 0; i < readers.length; i++) {
      // Some in this process, some in another.
      readers[i] = i % 2 == 0 ? connect(here) : connect(new DatabaseRegistry(disk.process()));
      readers[i].beginRead();
      sees(readers[i], 10 + i);
      commit(writer, 11 + i);
      writer.checkpoint(i % 2 == 0 ? CheckpointMode.PASSIVE : CheckpointMode.FULL);
    }
    for (int i = readers.length - 1; i >= 0; i--) {
      sees(readers[i], 10 + i);
      readers[i].endRead();
      writer.checkpoint(CheckpointMode.PASSIVE);
    }
    assertThat(writer.checkpoint(CheckpointMode.TRUNCATE).isBusy()).isFalse();
    for (Pager reader : readers) {
      reader.beginRead();
      sees(reader, 10 + readers.length);
      reader.endRead();
      reader.close();
    }
    writer.close();
  }

  @Test
  void spilledPagesAreTheWritersAloneAndGoWithItsRollback() {
    Pager writer = connect(here);
    Pager reader = connect(here);
    FileSystem elsewhere = disk.process();
    Pager foreign = connect(new DatabaseRegistry(elsewhere));
    commit(writer, 1);
    reader.beginRead();
    for (int round = 0; round < 3; round++) {
      writer.beginWrite();
      change(writer, 2);
      assertThat(writer.trySpill()).isTrue();
      sees(writer, 2);
      change(writer, 3);
      int savepoint = writer.openSavepoint();
      change(writer, 4);
      assertThat(writer.trySpill()).isTrue();
      sees(writer, 4);
      writer.rollbackToSavepoint(savepoint);
      writer.releaseSavepoint(savepoint);
      sees(writer, 3);
      sees(reader, 1);
      foreign.beginRead();
      sees(foreign, 1);
      foreign.endRead();
      writer.rollback();
      sees(writer, 1);
      writer.endRead();
    }
    commit(foreign, 5);
    sees(reader, 1);
    reader.endRead();
    reader.beginRead();
    sees(reader, 5);
    reader.endRead();
    commit(writer, 6);
    foreign.beginRead();
    sees(foreign, 6);
    foreign.endRead();
    reader.close();
    writer.close();
    foreign.close();
  }

  @Test
  void anOldSnapshotDoesNotBecomeAWriter() {
    Pager one = connect(here);
    Pager two = connect(here);
    commit(one, 1);
    two.beginRead();
    commit(one, 2);
    assertThatThrownBy(two::beginWrite)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.resultCode()).isEqualTo(ResultCode.BUSY_SNAPSHOT));
    sees(two, 1);
    two.endRead();
    two.beginWrite();
    sees(two, 2);
    two.rollback();
    two.endRead();
    one.close();
    two.close();
  }
}
