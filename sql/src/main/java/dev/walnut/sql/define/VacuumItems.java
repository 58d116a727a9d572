// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.Vacuum;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rows of a schema table in the order that VACUUM gives them: tables, each followed by its
 * automatic indexes, and sqlite_sequence after the first table that needs it; then the indexes that
 * were created by themselves; at last what has no tree.
 *
 * <p>Rowids stay, but in tables that have neither an index nor a column for them. sqlite_sequence
 * is left out if no table needs it any more.
 */
final class VacuumItems {
  private record Row(
      long rowid, String type, String name, String tableName, int root, boolean sql) {
    boolean isTree(String wanted) {
      return root != 0 && wanted.equals(type);
    }
  }

  private static final String SEQUENCE = "sqlite_sequence";

  private final AttachedDatabase database;
  private final Schema schema;
  private final boolean keepRowids;
  private final List<Row> rows = new ArrayList<>();
  private final List<Vacuum.Item> items = new ArrayList<>();
  private final Map<String, Integer> groups = new HashMap<>();

  private VacuumItems(AttachedDatabase database, boolean keepRowids) {
    this.database = database;
    this.schema = database.schema();
    this.keepRowids = keepRowids;
  }

  /**
   * Reads them; a transaction must be open.
   *
   * @param keepRowids whether rowids stay in all tables
   */
  static List<Vacuum.Item> of(AttachedDatabase database, boolean keepRowids) {
    VacuumItems result = new VacuumItems(database, keepRowids);
    result.readRows();
    result.order();
    return result.items;
  }

  private void readRows() {
    StoredText text = database.storedText();
    Value cell = new Value();
    BtreeCursor cursor = database.btrees().openTable(1);
    try {
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        RecordReader record = cursor.record();
        text.read(record, SchemaTable.SQL, cell);
        boolean sql = !cell.isNull();
        text.read(record, SchemaTable.ROOT_PAGE, cell);
        int root = (int) cell.asLong();
        rows.add(
            new Row(
                cursor.rowid(),
                string(text, record, SchemaTable.TYPE, cell),
                string(text, record, SchemaTable.OBJECT_NAME, cell),
                string(text, record, SchemaTable.TABLE_NAME, cell),
                root,
                sql));
      }
    } finally {
      cursor.close();
    }
  }

  private static String string(StoredText text, RecordReader record, int field, Value cell) {
    text.read(record, field, cell);
    String string = cell.asString();
    return string == null ? "" : string;
  }

  private void order() {
    Map<String, List<Row>> automatic = new HashMap<>();
    for (Row row : rows) {
      if (row.isTree("index") && !row.sql()) {
        automatic.computeIfAbsent(key(row.tableName()), name -> new ArrayList<>()).add(row);
      }
    }
    for (Row row : rows) {
      if (row.isTree("table") && !row.name().equalsIgnoreCase(SEQUENCE)) {
        addTable(row);
        for (Row index : automatic.getOrDefault(key(row.name()), List.of())) {
          add(index, false);
        }
        Table table = schema.table(row.name());
        if (table != null && table.isAutoIncrement()) {
          addSequence();
        }
      }
    }
    for (Row row : rows) {
      if (row.isTree("index") && row.sql()) {
        add(row, false);
      }
    }
    for (Row row : rows) {
      if (row.root() == 0) {
        add(row, false);
      }
    }
  }

  private void addSequence() {
    for (Row row : rows) {
      if (row.isTree("table")
          && row.name().equalsIgnoreCase(SEQUENCE)
          && !groups.containsKey(key(row.name()))) {
        addTable(row);
      }
    }
  }

  private void addTable(Row row) {
    groups.putIfAbsent(key(row.name()), groups.size());
    Table table = schema.table(row.name());
    add(
        row,
        !keepRowids
            && table != null
            && !table.isWithoutRowid()
            && table.rowidColumn() < 0
            && table.indexes().isEmpty());
  }

  private void add(Row row, boolean renumber) {
    int group = groups.getOrDefault(key(row.tableName()), 0);
    items.add(new Vacuum.Item(row.rowid(), row.root(), group, renumber));
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
