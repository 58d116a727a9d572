// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.engine.testing.MemoryPages;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files end in a database error or an answer, soon, and in nothing else. */
class DamagedTreeTest {
  private static final int TABLE = 2;
  private static final int INDEX = 3;
  private static final long TIME_LIMIT_NANOS = 2_000_000_000L;

  private final RecordWriter writer = new RecordWriter();

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 4096, 65536})
  void everyOperationOnADamagedFileAnswersOrFailsCleanly(int pageSize) {
    byte[] sound = build(pageSize);
    int rounds = Math.max(30, Math.min(600, 100_000_000 / sound.length));
    for (int round = 0; round < rounds; round++) {
      long seed = System.nanoTime();
      Random random = new Random(seed);
      byte[] file = sound.clone();
      damage(file, pageSize, random);
      long start = System.nanoTime();
      try {
        for (int operation = 0; operation < 8; operation++) {
          MemoryPages pages = MemoryPages.of(file);
          try {
            run(operation, pages, random);
          } catch (DatabaseException expected) {
            assertThat(expected.resultCode()).isNotNull();
          }
        }
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        throw new AssertionError("page size " + pageSize + " seed " + seed, e);
      }
      assertThat(System.nanoTime() - start)
          .as("page size %d seed %d", pageSize, seed)
          .isLessThan(TIME_LIMIT_NANOS);
    }
  }

  private byte[] build(int pageSize) {
    MemoryPages pages = MemoryPages.create(pageSize, 0);
    Btrees trees = new Btrees(pages);
    assertThat(trees.createTree(true)).isEqualTo(TABLE);
    assertThat(trees.createTree(false)).isEqualTo(INDEX);
    BtreeCursor rows = trees.openTable(TABLE);
    IndexCursor keys = trees.openIndex(INDEX, new KeyDescriptor(2));
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      insert(rows, keys, i, random.nextInt(i % 20 == 0 ? 2 * pageSize : 30));
    }
    for (int i = 0; i < 300; i += 7) {
      rows.seek(i);
      rows.delete();
    }
    return pages.toFile();
  }

  private void insert(BtreeCursor rows, IndexCursor keys, long rowid, int size) {
    byte[] text = new byte[size];
    Arrays.fill(text, (byte) ('a' + rowid % 17));
    writer.begin();
    writer.appendText(text, 0, text.length);
    writer.appendLong(rowid);
    writer.finish();
    keys.insert(writer.array(), writer.offset(), writer.length());
    rows.insert(rowid, writer.array(), writer.offset(), writer.length());
  }

  private static void damage(byte[] file, int pageSize, Random random) {
    int changes = 1 + random.nextInt(4);
    int pageCount = file.length / pageSize;
    for (int i = 0; i < changes; i++) {
      int page = random.nextInt(pageCount);
      // Headers and cell pointers get as many hits as all else.
      int offset = random.nextBoolean() ? random.nextInt(48) : random.nextInt(pageSize);
      if (page == 0) {
        offset = 32 + random.nextInt(8);
      }
      file[page * pageSize + offset] =
          (byte) (random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(256));
    }
    if (random.nextInt(5) == 0 && pageCount > 3) {
      int from = 1 + random.nextInt(pageCount - 1);
      int to = 1 + random.nextInt(pageCount - 1);
      System.arraycopy(file, from * pageSize, file, to * pageSize, pageSize);
    }
  }

  private void run(int operation, MemoryPages pages, Random random) {
    Btrees trees = new Btrees(pages);
    BtreeCursor rows = trees.openTable(TABLE);
    IndexCursor keys = trees.openIndex(INDEX, new KeyDescriptor(2));
    switch (operation) {
      case 0:
        scan(rows);
        break;
      case 1:
        scan(keys);
        break;
      case 2:
        assertThat(rows.count() + keys.count()).isNotNegative();
        new IntegrityCheck(pages, 100).checkFile(new int[] {1, TABLE, INDEX});
        break;
      case 3:
        seek(rows, keys, random);
        break;
      case 4:
        for (int i = 0; i < 60; i++) {
          insert(rows, keys, random.nextInt(400), random.nextInt(600));
        }
        break;
      case 5:
        for (int i = 0; i < 200 && rows.seekAtLeast(random.nextInt(300)); i++) {
          rows.delete();
        }
        break;
      case 6:
        for (int i = 0; i < 200 && (i % 9 == 0 ? keys.first() : keys.next()); i++) {
          keys.delete();
        }
        break;
      default:
        trees.clearTree(TABLE);
        trees.clearTree(INDEX);
        break;
    }
  }

  private static void scan(TreeCursor cursor) {
    long sum = 0;
    for (boolean found = cursor.first(); found; found = cursor.next()) {
      sum += touch(cursor.record());
    }
    for (boolean found = cursor.last(); found; found = cursor.previous()) {
      sum += touch(cursor.record());
    }
    assertThat(sum).isNotEqualTo(Long.MIN_VALUE);
  }

  private static long touch(RecordReader record) {
    long sum = record.columnCount();
    for (int column = 0; column < 3; column++) {
      sum += record.typeOf(column) + record.longAt(column) + (long) record.doubleAt(column);
      sum += record.bytesArray(column).length + record.bytesOffset(column);
      sum += record.bytesLength(column);
    }
    return sum;
  }

  private static void seek(BtreeCursor rows, IndexCursor keys, Random random) {
    SearchKey key = new SearchKey(2);
    for (int i = 0; i < 50; i++) {
      rows.seekAtLeast(random.nextInt(310));
      byte[] text = {(byte) ('a' + i % 18), 'x'};
      key.setColumnCount(1 + i % 2);
      key.setText(0, text, 0, 1 + i % 2);
      key.setLong(1, i);
      keys.seek(key, SeekMode.values()[i % 5]);
    }
  }
}
