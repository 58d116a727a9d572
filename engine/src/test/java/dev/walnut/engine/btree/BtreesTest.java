// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.engine.testing.MemoryPages;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BtreesTest {
  private final RecordWriter writer = new RecordWriter();

  private void insert(BtreeCursor cursor, long rowid, byte[] value) {
    writer.begin();
    writer.appendLong(rowid);
    writer.appendBlob(value, 0, value.length);
    writer.finish();
    cursor.insert(rowid, writer.array(), writer.offset(), writer.length());
  }

  @Test
  void appendedRowsFillTheirPages() {
    MemoryPages pages = MemoryPages.create(1024, 0);
    Btrees trees = new Btrees(pages);
    int root = trees.createTree(true);
    BtreeCursor cursor = trees.openTable(root);
    int rows = 10_000;
    for (int i = 1; i <= rows; i++) {
      insert(cursor, i, new byte[40]);
    }
    int cellBytes = 2 + 1 + 3 + 2 + 41;
    assertThat(pages.pageCount()).isLessThan(rows * cellBytes / 1024 * 11 / 10);
    assertThat(pages.check(root)).isEmpty();
  }

  @Test
  void pagesOfADroppedTreeAreUsedAgain() {
    MemoryPages pages = MemoryPages.create(512, 0);
    Btrees trees = new Btrees(pages);
    int kept = trees.createTree(false);
    int[] pageCounts = new int[3];
    for (int round = 0; round < 3; round++) {
      int root = trees.createTree(true);
      BtreeCursor cursor = trees.openTable(root);
      for (int i = 0; i < 2000; i++) {
        insert(cursor, i, new byte[200]);
      }
      pageCounts[round] = pages.pageCount();
      cursor.close();
      trees.dropTree(root);
      assertThat(pages.check(kept)).isEmpty();
      // More than one trunk page.
      assertThat(trees.freelistCount()).isEqualTo(pages.pageCount() - 2);
    }
    assertThat(pageCounts[1]).isEqualTo(pageCounts[0]);
    assertThat(pageCounts[2]).isEqualTo(pageCounts[0]);
  }

  @Test
  void thePageOfTheLockBytesIsLeftAlone() {
    MemoryPages pages = MemoryPages.create(512, 0);
    pages.setLockBytePage(20);
    Btrees trees = new Btrees(pages);
    int root = trees.createTree(true);
    BtreeCursor cursor = trees.openTable(root);
    for (int i = 0; i < 100; i++) {
      insert(cursor, i, new byte[300]);
    }
    assertThat(pages.pageCount()).isGreaterThan(40);
    assertThat(pages.read(20)).containsOnly(0);
    assertThat(pages.check(root)).isEmpty();
    assertThat(cursor.count()).isEqualTo(100);
  }

  @Test
  void secureDeleteLeavesNothingBehind() {
    MemoryPages pages = MemoryPages.create(1024, 0);
    Btrees trees = new Btrees(pages);
    trees.setSecureDelete(SecureDelete.ON);
    int root = trees.createTree(true);
    BtreeCursor cursor = trees.openTable(root);
    byte[] secret = "top secret".repeat(30).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 300; i++) {
      insert(cursor, i, i % 3 == 0 ? secret.clone() : new byte[i * 10]);
    }
    assertThat(new String(pages.toFile(), StandardCharsets.ISO_8859_1)).contains("secret");
    for (int i = 0; i < 300; i += 3) {
      assertThat(cursor.seek(i)).isTrue();
      cursor.delete();
    }
    assertThat(new String(pages.toFile(), StandardCharsets.ISO_8859_1)).doesNotContain("secret");
    assertThat(pages.check(root)).isEmpty();
  }

  @Test
  void openingCursorsAgainDoesNotAllocate() {
    MemoryPages pages = MemoryPages.create(512, 0);
    Btrees trees = new Btrees(pages);
    int[] roots = new int[4];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = trees.createTree(i == 0);
    }
    KeyDescriptor order = new KeyDescriptor(2);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 8; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < 1000; i++) {
        BtreeCursor rows = trees.openTable(roots[0]);
        IndexCursor keys = trees.openIndex(roots[1 + i % 3], order);
        assertThatHasNoRow(rows);
        assertThatHasNoRow(keys);
        rows.close();
        keys.close();
      }
      least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
    }
    assertThat(least).isLessThan(4096);
  }

  private static void assertThatHasNoRow(TreeCursor cursor) {
    if (cursor.isOnRow() || cursor.first()) {
      throw new AssertionError("row in an empty tree");
    }
  }

  @Test
  void aClosedCursorIsOpenedAgainInItsOwnOrderAlone() {
    MemoryPages pages = MemoryPages.create(512, 0);
    Btrees trees = new Btrees(pages);
    int root = trees.createTree(false);
    KeyDescriptor one = new KeyDescriptor(1);
    KeyDescriptor two = new KeyDescriptor(2);
    IndexCursor first = trees.openIndex(root, one);
    IndexCursor second = trees.openIndex(root, two);
    first.close();
    second.close();
    assertThat(trees.openIndex(root, two)).isSameAs(second);
    assertThat(trees.openIndex(root, two)).isNotSameAs(second).isNotSameAs(first);
    assertThat(trees.openIndex(root, one)).isSameAs(first);
    assertThat(trees.openTable(root).descriptor()).isNull();
  }

  @Test
  void pageZeroIsNoRoot() {
    Btrees trees = new Btrees(MemoryPages.create(512, 0));
    assertThatThrownBy(() -> trees.openTable(0)).isInstanceOf(CorruptDatabaseException.class);
    assertThatThrownBy(() -> trees.openIndex(0, new KeyDescriptor(1)))
        .isInstanceOf(CorruptDatabaseException.class);
  }

  @Test
  void seeksAndStepsDoNotAllocate() {
    MemoryPages pages = MemoryPages.create(4096, 0);
    Btrees trees = new Btrees(pages);
    BtreeCursor rows = trees.openTable(trees.createTree(true));
    IndexCursor keys = trees.openIndex(trees.createTree(false), new KeyDescriptor(2));
    for (int i = 0; i < 20_000; i++) {
      insert(rows, i, new byte[30]);
      writer.begin();
      writer.appendLong(i);
      writer.appendLong(i);
      writer.finish();
      keys.insert(writer.array(), writer.offset(), writer.length());
    }
    SearchKey key = new SearchKey(1);
    key.setColumnCount(1);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 8; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      assertThat(work(rows, keys, key)).isPositive();
      least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
    }
    // Some room for the JVM's own doing; one object per row would be a hundred times more.
    assertThat(least).isLessThan(4096);
  }

  private static long work(BtreeCursor rows, IndexCursor keys, SearchKey key) {
    long sum = 0;
    for (boolean found = rows.first(); found; found = rows.next()) {
      sum += rows.record().longAt(0);
    }
    for (boolean found = keys.last(); found; found = keys.previous()) {
      sum += keys.record().longAt(1);
    }
    for (int i = 0; i < 20_000; i++) {
      long wanted = i * 7919L % 20_000;
      sum += rows.seek(wanted) ? rows.rowid() : 0;
      key.setLong(0, wanted);
      sum += keys.seek(key, SeekMode.EQUAL) ? keys.record().longAt(1) : 0;
    }
    return sum;
  }
}
