// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;
import java.util.Arrays;
import java.util.List;

/** Brings kept rows, whose first columns are a table's key, into the order of the keys. */
final class KeyOrder {
  private final RowStore store;

  /** Parts of the primary key; null: the key is a rowid. */
  private final List<Index.Part> parts;

  private final RecordReader leftReader = new RecordReader();
  private final RecordReader rightReader = new RecordReader();
  private final Value left = new Value();
  private final Value right = new Value();

  KeyOrder(RowStore store, Table table) {
    this.store = store;
    this.parts = table.isWithoutRowid() ? table.primaryKey().parts() : null;
  }

  /**
   * Reads the store to its end.
   *
   * @return the positions of its rows by key; of several rows with one key the last
   */
  long[] sort() {
    long[] found = new long[16];
    int count = 0;
    boolean sorted = true;
    while (store.next()) {
      if (count == found.length) {
        found = Arrays.copyOf(found, count * 2);
      }
      found[count++] = store.position();
      sorted &= count == 1 || compare(found[count - 2], found[count - 1]) < 0;
    }
    found = Arrays.copyOf(found, count);
    return sorted ? found : sortAndThin(found);
  }

  private long[] sortAndThin(long[] found) {
    Long[] boxed = new Long[found.length];
    Arrays.setAll(boxed, i -> found[i]);
    Arrays.sort(boxed, this::compare);
    long[] kept = new long[boxed.length];
    int count = 0;
    for (int i = 0; i < boxed.length; i++) {
      if (i == boxed.length - 1 || compare(boxed[i], boxed[i + 1]) != 0) {
        kept[count++] = boxed[i];
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private int compare(long first, long second) {
    store.bind(first, leftReader);
    store.bind(second, rightReader);
    if (parts == null) {
      return Long.compare(leftReader.longAt(0), rightReader.longAt(0));
    }
    for (int i = 0; i < parts.size(); i++) {
      StoredText.UTF8.read(leftReader, i, left);
      StoredText.UTF8.read(rightReader, i, right);
      int order = Comparison.compare(left, right, parts.get(i).collation());
      if (order != 0) {
        return parts.get(i).descending() ? -order : order;
      }
    }
    return 0;
  }
}
