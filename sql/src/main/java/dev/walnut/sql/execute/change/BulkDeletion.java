// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

/**
 * Deletes many rows of a table: the rows as they come, their index entries sorted, index by index,
 * so that each index page is visited once and not once a row.
 *
 * <p>While it works, indexes hold entries of rows that are gone: nobody may read the table before
 * {@link #finish}. Memory is bounded by the sorters' runs.
 */
final class BulkDeletion {
  /** From so many rows on sorting pays. */
  static final int MIN_ROWS = 200;

  private final TableTarget target;
  private final IndexTarget[] indexes;
  private final EntrySorter[] sorters;

  BulkDeletion(TableTarget target) {
    this.target = target;
    this.indexes = target.indexes().toArray(new IndexTarget[0]);
    this.sorters = new EntrySorter[indexes.length];
    for (int i = 0; i < sorters.length; i++) {
      sorters[i] = new EntrySorter(indexes[i].descriptor(), false);
    }
  }

  /** Deletes the tree's current row, which a stored row shows. */
  void delete(StoredRow row) {
    target.slot().show(row);
    for (int i = 0; i < indexes.length; i++) {
      IndexTarget index = indexes[i];
      if (index.covers()) {
        index.build(row);
        if (!add(index, sorters[i])) {
          flush(index, sorters[i]);
          add(index, sorters[i]);
        }
      }
    }
    target.tree().delete();
  }

  private static boolean add(IndexTarget index, EntrySorter sorter) {
    return sorter.add(index.entry().array(), index.entry().offset(), index.entry().length());
  }

  /** Deletes the index entries that are left. */
  void finish() {
    for (int i = 0; i < indexes.length; i++) {
      flush(indexes[i], sorters[i]);
    }
  }

  private void flush(IndexTarget index, EntrySorter sorter) {
    sorter.sort();
    for (int i = 0; i < sorter.count(); i++) {
      target.betweenRows();
      index.delete(sorter.array(), sorter.offset(i), sorter.length(i));
    }
    sorter.clear();
  }
}
