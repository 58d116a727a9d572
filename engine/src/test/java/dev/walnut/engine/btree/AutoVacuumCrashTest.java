// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.pager.DatabaseRegistry;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Transactions that make, move and drop roots and cut the file are crashed in each file call: what
 * is found afterwards is a sound, committed state.
 */
class AutoVacuumCrashTest {
  private static final String PATH = "test.db";
  private static final int COMMITS = 6;

  /** The transactions; each state follows from the number of commits alone. */
  private static final class Workload {
    private final JournalMode journalMode;
    private final AutoVacuumMode mode;
    private final List<Integer> roots = new ArrayList<>();
    int acknowledged;

    Workload(JournalMode journalMode, AutoVacuumMode mode) {
      this.journalMode = journalMode;
      this.mode = mode;
    }

    Pager connect(FileSystem fileSystem) {
      Pager pager = new DatabaseRegistry(fileSystem).open(PATH, OpenMode.READ_WRITE_CREATE);
      pager.setPageSize(512, 0);
      pager.settings().setAutocheckpoint(40);
      // auto_vacuum is chosen while the file is empty, and in WAL mode it is not.
      boolean later = acknowledged == 0 && journalMode == JournalMode.WAL;
      pager.setJournalMode(later ? JournalMode.DELETE : journalMode);
      return pager;
    }

    void step(Pager pager) {
      Random random = new Random(acknowledged);
      pager.beginWrite();
      Btrees trees = new Btrees(pager);
      if (acknowledged == 0) {
        trees.setAutoVacuum(mode);
      }
      BtreeCursor schema = trees.openTable(1);
      for (int i = 0; i < 2; i++) {
        roots.add(trees.createTree(true));
        fill(trees, roots.get(roots.size() - 1), random, 12);
      }
      if (acknowledged > 0) {
        drop(trees, random.nextInt(roots.size()));
        int savepoint = pager.openSavepoint();
        List<Integer> before = List.copyOf(roots);
        drop(trees, 0);
        trees.incrementalVacuum(3);
        if (acknowledged % 2 == 0) {
          trees.saveAllCursors();
          pager.rollbackToSavepoint(savepoint);
          roots.clear();
          roots.addAll(before);
        }
        pager.releaseSavepoint(savepoint);
      }
      trees.incrementalVacuum(acknowledged * 3);
      schema.insert(1, rootsRecord(), 0, rootsRecord().length);
      schema.close();
      trees.beforeCommit();
      pager.commitAndEndRead();
      acknowledged++;
      if (acknowledged == 1 && journalMode == JournalMode.WAL) {
        pager.setJournalMode(journalMode);
      }
    }

    /** A record that names the roots, so that whoever finds the file knows them. */
    private byte[] rootsRecord() {
      byte[] record = new byte[1 + roots.size() * 2];
      record[0] = (byte) (1 + roots.size());
      for (int i = 0; i < roots.size(); i++) {
        record[1 + i] = 1;
        record[1 + roots.size() + i] = roots.get(i).byteValue();
      }
      return record;
    }

    private void drop(Btrees trees, int index) {
      int root = roots.remove(index);
      int moved = trees.dropTree(root);
      int place = roots.indexOf(moved);
      if (place >= 0) {
        roots.set(place, root);
      }
    }

    private static void fill(Btrees trees, int root, Random random, int rows) {
      BtreeCursor cursor = trees.openTable(root);
      for (int i = 0; i < rows; i++) {
        byte[] record = new byte[random.nextInt(5) == 0 ? 1400 : 90];
        random.nextBytes(record);
        record[0] = 2;
        cursor.insert(i, record, 0, record.length);
      }
      cursor.close();
    }
  }

  private static byte[] content(Pager pager) {
    pager.beginRead();
    try {
      int count = pager.pageCount();
      byte[] all = new byte[count * pager.pageSize()];
      for (int page = 1; page <= count; page++) {
        System.arraycopy(pager.read(page), 0, all, (page - 1) * pager.pageSize(), pager.pageSize());
      }
      if (count > 0) {
        Arrays.fill(all, 18, 20, (byte) 0);
        Arrays.fill(all, 24, 28, (byte) 0);
        Arrays.fill(all, 92, 96, (byte) 0);
        Freelist freelist = new Freelist(pager);
        for (int free : freelist.numbers()) {
          // Nobody keeps what a leaf of the freelist holds.
          if (!freelist.isTrunk(free)) {
            Arrays.fill(all, (free - 1) * pager.pageSize(), free * pager.pageSize(), (byte) 0);
          }
        }
        assertThat(new IntegrityCheck(pager, 10).checkFile(roots(pager))).isEmpty();
      }
      return all;
    } finally {
      pager.endRead();
    }
  }

  private static int[] roots(Pager pager) {
    BtreeCursor schema = new Btrees(pager).openTable(1);
    if (!schema.first()) {
      return new int[] {1};
    }
    byte[] record = schema.copyPayload(null);
    int count = record[0] - 1;
    int[] roots = new int[count + 1];
    roots[0] = 1;
    for (int i = 0; i < count; i++) {
      roots[i + 1] = record[1 + count + i];
    }
    return roots;
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, FULL",
    "PERSIST, FULL",
    "TRUNCATE, INCREMENTAL",
    "WAL, FULL",
    "WAL, INCREMENTAL"
  })
  void afterACrashInAnyCallTheFileIsSoundAndCommitted(
      JournalMode journalMode, AutoVacuumMode mode) {
    List<byte[]> states = new ArrayList<>();
    Workload model = new Workload(journalMode, mode);
    try (Pager pager = model.connect(new SimulatedDisk().process())) {
      states.add(content(pager));
      while (model.acknowledged < COMMITS) {
        model.step(pager);
        states.add(content(pager));
      }
    }
    boolean crashed = true;
    for (int call = 1; crashed; call++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.crashAt(call);
      Workload workload = new Workload(journalMode, mode);
      crashed = false;
      try {
        Pager pager = workload.connect(disk.process());
        while (workload.acknowledged < COMMITS) {
          workload.step(pager);
        }
        pager.close();
      } catch (SimulatedCrash e) {
        crashed = true;
      }
      for (PowerLoss loss : PowerLoss.values()) {
        String what = "call " + call + " " + loss;
        SimulatedDisk found = disk.afterPowerLoss(loss, call);
        DatabaseRegistry registry = new DatabaseRegistry(found.process());
        try (Pager pager = registry.open(PATH, OpenMode.READ_WRITE_CREATE)) {
          int state = indexOf(states, content(pager));
          // Only the deletion of a journal may be forgotten.
          int lost = journalMode == JournalMode.WAL && workload.acknowledged > 1 ? 0 : 1;
          assertThat(state)
              .as(what)
              .isBetween(workload.acknowledged - lost, workload.acknowledged + 1);
        }
      }
    }
  }

  private static int indexOf(List<byte[]> states, byte[] content) {
    for (int i = 0; i < states.size(); i++) {
      if (Arrays.equals(states.get(i), content)) {
        return i;
      }
    }
    return -2;
  }
}
