// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.btree.SeekMode;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.catalog.CheckConstraint;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexLayout;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the rows of a rowid table with its constraints and its indexes: NOT NULL, CHECK, and, in
 * a complete check, that each row is found in each index whose parts are columns. Rows are numbered
 * from 1 in the order of the rowid, as SQLite numbers them in these messages.
 */
final class RowCheck {
  /** An index that is probed for every row. */
  private static final class Probe {
    final Index index;
    final IndexLayout layout;
    final IndexCursor cursor;
    final SearchKey key;

    Probe(Index index, IndexLayout layout, IndexCursor cursor) {
      this.index = index;
      this.layout = layout;
      this.cursor = cursor;
      this.key = new SearchKey(layout.keyFieldCount());
    }
  }

  private final DatabaseSession session;
  private final AttachedDatabase database;
  private final Table table;
  private final boolean complete;
  private final int limit;
  private final List<String> messages;
  private final int[] storagePosition;

  RowCheck(
      DatabaseSession session,
      AttachedDatabase database,
      Table table,
      boolean complete,
      int limit,
      List<String> messages) {
    this.session = session;
    this.database = database;
    this.table = table;
    this.complete = complete;
    this.limit = limit;
    this.messages = messages;
    this.storagePosition = table.storagePosition();
  }

  void run() {
    if (!table.isWithoutRowid()) {
      session.read(
          database,
          () -> {
            checkRows();
            return null;
          });
    }
    if (!session.settings().ignoreCheckConstraints()) {
      for (CheckConstraint check : table.checks()) {
        checkConstraint(check);
      }
    }
  }

  private void checkRows() {
    List<Integer> required = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      if (column.notNull() && i != table.rowidColumn() && storagePosition[i] >= 0) {
        required.add(i);
      }
    }
    List<Probe> probes = complete ? probes() : List.of();
    if (required.isEmpty() && probes.isEmpty()) {
      return;
    }
    BtreeCursor rows = database.btrees().openTable(table.rootPage());
    try {
      long number = 0;
      for (boolean more = rows.first(); more && messages.size() < limit; more = rows.next()) {
        number++;
        RecordReader record = rows.record();
        for (int column : required) {
          if (record.typeOf(storagePosition[column]) == RecordReader.NULL) {
            messages.add(
                "NULL value in " + table.name() + "." + table.columns().get(column).name());
          }
        }
        for (Probe probe : probes) {
          if (!isFound(probe, record, rows.rowid())) {
            messages.add("row " + number + " missing from index " + probe.index.name());
          }
        }
      }
    } finally {
      rows.close();
      probes.forEach(p -> p.cursor.close());
    }
  }

  private List<Probe> probes() {
    List<Probe> probes = new ArrayList<>();
    for (Index index : table.indexes()) {
      if (!index.isPartial() && index.parts().stream().allMatch(this::isStored)) {
        IndexLayout layout = IndexLayout.of(table, index);
        IndexCursor cursor =
            database
                .btrees()
                .openIndex(index.rootPage(), layout.keyDescriptor(database.storedText()));
        probes.add(new Probe(index, layout, cursor));
      }
    }
    return probes;
  }

  private boolean isStored(Index.Part part) {
    return !part.isExpression()
        && (part.columnIndex() == Index.Part.ROWID || storagePosition[part.columnIndex()] >= 0);
  }

  private boolean isFound(Probe probe, RecordReader record, long rowid) {
    int fields = probe.layout.keyFieldCount();
    for (int i = 0; i < fields; i++) {
      int column = probe.layout.column(i);
      if (column == Index.Part.ROWID || column == table.rowidColumn()) {
        probe.key.setLong(i, rowid);
      } else if (record.typeOf(storagePosition[column]) == RecordReader.ABSENT) {
        // Added by ALTER TABLE after the row was written: its default is not in the record.
        return true;
      } else {
        probe.key.set(i, record, storagePosition[column]);
      }
    }
    return probe.cursor.seek(probe.key, SeekMode.EQUAL);
  }

  private void checkConstraint(CheckConstraint check) {
    String query =
        "SELECT 1 FROM "
            + SchemaLookup.quoted(table.schemaName())
            + "."
            + SchemaLookup.quoted(table.name())
            + " NOT INDEXED WHERE NOT ("
            + check.text()
            + "\n)";
    try (SqlStatement statement = session.prepare(query)) {
      while (messages.size() < limit && statement.step()) {
        messages.add("CHECK constraint failed in " + table.name());
      }
    }
  }
}
