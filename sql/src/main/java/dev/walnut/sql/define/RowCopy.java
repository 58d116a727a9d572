// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;

/** Fills a new table without constraints from a query: CREATE TABLE AS SELECT. */
final class RowCopy {
  private final AttachedDatabase database;
  private final Table table;
  private final int root;
  private final StatementContext context;

  RowCopy(AttachedDatabase database, Table table, int root, StatementContext context) {
    this.database = database;
    this.table = table;
    this.root = root;
    this.context = context;
  }

  /** Runs the query and stores its rows under the rowids 1, 2, 3 ... */
  void copyAll(Query source) {
    StoredText text = database.storedText();
    RecordWriter writer = new RecordWriter();
    Value cell = new Value();
    int columns = table.columns().size();
    BtreeCursor target = database.btrees().openTable(root);
    try {
      source.open();
      long rowid = 0;
      while (source.next()) {
        context.checkCancelled();
        writer.begin();
        for (int i = 0; i < columns; i++) {
          source.read(i, cell);
          Affinity affinity = table.columns().get(i).affinity();
          Affinities.applyForStorage(cell, affinity);
          if (affinity == Affinity.REAL && cell.type() == Value.REAL) {
            writer.appendRealCompact(cell.real());
          } else {
            text.append(writer, cell);
          }
        }
        writer.finish();
        target.insert(++rowid, writer.array(), writer.offset(), writer.length());
      }
    } finally {
      target.close();
    }
  }
}
