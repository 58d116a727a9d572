// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.CreateView;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.FromItem;

/** CREATE VIEW: the text is stored; whether the query makes sense is found out when it is used. */
final class CreateViewDefinition extends Definition {
  private final String name;
  private final String sql;

  private CreateViewDefinition(
      AttachedDatabase database, StatementContext context, String name, String sql) {
    super(database, context);
    this.name = name;
    this.sql = sql;
  }

  static Program compile(CreateView statement, String text, StatementContext context) {
    AttachedDatabase database =
        Names.databaseForNew(statement.name(), statement.temporary(), context.session());
    String name = statement.name().name();
    if (SyntaxSearch.anyDeepIn(statement.select(), e -> e.kind() == Expr.Kind.PARAMETER)) {
      throw Names.error("parameters are not allowed in views");
    }
    Names.requireUnreserved(name);
    Schema schema = context.session().schema(database);
    context.use(database);
    if (statement.ifNotExists() && schema.table(name) != null) {
      return nothing();
    }
    Names.requireNoTable(schema, name);
    Names.requireNoIndex(schema, name);
    if (!database.isTemp()) {
      refuseOtherDatabases(statement, database, name);
    }
    String sql = "CREATE VIEW " + text.substring(statement.nameStart(), statement.textEnd());
    return new CreateViewDefinition(database, context, name, sql);
  }

  private static void refuseOtherDatabases(
      CreateView statement, AttachedDatabase database, String name) {
    SyntaxSearch.anyItemIn(
        statement.select(),
        item -> {
          if (item instanceof FromItem.Table table
              && table.name().schema() != null
              && !table.name().schema().equalsIgnoreCase(database.name())) {
            throw Names.error(
                "view " + name + " cannot reference objects in database " + table.name().schema());
          }
          return false;
        });
  }

  @Override
  void define() {
    SchemaWriter rows = new SchemaWriter(database());
    rows.prepareFile();
    rows.append("view", name, name, 0, sql);
  }
}
