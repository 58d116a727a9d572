// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexLayout;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.CreateTable;
import java.util.ArrayList;
import java.util.List;

/** ALTER TABLE DROP COLUMN: the column leaves the text, and all rows are written without it. */
final class DropColumnDefinition extends AlterDefinition {
  private final int column;

  private DropColumnDefinition(
      AttachedDatabase database, StatementContext context, Table table, int column) {
    super(database, context, table);
    this.column = column;
  }

  static Program compile(
      String name, Table table, AttachedDatabase database, StatementContext context) {
    if (table.kind() == Table.Kind.VIEW) {
      throw Names.error("cannot drop column from view \"" + table.name() + "\"");
    }
    int index = table.columnIndex(name);
    if (index < 0) {
      throw Names.error("no such column: \"" + name + "\"");
    }
    Column column = table.columns().get(index);
    if (column.primaryKeyPosition() > 0) {
      throw Names.error("cannot drop PRIMARY KEY column: \"" + name + "\"");
    }
    for (Index unique : table.indexes()) {
      if (unique.origin() == Index.Origin.UNIQUE && unique.parts().get(0).columnIndex() == index) {
        if (unique.parts().size() == 1) {
          throw Names.error("cannot drop UNIQUE column: \"" + name + "\"");
        }
      }
    }
    if (table.columns().size() == 1) {
      throw Names.error("cannot drop column \"" + name + "\": no other columns exist");
    }
    refuseIfMentioned(table, database, context.session(), "ALTER TABLE DROP COLUMN");
    return new DropColumnDefinition(database, context, table, index);
  }

  @Override
  void define() {
    replaceSql(withoutColumn());
    verify("drop column");
    int field = table().storagePosition()[column];
    if (field >= 0) {
      rewriteRows(field);
    }
  }

  private String withoutColumn() {
    String sql = table().sql();
    List<ColumnDefinition> columns = ((CreateTable) SqlParser.parse(sql).statement()).columns();
    TextEdits edits = new TextEdits();
    if (column + 1 < columns.size()) {
      edits.replace(columns.get(column).start(), columns.get(column + 1).start(), "");
    } else {
      int comma = 0;
      int end = sql.length();
      for (DefinitionTokens.Token token : DefinitionTokens.of(sql)) {
        if (token.is(',') && token.start() < columns.get(column).start()) {
          comma = token.start();
        }
        if (token.start() >= columns.get(column).end()) {
          end = token.start();
          break;
        }
      }
      edits.replace(comma, end, "");
    }
    return edits.apply(sql);
  }

  private void rewriteRows(int field) {
    RecordWriter writer = new RecordWriter();
    if (table().isWithoutRowid()) {
      rewriteKeyedRows(field, writer);
      return;
    }
    BtreeCursor cursor = database().btrees().openTable(table().rootPage());
    try {
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        context().checkCancelled();
        copyWithout(cursor.record(), field, writer);
        cursor.insert(cursor.rowid(), writer.array(), writer.offset(), writer.length());
      }
    } finally {
      cursor.close();
    }
  }

  private void rewriteKeyedRows(int field, RecordWriter writer) {
    IndexCursor cursor =
        database()
            .btrees()
            .openIndex(
                table().rootPage(),
                IndexLayout.of(table(), table().primaryKey())
                    .keyDescriptor(database().storedText()));
    try {
      List<byte[]> records = new ArrayList<>();
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        context().checkCancelled();
        copyWithout(cursor.record(), field, writer);
        byte[] record = new byte[writer.length()];
        System.arraycopy(writer.array(), writer.offset(), record, 0, record.length);
        records.add(record);
      }
      for (byte[] record : records) {
        cursor.insert(record, 0, record.length);
      }
    } finally {
      cursor.close();
    }
  }

  private static void copyWithout(RecordReader record, int field, RecordWriter writer) {
    writer.begin();
    int fields = record.columnCount();
    for (int i = 0; i < fields; i++) {
      if (i != field) {
        writer.append(record, i);
      }
    }
    writer.finish();
  }
}
