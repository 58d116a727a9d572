// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import java.util.ArrayList;
import java.util.List;

/** Finding tables and indexes for a pragma, and the columns of views. */
final class SchemaLookup {
  private SchemaLookup() {}

  /** The table or view that the argument names; null if there is none. */
  static Table table(Call call) {
    return call.hasArgument()
        ? call.session().findTable(call.databaseName(), call.argument())
        : null;
  }

  /** The index that the argument names, or the key of the WITHOUT ROWID table of that name. */
  static Schema.IndexEntry index(Call call) {
    if (!call.hasArgument()) {
      return null;
    }
    for (AttachedDatabase database : searched(call)) {
      Schema schema = call.session().schema(database);
      Schema.IndexEntry entry = schema.index(call.argument());
      if (entry != null) {
        return entry;
      }
    }
    Table table = table(call);
    return table != null && table.isWithoutRowid()
        ? new Schema.IndexEntry(table, table.primaryKey())
        : null;
  }

  /** The databases in which a name is looked for: the one that was named, or temp before main. */
  static List<AttachedDatabase> searched(Call call) {
    DatabaseSession session = call.session();
    if (call.databaseName() != null) {
      return List.of(call.database());
    }
    List<AttachedDatabase> list = new ArrayList<>(session.databases());
    if (session.temp() != null) {
      list.remove(session.temp());
      list.add(0, session.temp());
    }
    return list;
  }

  /** A name by which SQLite shows the schema table; others are shown as they are. */
  static String shownName(Table table) {
    if (!SchemaTable.is(table)) {
      return table.name();
    }
    return table.schemaName().equals("temp") ? "sqlite_temp_schema" : "sqlite_schema";
  }

  /** The columns of a view, by compiling a query of it. */
  static List<ColumnInfo> viewColumns(DatabaseSession session, Table view) {
    String query = "SELECT * FROM " + quoted(view.schemaName()) + "." + quoted(view.name());
    try (SqlStatement statement = session.prepare(query)) {
      return List.copyOf(statement.columns());
    }
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
