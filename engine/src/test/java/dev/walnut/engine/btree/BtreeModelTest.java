// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.testing.MemoryPages;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Table trees against a sorted map, at every page size. */
class BtreeModelTest {
  private final RecordWriter writer = new RecordWriter();
  private Random random;
  private MemoryPages pages;
  private Btrees trees;
  private int root;
  private BtreeCursor cursor;
  private BtreeCursor scanner;
  private TreeMap<Long, byte[]> model;

  @ParameterizedTest
  @CsvSource({
    "512,0,4000,false,2",
    "512,0,4000,false,1",
    "4096,0,4000,false,1",
    "512,32,4000,true,2",
    "1024,0,4000,false,2",
    "2048,7,3000,false,2",
    "4096,0,4000,true,2",
    "8192,255,3000,false,2",
    "16384,0,2000,false,2",
    "32768,0,2000,true,2",
    "65536,0,2000,false,2",
    "65536,16,2000,true,2"
  })
  void randomChangesAndSeeksAgreeWithASortedMap(
      int pageSize, int reservedBytes, int operations, boolean secureDelete, int rootPage) {
    long seed = System.nanoTime();
    System.err.println("BtreeModelTest page size " + pageSize + " seed " + seed);
    random = new Random(seed);
    pages = MemoryPages.create(pageSize, reservedBytes);
    trees = new Btrees(pages);
    trees.setSecureDelete(secureDelete ? SecureDelete.ON : SecureDelete.OFF);
    // The tree on page 1 has 100 bytes less than its pages.
    root = rootPage == 1 ? 1 : trees.createTree(true);
    cursor = trees.openTable(root);
    scanner = trees.openTable(root);
    model = new TreeMap<>();
    for (int phase = 0; phase < 4; phase++) {
      // Phases grow and shrink the tree, so that pages split, merge and go to the freelist.
      int insertPercent = phase % 2 == 0 ? 85 : 20;
      for (int i = 0; i < operations / 4; i++) {
        step(insertPercent);
      }
      verifyAll();
      pages.verifyCommitted();
      pages.commit();
    }
    long entries = model.size();
    assertThat(trees.clearTree(root)).isEqualTo(entries);
    assertThat(cursor.first()).isFalse();
    assertThat(check()).isEmpty();
    if (root != 1) {
      trees.dropTree(root);
      assertThat(pages.check()).isEmpty();
    }
  }

  private List<String> check() {
    return root == 1 ? pages.check() : pages.check(root);
  }

  private void step(int insertPercent) {
    long rowid = randomRowid();
    int choice = random.nextInt(100);
    if (choice < insertPercent) {
      byte[] value = randomValue();
      writer.begin();
      writer.appendBlob(value, 0, value.length);
      writer.appendLong(rowid);
      writer.finish();
      boolean replaced = cursor.insert(rowid, writer.array(), writer.offset(), writer.length());
      assertThat(replaced).isEqualTo(model.put(rowid, value) != null);
      assertThat(cursor.isOnRow()).isTrue();
      assertThat(cursor.rowid()).isEqualTo(rowid);
    } else if (choice < 95) {
      boolean found = cursor.seekAtLeast(rowid);
      Long expected = model.ceilingKey(rowid);
      assertThat(found).isEqualTo(expected != null);
      if (found) {
        assertThat(cursor.rowid()).isEqualTo(expected);
        cursor.delete();
        model.remove(expected);
        if (random.nextBoolean()) {
          expectRow(cursor.next(), model.higherEntry(expected));
        } else {
          expectRow(cursor.previous(), model.lowerEntry(expected));
        }
      }
    } else {
      seekEachWay(rowid);
    }
    if (random.nextInt(8) == 0) {
      scanAcrossChanges();
    }
    if (random.nextInt(200) == 0) {
      pages.commit();
    }
  }

  private Long scanPosition;

  /** A second cursor keeps its place while the first one changes the tree. */
  private void scanAcrossChanges() {
    if (scanPosition == null) {
      boolean found = scanner.first();
      expect(scanner, found, model.isEmpty() ? null : model.firstEntry());
    } else if (random.nextBoolean()) {
      expect(scanner, scanner.next(), model.higherEntry(scanPosition));
    } else {
      expect(scanner, scanner.previous(), model.lowerEntry(scanPosition));
    }
    scanPosition = scanner.isOnRow() ? (Long) scanner.rowid() : null;
  }

  private void seekEachWay(long rowid) {
    expectRow(cursor.seek(rowid), entry(model.containsKey(rowid) ? rowid : null));
    expectRow(cursor.seekAtLeast(rowid), model.ceilingEntry(rowid));
    expectRow(cursor.seekGreater(rowid), model.higherEntry(rowid));
    expectRow(cursor.seekAtMost(rowid), model.floorEntry(rowid));
    expectRow(cursor.seekLess(rowid), model.lowerEntry(rowid));
    expectRow(cursor.last(), model.isEmpty() ? null : model.lastEntry());
    expectRow(cursor.first(), model.isEmpty() ? null : model.firstEntry());
  }

  private Map.Entry<Long, byte[]> entry(Long rowid) {
    return rowid == null ? null : Map.entry(rowid, model.get(rowid));
  }

  private void expectRow(boolean found, Map.Entry<Long, byte[]> expected) {
    expect(cursor, found, expected);
  }

  private void expect(BtreeCursor at, boolean found, Map.Entry<Long, byte[]> expected) {
    assertThat(found).isEqualTo(expected != null);
    if (found) {
      assertThat(at.rowid()).isEqualTo(expected.getKey());
      RecordReader record = at.record();
      assertThat(record.longAt(1)).isEqualTo(expected.getKey());
      assertThat(record.bytesLength(0)).isEqualTo(expected.getValue().length);
      byte[] array = record.bytesArray(0);
      int offset = record.bytesOffset(0);
      assertThat(
              Arrays.equals(
                  array,
                  offset,
                  offset + expected.getValue().length,
                  expected.getValue(),
                  0,
                  expected.getValue().length))
          .isTrue();
    }
  }

  private void verifyAll() {
    assertThat(check()).isEmpty();
    assertThat(cursor.count()).isEqualTo(model.size());
    boolean found = cursor.first();
    for (Map.Entry<Long, byte[]> e : model.entrySet()) {
      expectRow(found, e);
      found = cursor.next();
    }
    assertThat(found).isFalse();
    found = cursor.last();
    for (Map.Entry<Long, byte[]> e : model.descendingMap().entrySet()) {
      expectRow(found, e);
      found = cursor.previous();
    }
    assertThat(found).isFalse();
  }

  private long randomRowid() {
    switch (random.nextInt(10)) {
      case 0:
        return random.nextLong();
      case 1:
      case 2:
      case 3:
        return model.isEmpty() ? 1 : model.lastKey() + (model.lastKey() < Long.MAX_VALUE ? 1 : 0);
      default:
        return random.nextInt(2000) - 100;
    }
  }

  private byte[] randomValue() {
    int length;
    int kind = random.nextInt(100);
    if (kind < 80) {
      length = random.nextInt(60);
    } else if (kind < 95) {
      length = random.nextInt(pages.pageSize());
    } else if (kind < 99) {
      length = random.nextInt(3 * pages.pageSize());
    } else {
      length = random.nextInt(100_000);
    }
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }
}
