// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.catalog.TableDefinition;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.plan.QueryCompiler;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.CreateTable;

/**
 * CREATE TABLE. Pages and rows come in SQLite's order: the table's root page, its row in the schema
 * table, then root page and row of each automatic index, at last sqlite_sequence if the table is
 * the first with AUTOINCREMENT.
 */
final class CreateTableDefinition extends Definition {
  private final Table table;
  private final String sql;
  private final boolean createsSequence;
  private final Query source;

  private CreateTableDefinition(
      AttachedDatabase database,
      StatementContext context,
      Table table,
      String sql,
      boolean createsSequence,
      Query source) {
    super(database, context);
    this.table = table;
    this.sql = sql;
    this.createsSequence = createsSequence;
    this.source = source;
  }

  static Program compile(CreateTable statement, String text, StatementContext context) {
    DatabaseSession session = context.session();
    AttachedDatabase database =
        Names.databaseForNew(statement.name(), statement.temporary(), session);
    String name = statement.name().name();
    Names.requireUnreserved(name);
    Schema schema = session.schema(database);
    context.use(database);
    if (statement.ifNotExists() && schema.table(name) != null) {
      return nothing();
    }
    Names.requireNoTable(schema, name);
    Names.requireNoIndex(schema, name);
    if (statement.select() != null) {
      return compileAsSelect(statement, database, context);
    }
    Table.Builder builder = TableDefinition.build(statement, session::collation, false);
    builder.schemaName = database.name();
    Table table = builder.build();
    new DefinitionExpressions(table, context).checkTable();
    String sql = "CREATE TABLE " + text.substring(statement.nameStart(), statement.textEnd());
    boolean createsSequence = table.isAutoIncrement() && schema.table("sqlite_sequence") == null;
    return new CreateTableDefinition(database, context, table, sql, createsSequence, null);
  }

  private static Program compileAsSelect(
      CreateTable statement, AttachedDatabase database, StatementContext context) {
    Query source = QueryCompiler.compile(statement.select(), context);
    DerivedTable derived =
        DerivedTable.of(
            statement.name().name(),
            source.columns(),
            DerivedTable.affinities(statement.select(), context));
    Table.Builder builder = derived.builder(context.session()::collation);
    builder.schemaName = database.name();
    return new CreateTableDefinition(
        database, context, builder.build(), derived.sql(), false, source);
  }

  @Override
  void define() {
    SchemaWriter rows = new SchemaWriter(database());
    rows.prepareFile();
    int root = database().btrees().createTree(!table.isWithoutRowid());
    rows.append("table", table.name(), table.name(), root, sql);
    for (Index index : table.indexes()) {
      if (!(table.isWithoutRowid() && index.origin() == Index.Origin.PRIMARY_KEY)) {
        int indexRoot = database().btrees().createTree(false);
        rows.append("index", index.name(), table.name(), indexRoot, null);
      }
    }
    if (createsSequence) {
      int sequenceRoot = database().btrees().createTree(true);
      rows.append(
          "table",
          "sqlite_sequence",
          "sqlite_sequence",
          sequenceRoot,
          "CREATE TABLE sqlite_sequence(name,seq)");
    }
    if (source != null) {
      new RowCopy(database(), table, root, context()).copyAll(source);
    }
  }

  @Override
  public void finish() {
    if (source != null) {
      source.close();
    }
  }
}
