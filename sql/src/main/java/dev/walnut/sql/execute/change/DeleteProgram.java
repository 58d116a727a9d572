// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.plan.AccessPath;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.Delete;
import java.util.List;

/** A DELETE. Without a condition the trees are emptied as a whole. */
final class DeleteProgram extends ChangeProgram {
  /** Null: all rows go. */
  private final KeyedRows rows;

  private final StoredRow row;

  /** What RETURNING shows of the row that is gone; null without RETURNING. */
  private final NewRow deleted;

  DeleteProgram(TableTarget target, Delete statement, StatementContext context) {
    super(
        target,
        statement.table().alias() != null ? statement.table().alias() : target.table().name(),
        statement.returning());
    this.row = target.newStoredRow();
    this.deleted = hasReturning() ? new NewRow(target.table()) : null;
    boolean everything =
        statement.where() == null && statement.limit() == null && statement.returning().isEmpty();
    this.rows =
        everything
            ? null
            : KeyedRows.compile(
                target,
                new KeyedRows.Parts(
                    statement.with(),
                    statement.table(),
                    List.of(),
                    statement.where(),
                    List.of(),
                    statement.orderBy(),
                    statement.limit(),
                    statement.offset()),
                path -> !(path instanceof AccessPath.RowidIn),
                context);
  }

  @Override
  void run() {
    if (rows == null) {
      clear();
      return;
    }
    rows.collect(target().context());
    boolean isBulk =
        rows.count() >= BulkDeletion.MIN_ROWS && deleted == null && !target().indexes().isEmpty();
    BulkDeletion bulk = isBulk ? new BulkDeletion(target()) : null;
    while (rows.next()) {
      target().betweenRows();
      if (rows.seekRow()) {
        target().tree().show(row);
        if (bulk != null) {
          bulk.delete(row);
        } else if (deleted == null) {
          target().deleteRow(row);
        } else {
          keep();
          target().deleteRow(row);
          target().slot().show(deleted);
        }
        rowChanged();
      }
    }
    if (bulk != null) {
      bulk.finish();
    }
  }

  /** Keeps the row: RETURNING is computed when the table no longer has it. */
  private void keep() {
    int count = target().table().columns().size();
    for (int i = 0; i < count; i++) {
      row.read(i, deleted.value(i));
    }
    deleted.setRowid(row.rowid());
    deleted.detach();
  }

  private void clear() {
    Table table = target().table();
    rowsChanged(target().database().btrees().clearTree(table.rootPage()));
    for (IndexTarget index : target().indexes()) {
      target().database().btrees().clearTree(index.index().rootPage());
    }
  }

  @Override
  public void finish() {
    if (rows != null) {
      rows.close();
    }
  }
}
