// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.testing.MemoryPages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random changes of an auto_vacuum file against maps: after every commit all pointer map entries
 * are right, roots are in front, and in mode FULL no page is free.
 */
class AutoVacuumModelTest {
  private static final class Model {
    int root;
    boolean table;
    final TreeMap<Long, Integer> rows = new TreeMap<>();
  }

  private final KeyDescriptor descriptor = new KeyDescriptor(2);
  private final RecordWriter writer = new RecordWriter();

  @ParameterizedTest
  @CsvSource({
    "512, 0, FULL, 0",
    "512, 32, INCREMENTAL, 0",
    "512, 0, FULL, 104",
    "512, 0, INCREMENTAL, 105",
    "512, 0, FULL, 106",
    "1024, 0, FULL, 0",
    "4096, 0, INCREMENTAL, 0",
    "4096, 8, FULL, 0",
    "65536, 0, FULL, 0"
  })
  void everyPageKnowsWhatRefersToIt(
      int pageSize, int reservedBytes, AutoVacuumMode mode, int lockBytePage) {
    long seed = 4711L * pageSize + lockBytePage;
    Random random = new Random(seed);
    MemoryPages pages = MemoryPages.create(pageSize, reservedBytes);
    if (lockBytePage != 0) {
      pages.setLockBytePage(lockBytePage);
    }
    Btrees trees = new Btrees(pages);
    trees.setAutoVacuum(mode);
    List<Model> models = new ArrayList<>();
    int commits = pageSize > 4096 ? 25 : 80;
    for (int commit = 0; commit < commits; commit++) {
      for (int i = random.nextInt(8); i >= 0; i--) {
        change(trees, models, random, pageSize);
      }
      int used = pages.pageCount() - trees.freelistCount();
      trees.beforeCommit();
      if (mode == AutoVacuumMode.FULL) {
        assertThat(trees.freelistCount()).isZero();
        assertThat(pages.pageCount()).isBetween(used - used / 50 - 4, used);
      } else if (random.nextInt(3) == 0) {
        int free = trees.freelistCount();
        int limit = random.nextInt(20);
        assertThat(trees.incrementalVacuum(limit)).isEqualTo(Math.min(limit, free));
        assertThat(trees.freelistCount()).isEqualTo(free - Math.min(limit, free));
      }
      assertThat(pages.check(roots(models))).as("seed %s commit %s", seed, commit).isEmpty();
      pages.commit();
      verify(trees, models);
    }
  }

  private void change(Btrees trees, List<Model> models, Random random, int pageSize) {
    int kind = random.nextInt(20);
    if (models.isEmpty() || kind == 0 && models.size() < 25) {
      Model model = new Model();
      model.table = random.nextBoolean();
      model.root = trees.createTree(model.table);
      models.add(model);
      return;
    }
    Model model = models.get(random.nextInt(models.size()));
    if (kind == 1) {
      models.remove(model);
      int moved = trees.dropTree(model.root);
      for (Model other : models) {
        if (other.root == moved) {
          other.root = model.root;
        }
      }
    } else if (kind == 2) {
      assertThat(trees.clearTree(model.root)).isEqualTo(model.rows.size());
      model.rows.clear();
    } else {
      for (int i = random.nextInt(60); i >= 0; i--) {
        long key = random.nextInt(400);
        boolean large = random.nextInt(6) == 0;
        int bytes = random.nextInt(large ? 12 * pageSize : 1 + pageSize / 8);
        if (random.nextInt(3) == 0) {
          delete(trees, model, key);
        } else {
          insert(trees, model, key, bytes);
        }
      }
    }
  }

  private void record(long key, int bytes) {
    writer.begin();
    writer.appendLong(key);
    byte[] blob = new byte[bytes];
    Arrays.fill(blob, (byte) key);
    writer.appendBlob(blob, 0, bytes);
    writer.finish();
  }

  private void insert(Btrees trees, Model model, long key, int bytes) {
    if (model.table) {
      record(key, bytes);
      BtreeCursor cursor = trees.openTable(model.root);
      cursor.insert(key, writer.array(), writer.offset(), writer.length());
      cursor.close();
    } else {
      if (model.rows.containsKey(key)) {
        delete(trees, model, key);
      }
      record(key, bytes);
      IndexCursor cursor = trees.openIndex(model.root, descriptor);
      cursor.insert(writer.array(), writer.offset(), writer.length());
      cursor.close();
    }
    model.rows.put(key, bytes);
  }

  private void delete(Btrees trees, Model model, long key) {
    Integer bytes = model.rows.remove(key);
    if (bytes == null) {
      return;
    }
    if (model.table) {
      BtreeCursor cursor = trees.openTable(model.root);
      assertThat(cursor.seek(key)).isTrue();
      cursor.delete();
      cursor.close();
    } else {
      IndexCursor cursor = trees.openIndex(model.root, descriptor);
      boolean found = false;
      for (boolean more = cursor.first(); more && !found; more = cursor.next()) {
        found = cursor.record().longAt(0) == key;
        if (found) {
          cursor.delete();
        }
      }
      cursor.close();
      assertThat(found).isTrue();
    }
  }

  private void verify(Btrees trees, List<Model> models) {
    for (Model model : models) {
      TreeCursor cursor =
          model.table ? trees.openTable(model.root) : trees.openIndex(model.root, descriptor);
      boolean more = cursor.first();
      for (var row : model.rows.entrySet()) {
        assertThat(more).isTrue();
        assertThat(cursor.record().longAt(0)).isEqualTo(row.getKey());
        record(row.getKey(), row.getValue());
        byte[] payload = Arrays.copyOf(cursor.copyPayload(null), cursor.payloadBytes());
        assertThat(payload)
            .isEqualTo(
                Arrays.copyOfRange(
                    writer.array(), writer.offset(), writer.offset() + writer.length()));
        more = cursor.next();
      }
      assertThat(more).isFalse();
      cursor.close();
    }
  }

  private static int[] roots(List<Model> models) {
    return models.stream().mapToInt(model -> model.root).toArray();
  }
}
