// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.value.Value;

/**
 * The row of sqlite_sequence that belongs to an AUTOINCREMENT table: the greatest rowid the table
 * ever had. Read when a statement starts, written back when it ends if it rose.
 */
final class Sequence {
  private final AttachedDatabase database;
  private final Table sequenceTable;
  private final String tableName;
  private final RecordWriter writer = new RecordWriter();
  private final Value cell = new Value();
  private long greatest;
  private long stored;
  private long sequenceRowid;

  Sequence(AttachedDatabase database, Table sequenceTable, String tableName) {
    this.database = database;
    this.sequenceTable = sequenceTable;
    this.tableName = tableName;
  }

  void load() {
    greatest = 0;
    sequenceRowid = 0;
    BtreeCursor cursor = database.btrees().openTable(sequenceTable.rootPage());
    try {
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        database.storedText().read(cursor.record(), 0, cell);
        if (tableName.equals(cell.asString())) {
          database.storedText().read(cursor.record(), 1, cell);
          greatest = cell.asLong();
          sequenceRowid = cursor.rowid();
          break;
        }
      }
    } finally {
      cursor.close();
    }
    stored = sequenceRowid == 0 ? -1 : greatest;
  }

  /**
   * A rowid greater than all that the table has and ever had.
   *
   * @throws DatabaseException FULL if the greatest possible one was used
   */
  long next(long greatestInTable) {
    long base = Math.max(greatest, greatestInTable);
    if (base == Long.MAX_VALUE) {
      throw new DatabaseException(ResultCode.FULL);
    }
    return base + 1;
  }

  /** A row was stored. */
  void note(long rowid) {
    if (rowid > greatest) {
      greatest = rowid;
    }
  }

  void store() {
    if (greatest == stored) {
      return;
    }
    BtreeCursor cursor = database.btrees().openTable(sequenceTable.rootPage());
    try {
      if (sequenceRowid == 0) {
        sequenceRowid = cursor.last() ? cursor.rowid() + 1 : 1;
      }
      writer.begin();
      cell.setText(tableName);
      database.storedText().append(writer, cell);
      writer.appendLong(greatest);
      writer.finish();
      cursor.insert(sequenceRowid, writer.array(), writer.offset(), writer.length());
      stored = greatest;
    } finally {
      cursor.close();
    }
  }
}
