// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.btree.SeekMode;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Value;

/**
 * A row of a b-tree: of a rowid table, an index, or a WITHOUT ROWID table. It may be positioned
 * lazily: an index search names the row of the table ({@link #defer}), and the table is looked into
 * only if a column is asked for that the index does not hold.
 */
final class StoredRow extends RecordRow {
  private final StatementResources resources;
  private final String schemaName;
  private final int rootPage;
  private final KeyDescriptor descriptor;
  private final RecordFields fields;

  private Btrees trees;
  private BtreeCursor table;
  private IndexCursor index;

  /** The index whose current entry names the row; null if this is no lazily found row. */
  private StoredRow finder;

  private int[] finderFields;
  private SearchKey finderKey;
  private boolean deferred;
  private long deferredRowid;

  /**
   * @param descriptor order of the b-tree; null for the tree of a rowid table
   * @param fields which field of a record holds which column
   */
  StoredRow(
      StatementResources resources,
      String schemaName,
      int rootPage,
      KeyDescriptor descriptor,
      RecordFields fields) {
    this.resources = resources;
    this.schemaName = schemaName;
    this.rootPage = rootPage;
    this.descriptor = descriptor;
    this.fields = fields;
    resources.add(this);
  }

  RecordFields fields() {
    return fields;
  }

  KeyDescriptor descriptor() {
    return descriptor;
  }

  /** Makes sure that there is a cursor on the b-tree as it is now. */
  void openCursor() {
    Btrees current = resources.btrees(schemaName);
    if (current != trees) {
      closeCursor();
      trees = current;
      if (descriptor == null) {
        table = current.openTable(rootPage);
      } else {
        index = current.openIndex(rootPage, descriptor);
      }
    }
    deferred = false;
    moved();
  }

  void closeCursor() {
    if (table != null) {
      table.close();
      table = null;
    }
    if (index != null) {
      index.close();
      index = null;
    }
    trees = null;
  }

  /** The cursor of a rowid table. */
  BtreeCursor table() {
    return table;
  }

  /** The cursor of an index or WITHOUT ROWID table. */
  IndexCursor index() {
    return index;
  }

  /** Sets that the row is the one that {@code index}'s current entry names. */
  void setFinder(StoredRow index, int[] primaryKeyFields) {
    finder = index;
    finderFields = primaryKeyFields;
    if (primaryKeyFields != null) {
      finderKey = new SearchKey(primaryKeyFields.length);
    }
  }

  /** Tells that the finder moved: the row is looked up when a column is asked for. */
  void defer() {
    deferred = true;
    if (finderFields == null) {
      deferredRowid = finder.rowid();
    }
    moved();
  }

  /** Tells the rowid of the row, to be looked up when a column is asked for. */
  void defer(long rowid) {
    deferred = true;
    deferredRowid = rowid;
    moved();
  }

  @Override
  void bind() {
    if (deferred) {
      seekDeferred();
    }
    if (table != null) {
      table.bind(record);
    } else {
      index.bind(record);
    }
  }

  private void seekDeferred() {
    deferred = false;
    boolean found;
    if (table != null) {
      found = table.seek(deferredRowid);
    } else {
      finderKey.setColumnCount(finderFields.length);
      for (int i = 0; i < finderFields.length; i++) {
        finderKey.set(i, finder.record(), finderFields[i]);
      }
      found = index.seek(finderKey, SeekMode.EQUAL);
    }
    if (!found) {
      throw new CorruptDatabaseException(rootPage, "an index entry has no row");
    }
  }

  @Override
  long rowid() {
    if (table != null) {
      return deferred ? deferredRowid : table.rowid();
    }
    return record().longAt(fields.rowidField());
  }

  @Override
  public void read(int columnIndex, Value out) {
    if (columnIndex == ROWID) {
      if (isNullRow()) {
        out.setNull();
      } else {
        out.setInteger(rowid());
      }
      return;
    }
    fields.read(this, columnIndex, out);
  }

  StoredText text() {
    return fields.text();
  }
}
