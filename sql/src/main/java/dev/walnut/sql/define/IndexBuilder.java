// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexLayout;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.change.ConstraintException;
import dev.walnut.sql.execute.change.EntrySorter;
import dev.walnut.sql.execute.change.IndexTarget;
import dev.walnut.sql.execute.change.RowSlot;
import dev.walnut.sql.execute.change.StoredRow;
import dev.walnut.sql.execute.change.TableTarget;
import dev.walnut.sql.execute.change.Violations;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.ConflictResolution;

/**
 * Fills an empty index from its table: entries are sorted in runs of bounded size, and each run
 * goes into the tree in order.
 */
final class IndexBuilder {
  private final Table table;
  private final Index index;
  private final int root;
  private final StatementContext context;
  private final AttachedDatabase database;
  private final StoredText text;

  IndexBuilder(Table table, Index index, int root, StatementContext context) {
    this.table = table;
    this.index = index;
    this.root = root;
    this.context = context;
    this.database = context.session().database(table.schemaName());
    this.text = database.storedText();
  }

  /**
   * Builds the index.
   *
   * @throws ConstraintException if it is unique and two rows have the same key
   */
  void build() {
    Btrees trees = database.btrees();
    RowSlot slot = new RowSlot();
    IndexTarget target =
        new IndexTarget(
            table,
            index,
            text,
            new ExpressionCompiler(RowScope.of(table.name(), table, slot), context));
    StoredRow row = new TableTarget(table, context).newStoredRow();
    slot.show(row);
    KeyDescriptor descriptor = target.descriptor();
    boolean tiesInOrder = !table.isWithoutRowid() && index.parts().size() == 1;
    EntrySorter sorter = new EntrySorter(descriptor, tiesInOrder);
    IndexCursor cursor = trees.openIndex(root, descriptor);
    try {
      if (table.isWithoutRowid()) {
        IndexCursor rows =
            trees.openIndex(
                table.rootPage(), IndexLayout.of(table, table.primaryKey()).keyDescriptor(text));
        try {
          for (boolean more = rows.first(); more; more = rows.next()) {
            rows.bind(row.reader());
            add(target, row, sorter, cursor);
          }
        } finally {
          rows.close();
        }
      } else {
        BtreeCursor rows = trees.openTable(table.rootPage());
        try {
          for (boolean more = rows.first(); more; more = rows.next()) {
            rows.bind(row.reader());
            row.setRowid(rows.rowid());
            add(target, row, sorter, cursor);
          }
        } finally {
          rows.close();
        }
      }
      flush(sorter, cursor);
      if (index.unique()) {
        checkUnique(cursor);
      }
    } finally {
      cursor.close();
    }
  }

  private void add(IndexTarget target, StoredRow row, EntrySorter sorter, IndexCursor cursor) {
    context.checkCancelled();
    if (!target.covers()) {
      return;
    }
    target.build(row);
    RecordWriter entry = target.entry();
    if (!sorter.add(entry.array(), entry.offset(), entry.length())) {
      flush(sorter, cursor);
      sorter.add(entry.array(), entry.offset(), entry.length());
    }
  }

  private void flush(EntrySorter sorter, IndexCursor cursor) {
    sorter.sort();
    boolean isFirstRun = !cursor.first();
    for (int i = 0; i < sorter.count(); i++) {
      context.checkCancelled();
      if (isFirstRun) {
        cursor.append(sorter.array(), sorter.offset(i), sorter.length(i));
      } else {
        cursor.insert(sorter.array(), sorter.offset(i), sorter.length(i));
      }
    }
    sorter.clear();
    database.pager().spillIfLarge();
  }

  /** Equal keys are neighbours now. */
  private void checkUnique(IndexCursor cursor) {
    UniqueCheck check = new UniqueCheck(index.parts(), text);
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      if (check.equalsPrevious(cursor.record())) {
        throw new ConstraintException(
            ResultCode.CONSTRAINT_UNIQUE,
            Violations.unique(table, index),
            ConflictResolution.ABORT);
      }
    }
  }
}
