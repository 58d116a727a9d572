// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.syntax.QualifiedName;

/** Which database a definition belongs to, and whether its name is free. */
final class Names {
  private Names() {}

  static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }

  /** The database in which a new object is made: main unless the name or TEMP says otherwise. */
  static AttachedDatabase databaseForNew(
      QualifiedName name, boolean temporary, DatabaseSession session) {
    if (temporary) {
      if (name.schema() != null && !name.schema().equalsIgnoreCase("temp")) {
        throw error("temporary table name must be unqualified");
      }
      return session.requireTemp();
    }
    return name.schema() == null ? session.main() : database(name.schema(), session);
  }

  /** The database of that name. */
  static AttachedDatabase database(String schemaName, DatabaseSession session) {
    if (schemaName.equalsIgnoreCase("temp")) {
      return session.requireTemp();
    }
    AttachedDatabase database = session.database(schemaName);
    if (database == null) {
      throw error("unknown database " + schemaName);
    }
    return database;
  }

  /** Refuses names that belong to SQLite. */
  static void requireUnreserved(String name) {
    if (isReserved(name)) {
      throw error("object name reserved for internal use: " + name);
    }
  }

  static boolean isReserved(String name) {
    return name.regionMatches(true, 0, "sqlite_", 0, 7);
  }

  /** The table or view of that name in a database, by any of the schema table's names too. */
  static Table tableIn(AttachedDatabase database, Schema schema, String name) {
    return SchemaTable.isNamed(name, database.name(), true)
        ? schema.table(SchemaTable.nameIn(database.name()))
        : schema.table(name);
  }

  /** Refuses a name that an existing table or view has. */
  static void requireNoTable(Schema schema, String name) {
    Table existing = schema.table(name);
    if (existing != null) {
      throw error(kind(existing) + " " + name + " already exists");
    }
  }

  static String kind(Table table) {
    return table.kind() == Table.Kind.VIEW ? "view" : "table";
  }

  /** Refuses a table's name that an existing index has. */
  static void requireNoIndex(Schema schema, String name) {
    if (schema.index(name) != null) {
      throw error("there is already an index named " + name);
    }
  }
}
