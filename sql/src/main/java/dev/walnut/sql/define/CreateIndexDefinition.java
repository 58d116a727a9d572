// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexDefinition;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.CreateIndex;

/** CREATE INDEX: root page, row in the schema table, then the entries, sorted. */
final class CreateIndexDefinition extends Definition {
  private final Table table;
  private final Index index;

  private CreateIndexDefinition(
      AttachedDatabase database, StatementContext context, Table table, Index index) {
    super(database, context);
    this.table = table;
    this.index = index;
  }

  static Program compile(CreateIndex statement, String text, StatementContext context) {
    DatabaseSession session = context.session();
    AttachedDatabase database = database(statement, session);
    Schema schema = session.schema(database);
    context.use(database);
    Table table = Names.tableIn(database, schema, statement.table());
    if (table == null) {
      throw Names.error("no such table: " + database.name() + "." + statement.table());
    }
    String name = statement.name().name();
    Names.requireUnreserved(name);
    boolean isStatistics = table.name().regionMatches(true, 0, "sqlite_stat", 0, 11);
    if (SchemaTable.is(table) || (Names.isReserved(table.name()) && !isStatistics)) {
      throw Names.error("table " + table.name() + " may not be indexed");
    }
    if (table.kind() == Table.Kind.VIEW) {
      throw Names.error("views may not be indexed");
    }
    if (table.kind() == Table.Kind.VIRTUAL) {
      throw Names.error("virtual tables may not be indexed");
    }
    if (schema.table(name) != null) {
      throw Names.error("there is already a table named " + name);
    }
    if (schema.index(name) != null) {
      if (statement.ifNotExists()) {
        return nothing();
      }
      throw Names.error("index " + name + " already exists");
    }
    String sql =
        (statement.unique() ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
            + text.substring(statement.nameStart(), statement.textEnd());
    Index index =
        IndexDefinition.build(statement, table.columns(), session::collation, false, 0, sql);
    new DefinitionExpressions(table, context).checkIndex(index);
    return new CreateIndexDefinition(database, context, table, index);
  }

  /** The database of the index, which is that of its table. */
  private static AttachedDatabase database(CreateIndex statement, DatabaseSession session) {
    if (statement.name().schema() != null) {
      return Names.database(statement.name().schema(), session);
    }
    Table found = session.findTable(null, statement.table());
    boolean isTemporary = found != null && found.schemaName().equals("temp");
    return isTemporary ? session.temp() : session.main();
  }

  @Override
  void define() {
    int root = database().btrees().createTree(false);
    new SchemaWriter(database()).append("index", index.name(), table.name(), root, index.sql());
    new IndexBuilder(table, index, root, context()).build();
  }
}
