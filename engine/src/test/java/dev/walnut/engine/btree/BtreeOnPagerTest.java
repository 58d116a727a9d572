// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.pager.DatabaseRegistry;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.record.SearchKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees follow their pager through commits, rollbacks, savepoints and early writes. */
class BtreeOnPagerTest {
  @TempDir Path directory;

  private final RecordWriter writer = new RecordWriter();
  private final SearchKey key = new SearchKey(1);
  private Random random;
  private Pager pager;
  private Btrees trees;
  private BtreeCursor rows;
  private BtreeCursor scanner;
  private IndexCursor keys;
  private IndexCursor keyScanner;
  private TreeMap<Long, byte[]> model = new TreeMap<>();
  private TreeMap<Long, byte[]> committed = new TreeMap<>();
  private final List<TreeMap<Long, byte[]>> savepoints = new ArrayList<>();
  private Long position;
  private Long keyPosition;

  @ParameterizedTest
  @ValueSource(ints = {512, 4096})
  void changesFollowTransactionsAndSavepoints(int pageSize) {
    long seed = System.nanoTime();
    System.err.println("BtreeOnPagerTest page size " + pageSize + " seed " + seed);
    random = new Random(seed);
    pager = open();
    pager.setPageSize(pageSize, 0);
    pager.setCacheSizeBytes(20 * pageSize);
    pager.beginWrite();
    trees = new Btrees(pager);
    int table = trees.createTree(true);
    int index = trees.createTree(false);
    pager.commit();
    rows = trees.openTable(table);
    scanner = trees.openTable(table);
    keys = trees.openIndex(index, new KeyDescriptor(1));
    keyScanner = trees.openIndex(index, new KeyDescriptor(1));
    for (int i = 0; i < 3000; i++) {
      step();
      if (i % 300 == 299) {
        verify(table, index);
      }
    }
    pager.rollback();
    pager.close();
  }

  private Pager open() {
    return DatabaseRegistry.process()
        .open(directory.resolve("trees.db").toString(), OpenMode.READ_WRITE_CREATE);
  }

  private void step() {
    pager.beginWrite();
    int choice = random.nextInt(100);
    if (choice < 80) {
      change();
    } else if (choice < 85) {
      savepoints.add(new TreeMap<>(model));
      pager.openSavepoint();
    } else if (choice < 90 && !savepoints.isEmpty()) {
      int index = random.nextInt(savepoints.size());
      trees.saveAllCursors();
      pager.rollbackToSavepoint(index);
      model = new TreeMap<>(savepoints.get(index));
      forget(index + 1);
    } else if (choice < 93 && !savepoints.isEmpty()) {
      int index = random.nextInt(savepoints.size());
      pager.releaseSavepoint(index);
      forget(index);
    } else if (choice < 96) {
      pager.spillIfLarge();
    } else if (choice < 98) {
      pager.commit();
      committed = new TreeMap<>(model);
      savepoints.clear();
    } else if (choice == 98) {
      trees.saveAllCursors();
      pager.rollback();
      model = new TreeMap<>(committed);
      savepoints.clear();
    }
    if (pager.state().isWriter()) {
      scan();
    }
  }

  private void forget(int from) {
    savepoints.subList(from, savepoints.size()).clear();
  }

  private void change() {
    long rowid = random.nextInt(500);
    byte[] old = model.remove(rowid);
    if (old != null) {
      assertThat(rows.seek(rowid)).isTrue();
      rows.delete();
      buildKey(rowid, old);
      RecordReader reader = new RecordReader();
      reader.bind(writer.array(), writer.offset(), writer.length());
      key.setRecord(reader, 1);
      assertThat(keys.seek(key, SeekMode.EQUAL)).isTrue();
      keys.delete();
    }
    if (random.nextInt(3) > 0) {
      byte[] value = new byte[random.nextInt(random.nextInt(12) == 0 ? 3000 : 50)];
      Arrays.fill(value, (byte) random.nextInt());
      buildKey(rowid, value);
      keys.insert(writer.array(), writer.offset(), writer.length());
      rows.insert(rowid, writer.array(), writer.offset(), writer.length());
      model.put(rowid, value);
    }
  }

  /** As in a WITHOUT ROWID table the first column is the key: one model serves both trees. */
  private void buildKey(long rowid, byte[] value) {
    writer.begin();
    writer.appendLong(rowid);
    writer.appendBlob(value, 0, value.length);
    writer.finish();
  }

  private void scan() {
    boolean forward = random.nextBoolean();
    position = advance(scanner, position, forward);
    keyPosition = advance(keyScanner, keyPosition, random.nextBoolean());
  }

  private Long advance(TreeCursor cursor, Long from, boolean forward) {
    Map.Entry<Long, byte[]> expected;
    boolean found;
    if (from == null) {
      expected = model.isEmpty() ? null : model.firstEntry();
      found = cursor.first();
    } else {
      expected = forward ? model.higherEntry(from) : model.lowerEntry(from);
      found = forward ? cursor.next() : cursor.previous();
    }
    assertThat(found).isEqualTo(expected != null);
    if (!found) {
      return null;
    }
    RecordReader record = cursor.record();
    assertThat(record.longAt(0)).isEqualTo(expected.getKey());
    byte[] value = expected.getValue();
    int offset = record.bytesOffset(1);
    assertThat(Arrays.copyOfRange(record.bytesArray(1), offset, offset + record.bytesLength(1)))
        .isEqualTo(value);
    return expected.getKey();
  }

  private void verify(int table, int index) {
    pager.beginRead();
    assertThat(new IntegrityCheck(pager, 20).checkFile(new int[] {1, table, index})).isEmpty();
    assertThat(rows.count()).isEqualTo(model.size());
    assertThat(keys.count()).isEqualTo(model.size());
    Long at = null;
    for (int i = 0; i < model.size(); i++) {
      at = advance(rows, at, true);
    }
  }
}
