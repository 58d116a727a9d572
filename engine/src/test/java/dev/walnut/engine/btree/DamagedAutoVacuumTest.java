// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.testing.MemoryPages;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pointer maps, freelists and roots that lie lead to a database error, soon, and to nothing else.
 */
class DamagedAutoVacuumTest {
  private static final int TABLES = 4;
  private static final int FIRST_ROOT = 3;
  private static final long TIME_LIMIT_NANOS = 2_000_000_000L;

  private final RecordWriter writer = new RecordWriter();

  @ParameterizedTest
  @CsvSource({"512, FULL, 500", "512, INCREMENTAL, 500", "4096, FULL, 300", "65536, FULL, 20"})
  void everyOperationOnADamagedFileAnswersOrFailsCleanly(
      int pageSize, AutoVacuumMode mode, int rounds) {
    byte[] sound = build(pageSize, mode);
    for (int round = 0; round < rounds; round++) {
      Random random = new Random(round);
      byte[] file = sound.clone();
      damage(file, pageSize, random);
      long start = System.nanoTime();
      try {
        for (int operation = 0; operation < 5; operation++) {
          try {
            run(operation, MemoryPages.of(file), random);
          } catch (DatabaseException expected) {
            assertThat(expected.resultCode()).isNotNull();
          }
        }
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        throw new AssertionError("page size " + pageSize + " round " + round, e);
      }
      assertThat(System.nanoTime() - start).as("round %d", round).isLessThan(TIME_LIMIT_NANOS);
    }
  }

  private byte[] build(int pageSize, AutoVacuumMode mode) {
    MemoryPages pages = MemoryPages.create(pageSize, 0);
    Btrees trees = new Btrees(pages);
    trees.setAutoVacuum(mode);
    Random random = new Random(7);
    for (int table = 0; table < TABLES; table++) {
      assertThat(trees.createTree(true)).isEqualTo(FIRST_ROOT + table);
      fill(trees, FIRST_ROOT + table, random, 60, pageSize);
    }
    delete(trees, FIRST_ROOT + 1);
    trees.clearTree(FIRST_ROOT + 2);
    return pages.toFile();
  }

  private void fill(Btrees trees, int root, Random random, int rows, int pageSize) {
    BtreeCursor cursor = trees.openTable(root);
    for (int i = 0; i < rows; i++) {
      writer.begin();
      writer.appendZeroBlob(random.nextInt(i % 10 == 0 ? 3 * pageSize : pageSize / 8));
      writer.finish();
      cursor.insert(random.nextInt(1000), writer.array(), writer.offset(), writer.length());
    }
    cursor.close();
  }

  private static void delete(Btrees trees, int root) {
    BtreeCursor cursor = trees.openTable(root);
    for (int i = 0; i < 40 && cursor.seekAtLeast(i * 20); i++) {
      cursor.delete();
    }
    cursor.close();
  }

  /** Page 1's counts, map pages, trunks and the starts of pages are hit most. */
  private static void damage(byte[] file, int pageSize, Random random) {
    int pageCount = file.length / pageSize;
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      int at;
      switch (random.nextInt(4)) {
        case 0:
          at = 32 + random.nextInt(8) + (random.nextBoolean() ? 20 : 0);
          break;
        case 1:
          int map = 1 + random.nextInt(1 + (pageCount - 2) / (pageSize / 5 + 1));
          at = map * pageSize + random.nextInt(Math.min(pageSize, 5 * pageCount));
          break;
        case 2:
          at = random.nextInt(pageCount) * pageSize + random.nextInt(48);
          break;
        default:
          at = random.nextInt(file.length);
      }
      file[at] = (byte) random.nextInt(random.nextBoolean() ? 8 : 256);
    }
    file[27] = 1;
    file[95] = 1;
  }

  private void run(int operation, MemoryPages pages, Random random) {
    Btrees trees = new Btrees(pages);
    switch (operation) {
      case 0:
        trees.beforeCommit();
        break;
      case 1:
        for (int i = 0; i < 4; i++) {
          trees.incrementalVacuum(random.nextInt(10));
        }
        break;
      case 2:
        for (int table = TABLES - 1; table >= 0; table--) {
          trees.dropTree(FIRST_ROOT + random.nextInt(table + 1));
        }
        trees.beforeCommit();
        break;
      case 3:
        for (int i = 0; i < 5; i++) {
          int root = trees.createTree(true);
          fill(trees, root, random, 10, pages.pageSize());
        }
        trees.incrementalVacuum(-1);
        break;
      default:
        fill(trees, FIRST_ROOT, random, 30, pages.pageSize());
        delete(trees, FIRST_ROOT + 3);
        trees.beforeCommit();
        break;
    }
  }
}
