// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.catalog.Trigger;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.AlterTable;
import dev.walnut.sql.value.Value;

/** ALTER TABLE: what all its forms have in common, and RENAME TO. */
abstract class AlterDefinition extends Definition {
  private final Table table;

  AlterDefinition(AttachedDatabase database, StatementContext context, Table table) {
    super(database, context);
    this.table = table;
  }

  final Table table() {
    return table;
  }

  static Program compile(AlterTable statement, String text, StatementContext context) {
    DatabaseSession session = context.session();
    String name = statement.table().name();
    Table table = session.findTable(statement.table().schema(), name);
    if (table == null) {
      throw Names.error("no such table: " + statement.table());
    }
    AttachedDatabase database = session.database(table.schemaName());
    context.use(database);
    if (table.kind() == Table.Kind.VIRTUAL) {
      throw Names.error("no such module: " + table.moduleName());
    }
    if (SchemaTable.is(table) || Names.isReserved(table.name())) {
      throw Names.error("table " + table.name() + " may not be altered");
    }
    switch (statement.action().kind()) {
      case RENAME_TABLE:
        return rename(
            ((AlterTable.RenameTable) statement.action()).newName(), table, database, context);
      case ADD_COLUMN:
        return AddColumnDefinition.compile(
            (AlterTable.AddColumn) statement.action(), text, table, database, context);
      case DROP_COLUMN:
        return DropColumnDefinition.compile(
            ((AlterTable.DropColumn) statement.action()).column(), table, database, context);
      case RENAME_COLUMN:
        return RenameColumnDefinition.compile(
            (AlterTable.RenameColumn) statement.action(), table, database, context);
      default:
        throw Names.error("ALTER TABLE: changing constraints is not supported yet");
    }
  }

  /** Refuses to edit what views and triggers mention: their texts would have to follow. */
  static void refuseIfMentioned(
      Table table, AttachedDatabase database, DatabaseSession session, String action) {
    for (AttachedDatabase other : session.databases()) {
      if (other != database && !other.isTemp()) {
        continue;
      }
      Schema schema = session.schema(other);
      for (Table view : schema.tables()) {
        if (view.kind() == Table.Kind.VIEW && TableRenaming.mentions(view.sql(), table.name())) {
          throw Names.error(
              action + " is not supported yet for a table that a view uses: " + view.name());
        }
      }
      for (Trigger trigger : schema.triggers()) {
        if (TableRenaming.mentions(trigger.sql(), table.name())) {
          throw Names.error(
              action + " is not supported yet for a table that a trigger uses: " + trigger.name());
        }
      }
    }
  }

  private static Program rename(
      String newName, Table table, AttachedDatabase database, StatementContext context) {
    DatabaseSession session = context.session();
    Schema schema = session.schema(database);
    if (schema.table(newName) != null || schema.index(newName) != null) {
      throw Names.error("there is already another table or index with this name: " + newName);
    }
    if (table.kind() == Table.Kind.VIEW) {
      throw Names.error("view " + table.name() + " may not be altered");
    }
    Names.requireUnreserved(newName);
    refuseIfMentioned(table, database, session, "ALTER TABLE RENAME");
    return new RenameTableDefinition(database, context, table, newName);
  }

  /** RENAME TO. */
  private static final class RenameTableDefinition extends AlterDefinition {
    private final String newName;

    RenameTableDefinition(
        AttachedDatabase database, StatementContext context, Table table, String newName) {
      super(database, context, table);
      this.newName = newName;
    }

    @Override
    void define() {
      String oldName = table().name();
      TableRenaming renaming = new TableRenaming(oldName, newName);
      new SchemaWriter(database()).update(row -> renamed(row, renaming, oldName));
      Table sequences = context().session().schema(database()).table("sqlite_sequence");
      if (table().isAutoIncrement() && sequences != null) {
        renameInSequences(sequences, oldName);
      }
    }

    private SchemaWriter.Row renamed(SchemaWriter.Row row, TableRenaming renaming, String oldName) {
      boolean own = row.isOfTable(oldName);
      String sql = row.sql();
      if ("table".equals(row.type()) && sql != null) {
        sql = renaming.inTable(sql, own);
      } else if (own && "index".equals(row.type()) && sql != null) {
        sql = renaming.inIndex(sql);
      }
      if (!own) {
        boolean same = sql == null || sql.equals(row.sql());
        return same
            ? row
            : new SchemaWriter.Row(row.type(), row.name(), row.tableName(), row.rootPage(), sql);
      }
      String name = row.name();
      String automatic = "sqlite_autoindex_" + oldName + "_";
      if (row.is("table", oldName)) {
        name = newName;
      } else if (name != null && name.regionMatches(true, 0, automatic, 0, automatic.length())) {
        name = "sqlite_autoindex_" + newName + "_" + name.substring(automatic.length());
      }
      return new SchemaWriter.Row(row.type(), name, newName, row.rootPage(), sql);
    }

    private void renameInSequences(Table sequences, String oldName) {
      StoredText text = database().storedText();
      Value cell = new Value();
      RecordWriter writer = new RecordWriter();
      BtreeCursor cursor = database().btrees().openTable(sequences.rootPage());
      try {
        for (boolean more = cursor.first(); more; more = cursor.next()) {
          text.read(cursor.record(), 0, cell);
          if (oldName.equals(cell.asString())) {
            writer.begin();
            cell.setText(newName);
            text.append(writer, cell);
            writer.append(cursor.record(), 1);
            writer.finish();
            cursor.insert(cursor.rowid(), writer.array(), writer.offset(), writer.length());
          }
        }
      } finally {
        cursor.close();
      }
    }
  }

  /** Raises the schema format of an old file to one that a feature needs. */
  final void requireFormat(int format) {
    if (database().pager().headerField(DatabaseHeader.SCHEMA_FORMAT_OFFSET) < format) {
      database().pager().setHeaderField(DatabaseHeader.SCHEMA_FORMAT_OFFSET, format);
    }
  }

  /** Puts the table's new text into its row of the schema table. */
  final void replaceSql(String sql) {
    new SchemaWriter(database())
        .update(
            row ->
                row.is("table", table().name())
                    ? new SchemaWriter.Row(
                        row.type(), row.name(), row.tableName(), row.rootPage(), sql)
                    : row);
  }

  /** Reads the edited definitions, so that an edit that breaks one is undone with an error. */
  final void verify(String action) {
    database().schemaWasChanged();
    try {
      Schema schema = database().schema();
      for (Table other : schema.tables()) {
        if (other.kind() == Table.Kind.TABLE && other.rootPage() != 1) {
          verify(other, action);
        }
      }
    } catch (DatabaseException e) {
      if (e.resultCode().is(ResultCode.CORRUPT)) {
        int reason = e.getMessage().indexOf(" - ");
        throw Names.error(
            "error in table "
                + table().name()
                + " after "
                + action
                + ": "
                + (reason < 0 ? e.getMessage() : e.getMessage().substring(reason + 3)));
      }
      throw e;
    }
  }

  private void verify(Table other, String action) {
    String place = "table " + other.name();
    try {
      DefinitionExpressions expressions = new DefinitionExpressions(other, context());
      expressions.checkTable();
      for (Index index : other.indexes()) {
        place = "index " + index.name();
        expressions.checkIndex(index);
      }
    } catch (DatabaseException e) {
      throw Names.error("error in " + place + " after " + action + ": " + e.getMessage());
    }
  }
}
