// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.JournalMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The transaction state machine on files of the operating system. */
class PagerTest {
  @TempDir Path directory;
  private Path path;
  private Pager pager;

  @BeforeEach
  void open() {
    path = directory.resolve("test.db");
    pager = connect();
  }

  @AfterEach
  void close() {
    pager.close();
  }

  private Pager connect() {
    return DatabaseRegistry.process().open(path.toString(), OpenMode.READ_WRITE_CREATE);
  }

  private static void fill(Pager pager, int pageNumber, int value) {
    byte[] page = pager.write(pageNumber);
    for (int i = pageNumber == 1 ? 200 : 0; i < page.length; i++) {
      page[i] = (byte) value;
    }
  }

  private static int content(Pager pager, int pageNumber) {
    return pager.read(pageNumber)[300];
  }

  private void commitPages(int count, int value) {
    pager.beginWrite();
    for (int i = 1; i <= count; i++) {
      fill(pager, i, value);
    }
    pager.commitAndEndRead();
  }

  @Test
  void anEmptyFileIsAnEmptyDatabase() {
    pager.beginRead();
    assertThat(pager.pageCount()).isZero();
    assertThat(pager.headerField(DatabaseHeader.SCHEMA_COOKIE_OFFSET)).isZero();
    assertThatThrownBy(() -> pager.read(1)).isInstanceOf(CorruptDatabaseException.class);
    pager.endRead();
  }

  @Test
  void theFirstWriteTransactionMakesAnEmptySchemaTable() throws IOException {
    pager.setPageSize(1024, 8);
    pager.beginWrite();
    assertThat(pager.pageCount()).isEqualTo(1);
    pager.commitAndEndRead();
    byte[] file = Files.readAllBytes(path);
    assertThat(file).hasSize(1024);
    DatabaseHeader.validate(file);
    assertThat(DatabaseHeader.reservedBytes(file)).isEqualTo(8);
    assertThat(file[100]).isEqualTo((byte) 13);
    assertThat(Bytes.getShort(file, 105)).isEqualTo(1016);
    assertThat(Bytes.getInt(file, DatabaseHeader.CHANGE_COUNTER_OFFSET)).isEqualTo(1);
    assertThat(Bytes.getInt(file, DatabaseHeader.VERSION_NUMBER_OFFSET)).isEqualTo(3054001);
  }

  @ParameterizedTest
  @EnumSource(JournalMode.class)
  void commitMakesChangesVisibleToOthersAndRollbackForgetsThem(JournalMode mode) {
    pager.setJournalMode(mode);
    commitPages(10, 7);
    try (Pager other = connect()) {
      other.beginRead();
      assertThat(other.pageCount()).isEqualTo(10);
      assertThat(content(other, 10)).isEqualTo(7);
      other.endRead();

      pager.beginWrite();
      fill(pager, 10, 8);
      fill(pager, 11, 8);
      pager.rollback();
      assertThat(pager.pageCount()).isEqualTo(10);
      assertThat(content(pager, 10)).isEqualTo(7);
      pager.endRead();

      pager.beginWrite();
      fill(pager, 10, 9);
      pager.commitAndEndRead();
      other.beginRead();
      assertThat(content(other, 10)).isEqualTo(9);
      assertThat(other.dataVersion()).isGreaterThan(1);
      other.endRead();
    }
  }

  @Test
  void aShrunkDatabaseIsCutAndItsPagesAreForgotten() throws IOException {
    commitPages(10, 7);
    pager.beginWrite();
    pager.setPageCount(4);
    assertThatThrownBy(() -> pager.read(5)).isInstanceOf(CorruptDatabaseException.class);
    pager.commitAndEndRead();
    assertThat(Files.size(path)).isEqualTo(4 * 4096);
    pager.beginWrite();
    fill(pager, 5, 3);
    assertThat(content(pager, 5)).isEqualTo(3);
    pager.rollback();
    pager.endRead();
  }

  @Test
  void aPageThatIsCutOffAndRegainedIsZeroAndCanBeRolledBack() {
    commitPages(6, 7);
    pager.beginWrite();
    int savepoint = pager.openSavepoint();
    fill(pager, 6, 9);
    pager.setPageCount(5);
    byte[] regained = pager.write(6);
    assertThat(regained).containsOnly(0);
    pager.rollbackToSavepoint(savepoint);
    assertThat(content(pager, 6)).isEqualTo(7);
    pager.rollback();
    pager.endRead();
  }

  @Test
  void nestedSavepointsRestoreWhatTheySaw() {
    commitPages(3, 1);
    pager.beginWrite();
    fill(pager, 2, 2);
    int outer = pager.openSavepoint();
    fill(pager, 2, 3);
    fill(pager, 3, 3);
    int inner = pager.openSavepoint();
    fill(pager, 2, 4);
    fill(pager, 4, 4);
    pager.rollbackToSavepoint(inner);
    assertThat(content(pager, 2)).isEqualTo(3);
    assertThat(pager.pageCount()).isEqualTo(3);
    fill(pager, 2, 5);
    pager.releaseSavepoint(inner);
    pager.rollbackToSavepoint(outer);
    assertThat(content(pager, 2)).isEqualTo(2);
    assertThat(content(pager, 3)).isEqualTo(1);
    fill(pager, 3, 6);
    pager.commit();
    assertThat(content(pager, 2)).isEqualTo(2);
    assertThat(content(pager, 3)).isEqualTo(6);
    pager.endRead();
  }

  @Test
  void aSecondWriterOfTheProcessIsBusyAndAnUpgradeDoesNotWait() {
    commitPages(2, 1);
    try (Pager other = connect()) {
      other.beginRead();
      other.setBusyTimeoutMillis(60_000);
      pager.beginWrite();
      fill(pager, 2, 2);
      assertBusy(other::beginWrite);
      assertBusy(pager::commit);
      assertThat(pager.state()).isEqualTo(PagerState.WRITER_CHANGED);
      other.endRead();
      pager.commitAndEndRead();
      other.beginWrite();
      assertThat(content(other, 2)).isEqualTo(2);
      other.rollback();
      other.endRead();
    }
  }

  private static void assertBusy(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(ResultCode.BUSY));
  }

  @Test
  void aFileThatIsNoDatabaseIsRefused() throws IOException {
    Files.write(path, new byte[5000]);
    assertThatThrownBy(pager::beginRead)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(ResultCode.NOTADB));
    assertThat(pager.state()).isEqualTo(PagerState.OPEN);
    assertThat(pager.database().locks().sharedCount()).isZero();
  }

  @Test
  void aFileThatSaysSoIsOpenedInWalMode() throws IOException {
    commitPages(1, 1);
    byte[] file = Files.readAllBytes(path);
    file[18] = 2;
    file[19] = 2;
    file[27]++;
    Files.write(path, file);
    pager.beginRead();
    assertThat(pager.journalMode()).isEqualTo(JournalMode.WAL);
    assertThat(pager.pageCount()).isEqualTo(1);
    pager.endRead();
  }

  @Test
  void aTransactionLargerThanTheCacheSpillsAndCanBeRolledBackOrCommitted() {
    commitPages(10, 1);
    int pages = 3 * (16 << 20) / 4096;
    for (boolean commit : new boolean[] {false, true}) {
      pager.beginWrite();
      for (int i = 2; i <= pages; i++) {
        fill(pager, i, 5);
        pager.spillIfLarge();
      }
      assertThat(pager.state()).isEqualTo(PagerState.WRITER_WRITTEN);
      for (int i = 2; i <= pages; i++) {
        assertThat(content(pager, i)).isEqualTo(5);
      }
      int savepoint = pager.openSavepoint();
      fill(pager, 5, 6);
      pager.rollbackToSavepoint(savepoint);
      assertThat(content(pager, 5)).isEqualTo(5);
      if (commit) {
        pager.commit();
        assertThat(content(pager, 5)).isEqualTo(5);
        assertThat(pager.pageCount()).isEqualTo(pages);
      } else {
        pager.rollback();
        assertThat(content(pager, 5)).isEqualTo(1);
        assertThat(pager.pageCount()).isEqualTo(10);
      }
      pager.endRead();
    }
  }

  @Test
  void growthEndsAtMaxPageCount() {
    commitPages(3, 1);
    pager.beginWrite();
    assertThat(pager.setMaxPageCount(2)).isEqualTo(3);
    assertThatThrownBy(() -> pager.write(4))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(ResultCode.FULL));
    pager.rollback();
    pager.endRead();
  }

  @Test
  void anInterruptedThreadKeepsWorking() {
    Thread.currentThread().interrupt();
    commitPages(3, 4);
    pager.beginRead();
    assertThat(content(pager, 3)).isEqualTo(4);
    pager.endRead();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aDatabaseInMemoryKeepsItsPages() {
    try (Pager memory = DatabaseRegistry.openInMemory()) {
      memory.beginWrite();
      for (int i = 1; i <= 6000; i++) {
        fill(memory, i, 3);
      }
      memory.commit();
      memory.beginWrite();
      fill(memory, 5000, 4);
      memory.rollback();
      assertThat(content(memory, 5000)).isEqualTo(3);
      memory.endRead();
    }
  }
}
