// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.CreateTrigger;
import dev.walnut.sql.syntax.QualifiedName;

/**
 * CREATE TRIGGER: checked and stored. Changes that would fire it are refused until triggers run.
 */
final class CreateTriggerDefinition extends Definition {
  private final String name;
  private final String tableName;
  private final String sql;

  private CreateTriggerDefinition(
      AttachedDatabase database,
      StatementContext context,
      String name,
      String tableName,
      String sql) {
    super(database, context);
    this.name = name;
    this.tableName = tableName;
    this.sql = sql;
  }

  static Program compile(CreateTrigger statement, String text, StatementContext context) {
    DatabaseSession session = context.session();
    QualifiedName on = statement.table();
    AttachedDatabase database;
    if (statement.temporary()) {
      if (statement.name().schema() != null) {
        throw Names.error("temporary trigger may not have qualified name");
      }
      database = session.requireTemp();
    } else if (statement.name().schema() != null) {
      database = Names.database(statement.name().schema(), session);
    } else {
      // A trigger without a database of its own goes where its table is, if that is temp.
      Table found = session.findTable(on.schema(), on.name());
      database =
          found != null && found.schemaName().equals("temp") ? session.temp() : session.main();
    }
    Schema schema = session.schema(database);
    context.use(database);
    Table table = findTable(on, database, schema, session);
    if (table == null) {
      String qualifier = on.schema() != null ? on.schema() : database.name();
      throw Names.error("no such table: " + qualifier + "." + on.name());
    }
    if (table.kind() == Table.Kind.VIRTUAL) {
      throw Names.error("cannot create triggers on virtual tables");
    }
    String name = statement.name().name();
    Names.requireUnreserved(name);
    if (schema.trigger(name) != null) {
      if (statement.ifNotExists()) {
        return nothing();
      }
      throw Names.error("trigger " + name + " already exists");
    }
    checkKind(statement, table);
    String sql = "CREATE TRIGGER " + text.substring(statement.nameStart(), statement.textEnd());
    return new CreateTriggerDefinition(database, context, name, table.name(), sql);
  }

  private static Table findTable(
      QualifiedName on, AttachedDatabase database, Schema schema, DatabaseSession session) {
    if (database.isTemp()) {
      return session.findTable(on.schema(), on.name());
    }
    if (on.schema() != null && !on.schema().equalsIgnoreCase(database.name())) {
      throw Names.error("trigger cannot reference objects in database " + on.schema());
    }
    return Names.tableIn(database, schema, on.name());
  }

  private static void checkKind(CreateTrigger statement, Table table) {
    if (SchemaTable.is(table) || Names.isReserved(table.name())) {
      throw Names.error("cannot create trigger on system table");
    }
    boolean insteadOf = statement.time() == CreateTrigger.Time.INSTEAD_OF;
    if (table.kind() == Table.Kind.VIEW && !insteadOf) {
      String time = statement.time() == CreateTrigger.Time.BEFORE ? "BEFORE" : "AFTER";
      throw Names.error("cannot create " + time + " trigger on view: " + table.name());
    }
    if (table.kind() != Table.Kind.VIEW && insteadOf) {
      throw Names.error("cannot create INSTEAD OF trigger on table: " + table.name());
    }
  }

  @Override
  void define() {
    new SchemaWriter(database()).append("trigger", name, tableName, 0, sql);
  }
}
