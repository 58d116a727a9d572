// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.btree.BtreeCursor;
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
import dev.walnut.sql.syntax.Drop;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** DROP TABLE, VIEW, INDEX and TRIGGER. */
final class DropDefinition extends Definition {
  private final Runnable work;

  private DropDefinition(AttachedDatabase database, StatementContext context, Work work) {
    super(database, context);
    this.work = () -> work.run(database);
  }

  private interface Work {
    void run(AttachedDatabase database);
  }

  static Program compile(Drop statement, StatementContext context) {
    switch (statement.what()) {
      case TABLE:
        return dropTable(statement, context, false);
      case VIEW:
        return dropTable(statement, context, true);
      case INDEX:
        return dropIndex(statement, context);
      case TRIGGER:
        return dropTrigger(statement, context);
    }
    throw new AssertionError(statement.what());
  }

  /** The databases to search, in order; all of them are noted as used. */
  private static List<AttachedDatabase> candidates(Drop statement, StatementContext context) {
    DatabaseSession session = context.session();
    String schemaName = statement.name().schema();
    List<AttachedDatabase> found = new ArrayList<>();
    if (schemaName != null) {
      AttachedDatabase database = session.database(schemaName);
      if (database != null) {
        found.add(database);
      }
    } else {
      if (session.temp() != null) {
        found.add(session.temp());
      }
      for (AttachedDatabase database : session.databases()) {
        if (database != session.temp()) {
          found.add(database);
        }
      }
    }
    for (AttachedDatabase database : found) {
      context.use(database);
    }
    return found;
  }

  private static Program missing(Drop statement) {
    if (statement.ifExists()) {
      return nothing();
    }
    String what = statement.what().name().toLowerCase(Locale.ROOT);
    throw Names.error("no such " + what + ": " + statement.name());
  }

  private static Program dropTable(Drop statement, StatementContext context, boolean view) {
    QualifiedName name = statement.name();
    for (AttachedDatabase database : candidates(statement, context)) {
      Schema schema = context.session().schema(database);
      Table table = Names.tableIn(database, schema, name.name());
      if (table != null) {
        checkDroppable(table, view);
        refuseWithForeignKeys(context, table);
        Work work =
            view ? in -> dropRows(in, schema, table) : in -> dropTableAndTrees(in, schema, table);
        return new DropDefinition(database, context, work);
      }
    }
    return missing(statement);
  }

  private static void checkDroppable(Table table, boolean view) {
    boolean isStatistics = table.name().regionMatches(true, 0, "sqlite_stat", 0, 11);
    if (SchemaTable.is(table) || (Names.isReserved(table.name()) && !isStatistics)) {
      throw Names.error("table " + table.name() + " may not be dropped");
    }
    boolean isView = table.kind() == Table.Kind.VIEW;
    if (view && !isView) {
      throw Names.error("use DROP TABLE to delete table " + table.name());
    }
    if (!view && isView) {
      throw Names.error("use DROP VIEW to delete view " + table.name());
    }
    if (table.kind() == Table.Kind.VIRTUAL) {
      throw Names.error("no such module: " + table.moduleName());
    }
  }

  private static void refuseWithForeignKeys(StatementContext context, Table table) {
    if (table.kind() == Table.Kind.TABLE && context.session().settings().foreignKeys()) {
      for (AttachedDatabase database : context.session().databases()) {
        for (Table other : context.session().schema(database).tables()) {
          boolean refers =
              other.foreignKeys().stream()
                  .anyMatch(key -> key.parentTable().equalsIgnoreCase(table.name()));
          if (refers && other.schemaName().equalsIgnoreCase(table.schemaName())) {
            throw Names.error(
                "foreign key enforcement is not supported yet: DROP TABLE " + table.name());
          }
        }
      }
    }
  }

  private static void dropRows(AttachedDatabase database, Schema schema, Table table) {
    for (Trigger trigger : table.triggers()) {
      new SchemaWriter(database).delete(row -> row.is("trigger", trigger.name()));
    }
    new SchemaWriter(database)
        .delete(row -> row.isOfTable(table.name()) && !"trigger".equals(row.type()));
    deleteRowsNamed(database, schema.table("sqlite_stat1"), table.name());
    deleteRowsNamed(database, schema.table("sqlite_stat4"), table.name());
  }

  private static void dropTableAndTrees(AttachedDatabase database, Schema schema, Table table) {
    if (table.isAutoIncrement()) {
      deleteRowsNamed(database, schema.table("sqlite_sequence"), table.name());
    }
    dropRows(database, schema, table);
    List<Integer> roots = new ArrayList<>();
    roots.add(table.rootPage());
    for (Index index : table.indexes()) {
      if (index.rootPage() != table.rootPage()) {
        roots.add(index.rootPage());
      }
    }
    // The greatest first, as SQLite frees them.
    roots.sort(Collections.reverseOrder(Integer::compareUnsigned));
    for (int root : roots) {
      dropTree(database, root);
    }
  }

  /** In an auto_vacuum file another tree's root may move to where the dropped one was. */
  private static void dropTree(AttachedDatabase database, int root) {
    long moved = Integer.toUnsignedLong(database.btrees().dropTree(root));
    if (moved != 0) {
      long to = Integer.toUnsignedLong(root);
      new SchemaWriter(database)
          .update(
              row ->
                  row.rootPage() == moved
                      ? new SchemaWriter.Row(row.type(), row.name(), row.tableName(), to, row.sql())
                      : row);
    }
  }

  /** Deletes the rows of a bookkeeping table whose first column is a name. */
  private static void deleteRowsNamed(AttachedDatabase database, Table table, String name) {
    if (table == null) {
      return;
    }
    StoredText text = database.storedText();
    Value cell = new Value();
    BtreeCursor cursor = database.btrees().openTable(table.rootPage());
    try {
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        text.read(cursor.record(), 0, cell);
        if (name.equals(cell.asString())) {
          cursor.delete();
        }
      }
    } finally {
      cursor.close();
    }
  }

  private static Program dropIndex(Drop statement, StatementContext context) {
    for (AttachedDatabase database : candidates(statement, context)) {
      Schema.IndexEntry entry = context.session().schema(database).index(statement.name().name());
      if (entry != null) {
        Index index = entry.index();
        if (index.origin() != Index.Origin.CREATE_INDEX) {
          throw Names.error(
              "index associated with UNIQUE or PRIMARY KEY constraint cannot be dropped");
        }
        return new DropDefinition(
            database,
            context,
            in -> {
              new SchemaWriter(in).delete(row -> row.is("index", index.name()));
              dropTree(in, index.rootPage());
            });
      }
    }
    return missing(statement);
  }

  private static Program dropTrigger(Drop statement, StatementContext context) {
    for (AttachedDatabase database : candidates(statement, context)) {
      Trigger trigger = context.session().schema(database).trigger(statement.name().name());
      if (trigger != null) {
        return new DropDefinition(
            database,
            context,
            in -> new SchemaWriter(in).delete(row -> row.is("trigger", trigger.name())));
      }
    }
    return missing(statement);
  }

  @Override
  void define() {
    if (context().session().hasActiveQueries()) {
      throw new dev.walnut.engine.api.DatabaseException(dev.walnut.engine.api.ResultCode.LOCKED);
    }
    work.run();
  }
}
