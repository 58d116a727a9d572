// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import java.util.function.LongSupplier;

/** The tree of a table with rowids. */
final class RowidTree extends TableTree {
  private static final int MAX_RANDOM_ATTEMPTS = 100;

  private final int rootPage;
  private final RowRecord record;
  private BtreeCursor cursor;

  RowidTree(Table table, StoredText text) {
    this.rootPage = table.rootPage();
    this.record = new RowRecord(table, text);
  }

  @Override
  void open(Btrees trees) {
    close();
    cursor = trees.openTable(rootPage);
  }

  @Override
  void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }

  @Override
  void reset() {
    if (cursor != null) {
      cursor.reset();
    }
  }

  /**
   * A rowid for a row that was given none: one more than the greatest, or a random free one once
   * the greatest possible is taken.
   *
   * @throws DatabaseException FULL if no free one is found
   */
  long newRowid(LongSupplier random) {
    if (!cursor.last()) {
      return 1;
    }
    long greatest = cursor.rowid();
    if (greatest < Long.MAX_VALUE) {
      return greatest + 1;
    }
    for (int i = 0; i < MAX_RANDOM_ATTEMPTS; i++) {
      long candidate = (random.getAsLong() & (Long.MAX_VALUE >> 1)) + 1;
      if (!cursor.seek(candidate)) {
        return candidate;
      }
    }
    throw new DatabaseException(ResultCode.FULL);
  }

  /** The greatest rowid; 0 if the table is empty. */
  long greatestRowid() {
    return cursor.last() ? cursor.rowid() : 0;
  }

  boolean seek(long rowid) {
    return cursor.seek(rowid);
  }

  @Override
  boolean seek(NewRow row) {
    return cursor.seek(row.rowid());
  }

  @Override
  boolean seekOwner(IndexTarget index, RecordReader entry) {
    return cursor.seek(ownerOf(index, entry));
  }

  @Override
  boolean isOwner(IndexTarget index, RecordReader entry, StoredRow row) {
    return ownerOf(index, entry) == row.rowid();
  }

  private static long ownerOf(IndexTarget index, RecordReader entry) {
    return entry.longAt(index.layout().fieldOf(Index.Part.ROWID));
  }

  @Override
  void show(StoredRow row) {
    cursor.bind(row.reader());
    row.setRowid(cursor.rowid());
  }

  @Override
  boolean hasKeyOf(NewRow row, StoredRow stored) {
    return row.rowid() == stored.rowid();
  }

  @Override
  void put(NewRow row) {
    RecordWriter writer = record.build(row);
    cursor.insert(row.rowid(), writer.array(), writer.offset(), writer.length());
  }

  @Override
  void append(NewRow row) {
    put(row);
  }

  @Override
  void delete() {
    cursor.delete();
  }
}
