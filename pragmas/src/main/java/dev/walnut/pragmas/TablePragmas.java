// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.value.Value;
import java.util.List;

/** table_info, table_xinfo, table_list. */
final class TablePragmas {
  private static final int HIDDEN = 1;
  private static final int GENERATED_VIRTUAL = 2;
  private static final int GENERATED_STORED = 3;
  private static final int SCHEMA_TABLE_COLUMNS = 5;

  private TablePragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.listing(
            "table_info",
            true,
            call -> tableInfo(call, false),
            "cid",
            "name",
            "type",
            "notnull",
            "dflt_value",
            "pk"),
        SessionPragma.listing(
            "table_xinfo",
            true,
            call -> tableInfo(call, true),
            "cid",
            "name",
            "type",
            "notnull",
            "dflt_value",
            "pk",
            "hidden"),
        SessionPragma.listing(
            "table_list",
            true,
            TablePragmas::tableList,
            "schema",
            "name",
            "type",
            "ncol",
            "wr",
            "strict"));
  }

  private static List<Value[]> tableInfo(Call call, boolean extended) {
    Table table = SchemaLookup.table(call);
    if (table == null) {
      return Rows.NONE;
    }
    Rows rows = new Rows();
    if (table.kind() == Table.Kind.VIEW) {
      for (ColumnInfo column : SchemaLookup.viewColumns(call.session(), table)) {
        add(rows, extended, 0, column.name(), column.declaredType(), false, null, 0);
      }
      return rows.list();
    }
    for (Column column : table.columns()) {
      int hidden = hidden(column);
      if (hidden == 0 || extended) {
        add(
            rows,
            extended,
            hidden,
            column.name(),
            column.declaredType(),
            column.notNull(),
            column.defaultText(),
            column.primaryKeyPosition());
      }
    }
    return rows.list();
  }

  private static int hidden(Column column) {
    if (column.isGenerated()) {
      return column.generatedStored() ? GENERATED_STORED : GENERATED_VIRTUAL;
    }
    return column.hidden() ? HIDDEN : 0;
  }

  private static void add(
      Rows rows,
      boolean extended,
      int hidden,
      String name,
      String type,
      boolean notNull,
      String defaultText,
      int key) {
    String shownType = type == null ? "" : type;
    int required = notNull ? 1 : 0;
    if (extended) {
      rows.add(rows.size(), name, shownType, required, defaultText, key, hidden);
    } else {
      rows.add(rows.size(), name, shownType, required, defaultText, key);
    }
  }

  private static List<Value[]> tableList(Call call) {
    Rows rows = new Rows();
    DatabaseSession session = call.session();
    for (AttachedDatabase database : call.databases()) {
      if (database == session.temp()) {
        continue;
      }
      addTables(call, rows, session.schema(database));
    }
    if (call.databaseName() == null || call.databaseName().equalsIgnoreCase("temp")) {
      if (session.temp() != null) {
        addTables(call, rows, session.schema(session.temp()));
      } else if (wanted(call, "sqlite_temp_schema")) {
        rows.add("temp", "sqlite_temp_schema", "table", SCHEMA_TABLE_COLUMNS, 0, 0);
      }
    }
    return rows.list();
  }

  private static boolean wanted(Call call, String name) {
    return !call.hasArgument() || call.argument().equalsIgnoreCase(name);
  }

  private static void addTables(Call call, Rows rows, Schema schema) {
    for (Table table : schema.tables()) {
      String name = SchemaLookup.shownName(table);
      if (wanted(call, name)) {
        rows.add(
            table.schemaName(),
            name,
            type(table),
            columnCount(call, table),
            table.isWithoutRowid() ? 1 : 0,
            table.isStrict() ? 1 : 0);
      }
    }
  }

  private static String type(Table table) {
    return switch (table.kind()) {
      case TABLE -> "table";
      case VIEW -> "view";
      case VIRTUAL -> "virtual";
    };
  }

  private static int columnCount(Call call, Table table) {
    if (table.kind() != Table.Kind.VIEW) {
      return table.columns().size();
    }
    try {
      return SchemaLookup.viewColumns(call.session(), table).size();
    } catch (DatabaseException e) {
      // A view on something that is gone is listed all the same, as SQLite does.
      return table.viewColumnNames().size();
    }
  }
}
