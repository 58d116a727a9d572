// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.pager.DatabaseRegistry;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * VACUUM is crashed in each of its file calls: what is found is the database before it or after it,
 * whole, with the old or the new page size.
 */
class VacuumCrashTest {
  private static final String PATH = "test.db";
  private static final int TABLES = 3;
  private static final int ROWS = 24;

  private static Pager connect(FileSystem fileSystem, JournalMode journalMode) {
    Pager pager = new DatabaseRegistry(fileSystem).open(PATH, OpenMode.READ_WRITE_CREATE);
    pager.setJournalMode(journalMode);
    return pager;
  }

  private static void fill(Pager pager, int pageSize) {
    pager.setPageSize(pageSize, 0);
    pager.beginWrite();
    Btrees trees = new Btrees(pager);
    RecordWriter writer = new RecordWriter();
    BtreeCursor schema = trees.openTable(1);
    List<BtreeCursor> tables = new ArrayList<>();
    for (int i = 0; i < TABLES; i++) {
      int root = trees.createTree(true);
      writer.begin();
      for (int column = 0; column < 3; column++) {
        writer.appendNull();
      }
      writer.appendLong(root);
      writer.appendNull();
      writer.finish();
      schema.insert(i + 1, writer.array(), writer.offset(), writer.length());
      tables.add(trees.openTable(root));
    }
    Random random = new Random(7);
    for (int row = 0; row < ROWS; row++) {
      for (BtreeCursor table : tables) {
        writer.begin();
        writer.appendLong(row);
        writer.appendZeroBlob(random.nextInt(6) == 0 ? 1500 : random.nextInt(150));
        writer.finish();
        table.insert(row, writer.array(), writer.offset(), writer.length());
      }
    }
    for (int row = 0; row < ROWS; row += 3) {
      assertThat(tables.get(0).seek(row)).isTrue();
      tables.get(0).delete();
    }
    trees.clearTree(tables.get(1).root());
    pager.commitAndEndRead();
  }

  private static void vacuum(Pager pager, int pageSize, AutoVacuumMode mode) {
    pager.beginExclusive();
    Btrees trees = new Btrees(pager);
    List<Vacuum.Item> items = new ArrayList<>();
    int[] roots = IntegrityCheck.schemaRoots(pager);
    for (int i = 1; i < roots.length; i++) {
      items.add(new Vacuum.Item(i, roots[i], i - 1, false));
    }
    try (Vacuum vacuum = new Vacuum(pager, trees, pageSize, mode, () -> {})) {
      vacuum.build(items);
      vacuum.writeTo(pager);
      pager.commitAndEndRead();
    }
  }

  /** Rows of all tables, after a check of the file. */
  private static List<String> content(Pager pager) {
    List<String> lines = new ArrayList<>();
    pager.beginRead();
    try {
      int[] roots = IntegrityCheck.schemaRoots(pager);
      assertThat(new IntegrityCheck(pager, 10).checkFile(roots)).isEmpty();
      for (int i = 1; i < roots.length; i++) {
        BtreeCursor rows = new Btrees(pager).openTable(roots[i]);
        for (boolean more = rows.first(); more; more = rows.next()) {
          lines.add(i + " " + rows.rowid() + " " + rows.payloadBytes());
        }
      }
    } finally {
      pager.endRead();
    }
    return lines;
  }

  private static SimulatedDisk filledDisk(int pageSize) {
    SimulatedDisk disk = new SimulatedDisk();
    try (Pager pager = connect(disk.process(), JournalMode.DELETE)) {
      fill(pager, pageSize);
    }
    return disk;
  }

  private static SimulatedDisk copy(SimulatedDisk disk) {
    return disk.afterPowerLoss(PowerLoss.KEPT, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, 512, 512, NONE",
    "PERSIST, 512, 512, FULL",
    "TRUNCATE, 512, 2048, NONE",
    "DELETE, 2048, 512, NONE",
    "PERSIST, 1024, 512, INCREMENTAL",
    "WAL, 512, 512, NONE"
  })
  void aCrashLeavesTheDatabaseBeforeOrAfter(
      JournalMode journalMode, int before, int after, AutoVacuumMode mode) {
    SimulatedDisk filled = filledDisk(before);
    List<String> expected;
    try (Pager pager = connect(copy(filled).process(), JournalMode.DELETE)) {
      expected = content(pager);
    }
    boolean crashed = true;
    int completed = 0;
    for (int call = 1; crashed; call++) {
      SimulatedDisk disk = copy(filled);
      disk.crashAt(call);
      crashed = false;
      boolean acknowledged = false;
      try (Pager pager = connect(disk.process(), journalMode)) {
        vacuum(pager, after, mode);
        acknowledged = true;
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      completed += acknowledged ? 1 : 0;
      for (PowerLoss loss : PowerLoss.values()) {
        String what = "call " + call + " " + loss;
        SimulatedDisk found = disk.afterPowerLoss(loss, call);
        try (Pager pager = connect(found.process(), JournalMode.DELETE)) {
          assertThat(content(pager)).as(what).isEqualTo(expected);
          pager.beginRead();
          boolean done = pager.headerField(36) == 0;
          assertThat(pager.pageSize()).as(what).isEqualTo(done ? after : before);
          if (acknowledged && loss == PowerLoss.KEPT) {
            assertThat(done).as(what).isTrue();
          }
          pager.endRead();
        }
      }
    }
    assertThat(completed).isPositive();
  }

  /** The n-th file call fails: the database stays as it was, and the next VACUUM succeeds. */
  @ParameterizedTest
  @CsvSource({"DELETE, 512, 512", "PERSIST, 512, 2048", "DELETE, 2048, 512", "WAL, 512, 512"})
  void aFailedCallLeavesTheDatabaseAsItWas(JournalMode journalMode, int before, int after) {
    SimulatedDisk filled = filledDisk(before);
    boolean failed = true;
    for (int call = 1; failed; call++) {
      SimulatedDisk disk = copy(filled);
      failed = false;
      FileSystem files = disk.process();
      try (Pager pager = connect(files, journalMode)) {
        List<String> expected = content(pager);
        disk.failAt(call, ResultCode.IOERR, false);
        try {
          vacuum(pager, after, AutoVacuumMode.NONE);
        } catch (DatabaseException e) {
          failed = true;
        }
        disk.heal();
        pager.rollback();
        pager.endRead();
        assertThat(content(pager)).as("call %d", call).isEqualTo(expected);
        vacuum(pager, after, AutoVacuumMode.NONE);
        assertThat(content(pager)).as("call %d", call).isEqualTo(expected);
        assertThat(pager.pageSize()).isEqualTo(after);
      }
    }
  }
}
