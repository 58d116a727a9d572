// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.btree.SeekMode;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexLayout;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;
import java.util.List;

/** The tree of a WITHOUT ROWID table: an index whose records begin with the primary key. */
final class KeyTree extends TableTree {
  private final int rootPage;
  private final StoredText text;
  private final List<Index.Part> parts;
  private final KeyDescriptor descriptor;
  private final RowRecord record;
  private final SearchKey key;
  private final Value a = new Value();
  private final Value b = new Value();
  private IndexCursor cursor;

  KeyTree(Table table, StoredText text) {
    this.rootPage = table.rootPage();
    this.text = text;
    Index primaryKey = table.primaryKey();
    this.parts = primaryKey.parts();
    this.descriptor = IndexLayout.of(table, primaryKey).keyDescriptor(text);
    this.record = new RowRecord(table, text);
    this.key = new SearchKey(parts.size());
  }

  List<Index.Part> keyParts() {
    return parts;
  }

  @Override
  void open(Btrees trees) {
    close();
    cursor = trees.openIndex(rootPage, descriptor);
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

  @Override
  boolean seek(NewRow row) {
    return seekKeyOf(row);
  }

  /** Goes to the row whose key columns equal those of another row. */
  boolean seekKeyOf(RowSource row) {
    key.setColumnCount(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      row.read(parts.get(i).columnIndex(), a);
      text.set(key, i, a);
    }
    return cursor.seek(key, SeekMode.EQUAL);
  }

  /** Goes to the row with a key given as cells. */
  boolean seek(Value[] cells) {
    key.setColumnCount(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      text.set(key, i, cells[i]);
    }
    return cursor.seek(key, SeekMode.EQUAL);
  }

  @Override
  boolean seekOwner(IndexTarget index, RecordReader entry) {
    key.setColumnCount(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      key.set(i, entry, index.layout().fieldOf(parts.get(i).columnIndex()));
    }
    return cursor.seek(key, SeekMode.EQUAL);
  }

  @Override
  boolean isOwner(IndexTarget index, RecordReader entry, StoredRow row) {
    for (Index.Part part : parts) {
      text.read(entry, index.layout().fieldOf(part.columnIndex()), a);
      row.read(part.columnIndex(), b);
      if (Comparison.compare(a, b, part.collation()) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  void show(StoredRow row) {
    cursor.bind(row.reader());
  }

  @Override
  boolean hasKeyOf(NewRow row, StoredRow stored) {
    for (Index.Part part : parts) {
      stored.read(part.columnIndex(), b);
      if (Comparison.compare(row.value(part.columnIndex()), b, part.collation()) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  void put(NewRow row) {
    RecordWriter writer = record.build(row);
    cursor.insert(writer.array(), writer.offset(), writer.length());
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
