// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.pager.DatabaseRegistry;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Passes over whole trees, with what they read ahead. */
class PassOverTreeTest {
  private static final int PAGE_SIZE = 1024;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final RecordWriter writer = new RecordWriter();
  private final TreeMap<Long, Long> model = new TreeMap<>();
  private Pager pager;
  private Btrees trees;
  private int table;
  private int index;

  private void open() {
    pager = new DatabaseRegistry(disk.process()).open("test.db", OpenMode.READ_WRITE_CREATE);
  }

  private void create() {
    open();
    pager.setPageSize(PAGE_SIZE, 0);
    pager.beginWrite();
    trees = new Btrees(pager);
    table = trees.createTree(true);
    index = trees.createTree(false);
  }

  /** As a new process sees it: nothing is cached. */
  private void reopen() {
    pager.commit();
    reopenUnchanged();
  }

  private void reopenUnchanged() {
    pager.close();
    open();
    pager.beginRead();
    trees = new Btrees(pager);
  }

  private void put(long rowid, long value) {
    BtreeCursor rows = trees.openTable(table);
    writer.begin();
    writer.appendLong(value);
    writer.appendZeroBlob(60);
    writer.finish();
    rows.insert(rowid, writer.array(), writer.offset(), writer.length());
    rows.close();
    model.put(rowid, value);
  }

  private void fillScattered(int count, Random random) {
    IndexCursor keys = trees.openIndex(index, new KeyDescriptor(1));
    for (int i = 0; i < count; i++) {
      long rowid = random.nextInt(1_000_000);
      if (!model.containsKey(rowid)) {
        put(rowid, i);
        writer.begin();
        writer.appendLong(rowid);
        writer.finish();
        keys.insert(writer.array(), writer.offset(), writer.length());
      }
    }
    keys.close();
  }

  private List<Long> passForward() {
    List<Long> rowids = new ArrayList<>();
    BtreeCursor rows = trees.openTable(table);
    for (boolean more = rows.first(); more; more = rows.next()) {
      rowids.add(rows.rowid());
      assertThat(rows.record().longAt(0)).isEqualTo(model.get(rows.rowid()));
    }
    rows.close();
    return rowids;
  }

  @Test
  void aPassReadsNeighboursByOneCall() {
    create();
    for (long rowid = 1; rowid <= 5_000; rowid++) {
      put(rowid, rowid);
    }
    int pages = pager.pageCount();
    reopen();
    disk.heal();
    assertThat(passForward()).containsExactlyElementsOf(model.keySet());
    assertThat(pages).isGreaterThan(350);
    assertThat(disk.callCount()).isLessThan(pages / 5);
    disk.heal();
    assertThat(passForward()).hasSize(5_000);
    assertThat(disk.callCount()).isZero();
  }

  @Test
  void countingReadsNeighboursByOneCall() {
    create();
    for (long rowid = 1; rowid <= 5_000; rowid++) {
      put(rowid, rowid);
    }
    int pages = pager.pageCount();
    reopen();
    disk.heal();
    BtreeCursor rows = trees.openTable(table);
    assertThat(rows.count()).isEqualTo(5_000);
    assertThat(disk.callCount()).isLessThan(pages / 5);
  }

  @Test
  void aShortRangeReadsFewPages() {
    create();
    for (long rowid = 1; rowid <= 5_000; rowid++) {
      put(rowid, rowid);
    }
    reopen();
    BtreeCursor rows = trees.openTable(table);
    rows.seek(2_000);
    disk.heal();
    for (int i = 0; i < 5; i++) {
      rows.next();
    }
    assertThat(disk.callCount()).isLessThan(2);
  }

  @Test
  void scatteredTreesGiveTheirRowsInOrderBothWays() {
    long seed = System.nanoTime();
    System.err.println("PassOverTreeTest seed " + seed);
    create();
    fillScattered(6_000, new Random(seed));
    reopen();
    assertThat(passForward()).containsExactlyElementsOf(model.keySet());
    reopenUnchanged();
    List<Long> backward = new ArrayList<>();
    BtreeCursor rows = trees.openTable(table);
    for (boolean more = rows.last(); more; more = rows.previous()) {
      backward.add(rows.rowid());
    }
    assertThat(backward).containsExactlyElementsOf(model.descendingKeySet());
    List<Long> keysForward = new ArrayList<>();
    List<Long> keysBackward = new ArrayList<>();
    IndexCursor keys = trees.openIndex(index, new KeyDescriptor(1));
    for (boolean more = keys.first(); more; more = keys.next()) {
      keysForward.add(keys.record().longAt(0));
    }
    for (boolean more = keys.last(); more; more = keys.previous()) {
      keysBackward.add(keys.record().longAt(0));
    }
    assertThat(keysForward).containsExactlyElementsOf(model.keySet());
    assertThat(keysBackward).containsExactlyElementsOf(model.descendingKeySet());
  }

  @Test
  void changesOfTheOwnTransactionAndTheirRollbackAreSeenAheadOfTheCursor() {
    long seed = System.nanoTime();
    System.err.println("PassOverTreeTest seed " + seed);
    Random random = new Random(seed);
    create();
    fillScattered(4_000, random);
    reopen();
    pager.beginWrite();
    TreeMap<Long, Long> committed = new TreeMap<>(model);
    BtreeCursor rows = trees.openTable(table);
    boolean more = rows.first();
    for (int step = 0; more; step++, more = rows.next()) {
      long rowid = rows.rowid();
      assertThat(rows.record().longAt(0)).as("seed " + seed).isEqualTo(model.get(rowid));
      Long next = model.higherKey(rowid);
      if (step % 50 == 49) {
        for (int i = 0; i < 5; i++) {
          Long ahead = model.ceilingKey(rowid + 1 + random.nextInt(20_000));
          if (ahead != null) {
            put(ahead, -step);
          }
        }
      }
      if (step == 2_000) {
        trees.saveAllCursors();
        pager.rollback();
        pager.beginWrite();
        model.clear();
        model.putAll(committed);
      }
      if (next == null) {
        assertThat(rows.next()).isFalse();
        break;
      }
    }
    assertThat(passForward()).containsExactlyElementsOf(committed.keySet());
    pager.rollback();
  }

  @Test
  void aFileThatEndsEarlyIsAnErrorOnlyWhenThePassGetsThere() {
    create();
    for (long rowid = 1; rowid <= 5_000; rowid++) {
      put(rowid, rowid);
    }
    int pages = pager.pageCount();
    reopen();
    FileSystem other = disk.process();
    try (DatabaseFile file = other.open("test.db", OpenMode.READ_WRITE)) {
      file.truncate((long) PAGE_SIZE * (pages / 2));
    }
    BtreeCursor rows = trees.openTable(table);
    assertThat(rows.first()).isTrue();
    for (int i = 0; i < 1_000; i++) {
      assertThat(rows.next()).isTrue();
    }
    assertThatThrownBy(
            () -> {
              while (rows.next()) {
                assertThat(rows.rowid()).isLessThan(5_000);
              }
            })
        .isInstanceOf(CorruptDatabaseException.class);
  }
}
