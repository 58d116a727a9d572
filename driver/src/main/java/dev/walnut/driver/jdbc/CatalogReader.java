// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.syntax.ColumnConstraint;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.TableConstraint;
import java.util.ArrayList;
import java.util.List;

/**
 * The session's catalog as metadata sees it. JDBC knows neither catalogs nor schemas here (both are
 * null in all answers): names are looked for in main and temp, unless catalog or schema name an
 * attached database. All calls are made inside the gate.
 */
final class CatalogReader {
  /** A column of a table or view, with what only its position tells. */
  record ColumnEntry(
      Table table,
      int position,
      String name,
      String declaredType,
      boolean notNull,
      String defaultText,
      boolean autoIncrement,
      boolean generated) {}

  private final DatabaseSession session;

  CatalogReader(DatabaseSession session) {
    this.session = session;
  }

  /** Databases that a catalog and schema, or patterns of them, mean. */
  private List<AttachedDatabase> databases(String catalog, String schema) {
    List<AttachedDatabase> usual = new ArrayList<>();
    for (AttachedDatabase database : session.databases()) {
      if (database == session.main() || database == session.temp()) {
        usual.add(database);
      } else if (database.name().equalsIgnoreCase(catalog)
          || database.name().equalsIgnoreCase(schema)) {
        return List.of(database);
      }
    }
    return usual;
  }

  /** Tables and views whose name matches a pattern, the schema tables included. */
  List<Table> tables(String catalog, String schema, String namePattern) {
    List<Table> tables = new ArrayList<>();
    for (AttachedDatabase database : databases(catalog, schema)) {
      for (Table table : session.schema(database).tables()) {
        if (NamePattern.matches(namePattern, shownName(table))
            || NamePattern.matches(namePattern, table.name())) {
          tables.add(table);
        }
      }
    }
    return tables;
  }

  /** The table of exactly that name but for the case of letters; null if there is none. */
  Table table(String catalog, String schema, String name) {
    if (name == null) {
      return null;
    }
    Table found = null;
    for (AttachedDatabase database : databases(catalog, schema)) {
      Table table = session.schema(database).table(name);
      if (table != null && (found == null || database == session.temp())) {
        found = table;
      }
    }
    return found;
  }

  static String shownName(Table table) {
    if (!SchemaTable.is(table)) {
      return table.name();
    }
    return isTemp(table) ? "sqlite_temp_schema" : "sqlite_schema";
  }

  static boolean isTemp(Table table) {
    return table.schemaName().equals("temp");
  }

  static String type(Table table) {
    if (table.name().regionMatches(true, 0, "sqlite_", 0, 7)) {
      return "SYSTEM TABLE";
    }
    if (table.kind() == Table.Kind.VIEW) {
      return "VIEW";
    }
    return isTemp(table) ? "GLOBAL TEMPORARY" : "TABLE";
  }

  /** The columns of a table or view; none if the view cannot be compiled any more. */
  List<ColumnEntry> columns(Table table) {
    List<ColumnEntry> entries = new ArrayList<>();
    if (table.kind() == Table.Kind.VIEW) {
      for (ColumnInfo column : viewColumns(table)) {
        entries.add(
            new ColumnEntry(
                table,
                entries.size() + 1,
                column.name(),
                column.declaredType(),
                false,
                null,
                false,
                false));
      }
      return entries;
    }
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      if (!column.hidden()) {
        entries.add(
            new ColumnEntry(
                table,
                entries.size() + 1,
                column.name(),
                column.declaredType(),
                column.notNull(),
                column.defaultText(),
                table.isAutoIncrement() && i == table.rowidColumn(),
                column.isGenerated()));
      }
    }
    return entries;
  }

  private List<ColumnInfo> viewColumns(Table view) {
    String query = "SELECT * FROM " + quoted(view.schemaName()) + "." + quoted(view.name());
    try (SqlStatement statement = session.prepare(query)) {
      return List.copyOf(statement.columns());
    } catch (DatabaseException e) {
      // The view refers to something that is gone. The other tables' columns are still wanted.
      return List.of();
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Names of the primary key's columns in key order. */
  static List<String> primaryKey(Table table) {
    List<String> names = new ArrayList<>();
    for (int position = 1; position <= table.columns().size(); position++) {
      for (Column column : table.columns()) {
        if (column.primaryKeyPosition() == position) {
          names.add(column.name());
        }
      }
    }
    return names;
  }

  /** The name given to the PRIMARY KEY constraint; null if it has none. */
  static String primaryKeyName(Table table) {
    if (table.sql() == null || table.kind() != Table.Kind.TABLE) {
      return null;
    }
    if (!(SqlParser.parse(table.sql()).statement() instanceof CreateTable create)) {
      return null;
    }
    for (TableConstraint constraint : create.constraints()) {
      if (constraint.kind() == TableConstraint.Kind.PRIMARY_KEY) {
        return constraint.name();
      }
    }
    for (ColumnDefinition column : create.columns()) {
      for (ColumnConstraint constraint : column.constraints()) {
        if (constraint.kind() == ColumnConstraint.Kind.PRIMARY_KEY) {
          return constraint.name();
        }
      }
    }
    return null;
  }
}
