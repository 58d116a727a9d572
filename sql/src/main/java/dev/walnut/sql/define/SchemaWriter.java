// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.value.Value;
import java.util.function.Predicate;

/**
 * Changes the rows of a database's schema table. A write transaction must be open; whoever changes
 * rows raises the schema cookie afterwards.
 */
final class SchemaWriter {
  /** A row of the schema table; any part may be null, as the file may hold anything. */
  record Row(String type, String name, String tableName, long rootPage, String sql) {
    boolean isOfTable(String table) {
      return tableName != null && tableName.equalsIgnoreCase(table);
    }

    boolean is(String wantedType, String wantedName) {
      return wantedType.equals(type) && name != null && name.equalsIgnoreCase(wantedName);
    }
  }

  private static final int SCHEMA_FORMAT = 4;

  private final AttachedDatabase database;
  private final StoredText text;
  private final RecordWriter writer = new RecordWriter();
  private final Value cell = new Value();

  SchemaWriter(AttachedDatabase database) {
    this.database = database;
    this.text = database.storedText();
  }

  /** Fixes schema format and text encoding of a database that has no tables yet. */
  void prepareFile() {
    if (database.pager().headerField(DatabaseHeader.SCHEMA_FORMAT_OFFSET) == 0) {
      database.pager().setHeaderField(DatabaseHeader.SCHEMA_FORMAT_OFFSET, SCHEMA_FORMAT);
      database.pager().setHeaderField(DatabaseHeader.TEXT_ENCODING_OFFSET, text.encoding().code());
    }
  }

  /** Adds a row behind all others. */
  void append(String type, String name, String tableName, int rootPage, String sql) {
    BtreeCursor cursor = database.btrees().openTable(1);
    try {
      long rowid = cursor.last() ? cursor.rowid() + 1 : 1;
      insert(cursor, rowid, new Row(type, name, tableName, rootPage, sql));
    } finally {
      cursor.close();
    }
  }

  /** Deletes all rows for which a condition holds. */
  void delete(Predicate<Row> condition) {
    BtreeCursor cursor = database.btrees().openTable(1);
    try {
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        if (condition.test(read(cursor))) {
          cursor.delete();
        }
      }
    } finally {
      cursor.close();
    }
  }

  /** What a row becomes. */
  interface Change {
    /** The new row; the old one itself if it stays as it is. */
    Row apply(Row row);
  }

  /** Replaces rows in place. */
  void update(Change change) {
    BtreeCursor cursor = database.btrees().openTable(1);
    try {
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        Row old = read(cursor);
        Row changed = change.apply(old);
        if (changed != old) {
          insert(cursor, cursor.rowid(), changed);
        }
      }
    } finally {
      cursor.close();
    }
  }

  private void insert(BtreeCursor cursor, long rowid, Row row) {
    writer.begin();
    append(row.type());
    append(row.name());
    append(row.tableName());
    writer.appendLong(row.rootPage());
    append(row.sql());
    writer.finish();
    cursor.insert(rowid, writer.array(), writer.offset(), writer.length());
  }

  private void append(String string) {
    if (string == null) {
      cell.setNull();
    } else {
      cell.setText(string);
    }
    text.append(writer, cell);
  }

  private Row read(BtreeCursor cursor) {
    RecordReader reader = cursor.record();
    String type = string(reader, SchemaTable.TYPE);
    String name = string(reader, SchemaTable.OBJECT_NAME);
    String tableName = string(reader, SchemaTable.TABLE_NAME);
    text.read(reader, SchemaTable.ROOT_PAGE, cell);
    long rootPage = cell.asLong();
    return new Row(type, name, tableName, rootPage, string(reader, SchemaTable.SQL));
  }

  private String string(RecordReader reader, int field) {
    text.read(reader, field, cell);
    return cell.asString();
  }
}
