// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.engine.record.TextComparator;
import dev.walnut.engine.testing.MemoryPages;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Index trees against a sorted set, with keys of all storage classes and directions. */
class IndexModelTest {
  /** A key: a value of any storage class, and a rowid that makes it unique. */
  private record Entry(Object value, long rowid) {}

  private final RecordWriter writer = new RecordWriter();
  private final SearchKey key = new SearchKey(2);
  private final SearchKey expectedKey = new SearchKey(2);
  private Random random;
  private MemoryPages pages;
  private Btrees trees;
  private int root;
  private IndexCursor cursor;
  private IndexCursor scanner;
  private Comparator<Entry> order;
  private TreeSet<Entry> model;
  private Entry scanPosition;

  @ParameterizedTest
  @CsvSource({
    "512,0,4000,false",
    "512,32,4000,true",
    "1024,0,4000,true",
    "2048,7,3000,false",
    "4096,0,4000,false",
    "8192,255,3000,true",
    "16384,0,2000,false",
    "32768,0,2000,false",
    "65536,0,2000,true"
  })
  void randomChangesAndSeeksAgreeWithASortedSet(
      int pageSize, int reservedBytes, int operations, boolean descending) {
    long seed = System.nanoTime();
    System.err.println("IndexModelTest page size " + pageSize + " seed " + seed);
    random = new Random(seed);
    pages = MemoryPages.create(pageSize, reservedBytes);
    trees = new Btrees(pages);
    root = trees.createTree(false);
    KeyDescriptor descriptor =
        new KeyDescriptor(new TextComparator[2], new boolean[] {descending, false});
    cursor = trees.openIndex(root, descriptor);
    scanner = trees.openIndex(root, descriptor);
    Comparator<Entry> byValue = (a, b) -> compareValues(a.value, b.value);
    order = (descending ? byValue.reversed() : byValue).thenComparingLong(Entry::rowid);
    model = new TreeSet<>(order);
    for (int phase = 0; phase < 4; phase++) {
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
    assertThat(pages.check(root)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 4096})
  void appendedRecordsFillATreeThatCanBeChanged(int pageSize) {
    pages = MemoryPages.create(pageSize, 0);
    trees = new Btrees(pages);
    root = trees.createTree(false);
    cursor = trees.openIndex(root, new KeyDescriptor(new TextComparator[2], new boolean[2]));
    int count = 3000;
    for (int i = 0; i < count; i++) {
      if (i % 500 != 7) {
        build(new Entry((long) i, i));
        cursor.append(writer.array(), writer.offset(), writer.length());
        assertThat(cursor.isOnRow()).isTrue();
      }
      if (i % 700 == 11) {
        cursor.first();
      }
    }
    build(new Entry("x".repeat(5 * pageSize), 0));
    cursor.append(writer.array(), writer.offset(), writer.length());
    assertThat(pages.check(root)).isEmpty();
    for (int i = 0; i < count; i++) {
      setKey(new Entry((long) i, i), true);
      assertThat(cursor.seek(key, SeekMode.EQUAL)).isEqualTo(i % 500 != 7);
    }
    build(new Entry(7L, 7));
    assertThat(cursor.insert(writer.array(), writer.offset(), writer.length())).isFalse();
    assertThat(cursor.next()).isTrue();
    assertThat(pages.check(root)).isEmpty();
  }

  private void step(int insertPercent) {
    Entry entry = new Entry(randomValue(), random.nextInt(5));
    int choice = random.nextInt(100);
    if (choice < insertPercent) {
      build(entry);
      boolean replaced = cursor.insert(writer.array(), writer.offset(), writer.length());
      assertThat(replaced).isEqualTo(!model.add(entry));
      assertThat(cursor.isOnRow()).isTrue();
      expect(cursor, true, entry);
    } else if (choice < 95) {
      boolean full = random.nextBoolean();
      setKey(entry, full);
      Entry expected = full ? model.ceiling(entry) : firstEqualOrAfter(entry);
      boolean found = cursor.seek(key, SeekMode.AT_LEAST);
      expect(cursor, found, expected);
      if (found) {
        cursor.delete();
        model.remove(expected);
        if (random.nextBoolean()) {
          expect(cursor, cursor.next(), model.higher(expected));
        } else {
          expect(cursor, cursor.previous(), model.lower(expected));
        }
      }
    } else {
      seekEachWay(entry);
    }
    if (random.nextInt(8) == 0) {
      scanAcrossChanges();
    }
    if (random.nextInt(200) == 0) {
      pages.commit();
    }
  }

  private void scanAcrossChanges() {
    if (scanPosition == null) {
      boolean found = scanner.first();
      expect(scanner, found, model.isEmpty() ? null : model.first());
      scanPosition = found ? model.first() : null;
      return;
    }
    boolean forward = random.nextBoolean();
    Entry expected = forward ? model.higher(scanPosition) : model.lower(scanPosition);
    expect(scanner, forward ? scanner.next() : scanner.previous(), expected);
    scanPosition = expected;
  }

  private Entry firstEqualOrAfter(Entry entry) {
    return model.ceiling(new Entry(entry.value, Long.MIN_VALUE));
  }

  private void seekEachWay(Entry entry) {
    setKey(entry, false);
    Entry low = new Entry(entry.value, Long.MIN_VALUE);
    Entry high = new Entry(entry.value, Long.MAX_VALUE);
    NavigableSet<Entry> equal = model.subSet(low, true, high, true);
    expect(cursor, cursor.seek(key, SeekMode.EQUAL), equal.isEmpty() ? null : equal.first());
    if (equal.isEmpty() && cursor.next()) {
      expect(cursor, true, model.higher(low));
    }
    expect(cursor, cursor.seek(key, SeekMode.AT_LEAST), model.ceiling(low));
    expect(cursor, cursor.seek(key, SeekMode.GREATER), model.higher(high));
    expect(cursor, cursor.seek(key, SeekMode.AT_MOST), model.floor(high));
    expect(cursor, cursor.seek(key, SeekMode.LESS), model.lower(low));
    setKey(entry, true);
    expect(cursor, cursor.seek(key, SeekMode.EQUAL), model.contains(entry) ? entry : null);
    expect(cursor, cursor.seek(key, SeekMode.AT_LEAST), model.ceiling(entry));
    expect(cursor, cursor.seek(key, SeekMode.GREATER), model.higher(entry));
    expect(cursor, cursor.seek(key, SeekMode.AT_MOST), model.floor(entry));
    expect(cursor, cursor.seek(key, SeekMode.LESS), model.lower(entry));
    expect(cursor, cursor.last(), model.isEmpty() ? null : model.last());
    expect(cursor, cursor.first(), model.isEmpty() ? null : model.first());
  }

  private void expect(IndexCursor at, boolean found, Entry expected) {
    assertThat(found).isEqualTo(expected != null);
    if (found) {
      RecordReader record = at.record();
      assertThat(compareValues(valueOf(record), expected.value)).isZero();
      assertThat(record.longAt(1)).isEqualTo(expected.rowid);
      setKey(expectedKey, expected, true);
      assertThat(at.compareTo(expectedKey)).isZero();
    }
  }

  private void verifyAll() {
    assertThat(pages.check(root)).isEmpty();
    assertThat(cursor.count()).isEqualTo(model.size());
    boolean found = cursor.first();
    for (Entry e : model) {
      expect(cursor, found, e);
      found = cursor.next();
    }
    assertThat(found).isFalse();
    found = cursor.last();
    for (Entry e : model.descendingSet()) {
      expect(cursor, found, e);
      found = cursor.previous();
    }
    assertThat(found).isFalse();
  }

  private void build(Entry entry) {
    writer.begin();
    Object value = entry.value;
    if (value == null) {
      writer.appendNull();
    } else if (value instanceof Long) {
      writer.appendLong((Long) value);
    } else if (value instanceof Double) {
      writer.appendDouble((Double) value);
    } else if (value instanceof String) {
      byte[] text = ((String) value).getBytes(StandardCharsets.ISO_8859_1);
      writer.appendText(text, 0, text.length);
    } else {
      writer.appendBlob((byte[]) value, 0, ((byte[]) value).length);
    }
    writer.appendLong(entry.rowid);
    writer.finish();
  }

  private void setKey(Entry entry, boolean withRowid) {
    setKey(key, entry, withRowid);
  }

  private void setKey(SearchKey target, Entry entry, boolean withRowid) {
    build(entry);
    RecordReader reader = new RecordReader();
    byte[] copy =
        Arrays.copyOfRange(writer.array(), writer.offset(), writer.offset() + writer.length());
    reader.bind(copy, 0, copy.length);
    target.setRecord(reader, withRowid ? 2 : 1);
  }

  private static Object valueOf(RecordReader record) {
    switch (record.typeOf(0)) {
      case RecordReader.INTEGER:
        return record.longAt(0);
      case RecordReader.REAL:
        return record.doubleAt(0);
      case RecordReader.TEXT:
        return new String(
            record.bytesArray(0),
            record.bytesOffset(0),
            record.bytesLength(0),
            StandardCharsets.ISO_8859_1);
      case RecordReader.BLOB:
        byte[] array = record.bytesArray(0);
        int offset = record.bytesOffset(0);
        return Arrays.copyOfRange(array, offset, offset + record.bytesLength(0));
      default:
        return null;
    }
  }

  private static int rank(Object value) {
    return value == null ? 0 : value instanceof Number ? 1 : value instanceof String ? 2 : 3;
  }

  private static int compareValues(Object a, Object b) {
    if (rank(a) != rank(b)) {
      return Integer.compare(rank(a), rank(b));
    }
    switch (rank(a)) {
      case 0:
        return 0;
      case 1:
        return exact(a).compareTo(exact(b));
      case 2:
        return ((String) a).compareTo((String) b);
      default:
        return Arrays.compareUnsigned((byte[]) a, (byte[]) b);
    }
  }

  private static BigDecimal exact(Object number) {
    return number instanceof Long
        ? BigDecimal.valueOf((Long) number)
        : new BigDecimal((Double) number);
  }

  private Object randomValue() {
    int kind = random.nextInt(20);
    if (kind == 0) {
      return null;
    } else if (kind < 7) {
      return (long) random.nextInt(300);
    } else if (kind == 7) {
      return random.nextLong();
    } else if (kind == 8) {
      return random.nextInt(600) / 2.0;
    } else if (kind == 9) {
      return (double) random.nextLong();
    } else if (kind < 18) {
      StringBuilder text = new StringBuilder();
      int length =
          random.nextInt(20) == 0 ? random.nextInt(2 * pages.pageSize()) : random.nextInt(40);
      for (int i = 0; i < length; i++) {
        text.append((char) ('a' + random.nextInt(4)));
      }
      return text.toString();
    }
    byte[] blob = new byte[random.nextInt(random.nextInt(10) == 0 ? 10_000 : 30)];
    random.nextBytes(blob);
    return blob;
  }
}
