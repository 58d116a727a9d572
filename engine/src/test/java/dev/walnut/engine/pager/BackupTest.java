// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Copies of databases that are in use: what is copied, when it begins again, what a crash leaves.
 */
class BackupTest {
  private static final int PAGES = 20;

  private static Pager open(FileSystem process, String path) {
    return new DatabaseRegistry(process).open(path, OpenMode.READ_WRITE_CREATE);
  }

  private static Pager filled(
      FileSystem process, String path, JournalMode mode, int pageSize, int pages, int value) {
    Pager pager = open(process, path);
    pager.setPageSize(pageSize, 0);
    pager.setJournalMode(mode);
    // Or a power failure could take a commit back that was made before what is tested.
    pager.settings().setSynchronous(Synchronous.EXTRA);
    fill(pager, pages, value);
    return pager;
  }

  private static void fill(Pager pager, int pages, int value) {
    pager.beginWrite();
    for (int page = 1; page <= pages; page++) {
      byte[] image = pager.write(page);
      Arrays.fill(image, page == 1 ? 200 : 0, image.length, (byte) (value * 7 + page));
    }
    if (pager.pageCount() > pages) {
      pager.setPageCount(pages);
    }
    pager.commitAndEndRead();
  }

  /** All pages, but for the counters, the cookie and the format versions of the header. */
  private static byte[] content(Pager pager) {
    byte[] content = CrashWorkload.content(pager);
    Arrays.fill(content, 18, 20, (byte) 0);
    Arrays.fill(content, 40, 44, (byte) 0);
    return content;
  }

  private static void run(Backup backup, int pagesPerStep) {
    try (backup) {
      int steps = 0;
      while (!backup.step(pagesPerStep)) {
        assertThat(++steps).isLessThan(1000);
      }
      assertThat(backup.remainingPages()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, DELETE, 4096, 4096",
    "WAL, DELETE, 4096, 4096",
    "DELETE, WAL, 4096, 4096",
    "WAL, WAL, 512, 512",
    "DELETE, DELETE, 512, 4096",
    "DELETE, TRUNCATE, 4096, 512",
    "WAL, PERSIST, 1024, 65536",
    "WAL, MEMORY, 65536, 1024",
  })
  void theTargetBecomesTheSourceWhateverItWas(
      JournalMode sourceMode, JournalMode targetMode, int sourceSize, int targetSize) {
    for (int targetPages : new int[] {0, 1, PAGES / 2, PAGES * 2}) {
      FileSystem process = new SimulatedDisk().process();
      DatabaseRegistry registry = new DatabaseRegistry(process);
      Pager source = filled(process, "a.db", sourceMode, sourceSize, PAGES, 1);
      Pager target = registry.open("b.db", OpenMode.READ_WRITE_CREATE);
      if (targetPages > 0) {
        target.setPageSize(targetSize, 0);
        target.setJournalMode(targetMode);
        fill(target, targetPages, 2);
      }
      try (Pager reader = registry.open("b.db", OpenMode.READ_WRITE)) {
        if (targetPages > 0) {
          assertThat(content(reader)).isNotEqualTo(content(source));
        }
        int version = reader.dataVersion();
        run(new Backup(source, target), 3);
        assertThat(content(target))
            .as("the target, %d pages", targetPages)
            .isEqualTo(content(source));
        assertThat(content(reader)).as("another reader").isEqualTo(content(source));
        assertThat(reader.dataVersion()).isNotEqualTo(version);
        assertThat(reader.journalMode() == JournalMode.WAL)
            .isEqualTo(
                sourceMode == JournalMode.WAL || targetPages > 0 && targetMode == JournalMode.WAL);
        // Both can be written afterwards.
        fill(reader, 3, 9);
        assertThat(content(target)).isEqualTo(content(reader)).isNotEqualTo(content(source));
      }
      target.close();
      source.close();
    }
  }

  @Test
  void theCookieOfTheTargetGoesUpByOne() {
    FileSystem process = new SimulatedDisk().process();
    Pager source = filled(process, "a.db", JournalMode.DELETE, 4096, 2, 1);
    Pager target = filled(process, "b.db", JournalMode.DELETE, 4096, 2, 2);
    target.beginWrite();
    target.setHeaderField(DatabaseHeader.SCHEMA_COOKIE_OFFSET, 41);
    target.commitAndEndRead();
    run(new Backup(source, target), -1);
    target.beginRead();
    assertThat(target.headerField(DatabaseHeader.SCHEMA_COOKIE_OFFSET)).isEqualTo(42);
  }

  @Test
  void betweenStepsOthersWriteAndTheCopyBeginsAgain() {
    SimulatedDisk disk = new SimulatedDisk();
    Pager source = filled(disk.process(), "a.db", JournalMode.DELETE, 4096, PAGES, 1);
    Pager other = open(disk.process(), "a.db");
    Pager target = open(disk.process(), "b.db");
    try (Backup backup = new Backup(source, target)) {
      assertThat(backup.step(PAGES - 2)).isFalse();
      assertThat(backup.remainingPages()).isEqualTo(2);
      fill(other, PAGES + 1, 2);
      assertThat(backup.step(PAGES - 2)).isFalse();
      assertThat(backup.pageCount()).isEqualTo(PAGES + 1);
      assertThat(backup.remainingPages()).isEqualTo(3);
      assertThat(backup.step(-1)).isTrue();
    }
    assertThat(content(target)).isEqualTo(content(other));
  }

  @Test
  void aCopyOfADatabaseInWalModeIsOneSnapshot() {
    SimulatedDisk disk = new SimulatedDisk();
    Pager source = filled(disk.process(), "a.db", JournalMode.WAL, 4096, PAGES, 1);
    Pager other = open(disk.process(), "a.db");
    byte[] before = content(other);
    Pager target = open(disk.process(), "b.db");
    try (Backup backup = new Backup(source, target)) {
      assertThat(backup.step(5)).isFalse();
      fill(other, PAGES + 1, 2);
      assertThat(backup.step(5)).isFalse();
      fill(other, PAGES - 5, 3);
      assertThat(backup.step(-1)).isTrue();
    }
    assertThat(content(target)).isEqualTo(before);
    assertThat(source.state()).isEqualTo(PagerState.OPEN);
    assertThat(content(source)).isEqualTo(content(other));
  }

  @Test
  void anOpenReadTransactionOfTheSourceIsWhatIsCopied() {
    SimulatedDisk disk = new SimulatedDisk();
    Pager source = filled(disk.process(), "a.db", JournalMode.DELETE, 4096, PAGES, 1);
    source.beginRead();
    run(new Backup(source, open(disk.process(), "b.db")), 4);
    assertThat(source.state()).isEqualTo(PagerState.READER);
  }

  @Test
  void whatIsInUseIsBusyAndTheStepCanBeRepeated() {
    SimulatedDisk disk = new SimulatedDisk();
    Pager source = filled(disk.process(), "a.db", JournalMode.DELETE, 4096, PAGES, 1);
    Pager target = filled(disk.process(), "b.db", JournalMode.DELETE, 4096, 3, 2);
    Pager other = open(disk.process(), "b.db");
    byte[] before = content(other);
    try (Backup backup = new Backup(source, target)) {
      other.beginRead();
      assertBusy(backup);
      other.endRead();
      assertThat(backup.step(5)).isFalse();
      assertThatThrownBy(other::beginRead).isInstanceOf(DatabaseException.class);
    }
    // Closed before its end: the target is what it was.
    assertThat(content(other)).isEqualTo(before);
    source.beginWrite();
    try (Backup backup = new Backup(source, target)) {
      assertBusy(backup);
      source.rollback();
      source.endRead();
      assertThat(backup.step(-1)).isTrue();
    }
    assertThat(content(other)).isEqualTo(content(source));
  }

  private static void assertBusy(Backup backup) {
    assertThatThrownBy(() -> backup.step(5))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode().is(ResultCode.BUSY)).isTrue());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTargetThatCannotTakeThePageSizeIsReadOnly(boolean inMemory) {
    FileSystem process = new SimulatedDisk().process();
    Pager source = filled(process, "a.db", JournalMode.DELETE, 4096, PAGES, 1);
    Pager target;
    if (inMemory) {
      target = DatabaseRegistry.openInMemory();
      target.setPageSize(512, 0);
      fill(target, 3, 2);
    } else {
      target = filled(process, "b.db", JournalMode.WAL, 512, 3, 2);
    }
    byte[] before = content(target);
    try (Backup backup = new Backup(source, target)) {
      assertThatThrownBy(() -> backup.step(-1))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              e -> assertThat(e.resultCode()).isEqualTo(ResultCode.READONLY));
    }
    assertThat(content(target)).isEqualTo(before);
  }

  @Test
  void databasesInMemoryAreCopiedToo() {
    Pager source = DatabaseRegistry.openInMemory();
    fill(source, PAGES, 1);
    Pager target = DatabaseRegistry.openInMemory();
    run(new Backup(source, target), 3);
    assertThat(content(target)).isEqualTo(content(source));
    // And one that nobody has written yet.
    run(new Backup(DatabaseRegistry.openInMemory(), target), 3);
    target.beginRead();
    assertThat(target.pageCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = JournalMode.class,
      names = {"DELETE", "WAL"})
  void aCrashInAnyCallLeavesTheOldTargetOrTheWholeCopy(JournalMode mode) {
    for (int call = 1; ; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      FileSystem process = disk.process();
      Pager source = filled(process, "a.db", JournalMode.DELETE, 512, PAGES, 1);
      Pager target = filled(process, "b.db", mode, 512, PAGES / 2, 2);
      byte[] before = content(target);
      byte[] after = content(source);
      disk.crashAt(call);
      boolean crashed = false;
      try {
        run(new Backup(source, target), 7);
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      for (PowerLoss loss : PowerLoss.values()) {
        SimulatedDisk found = disk.afterPowerLoss(loss, call);
        try (Pager again = open(found.process(), "b.db")) {
          assertThat(content(again)).as(mode + " call " + call + " " + loss).isIn(before, after);
        }
      }
      if (!crashed) {
        return;
      }
    }
  }
}
