// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.AlterTable;
import dev.walnut.sql.syntax.CreateIndex;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.CreateTrigger;
import dev.walnut.sql.syntax.CreateView;
import dev.walnut.sql.syntax.CreateVirtualTable;
import dev.walnut.sql.syntax.Drop;
import dev.walnut.sql.syntax.Reindex;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.Vacuum;

/** Compiles the statements that change a schema. */
public final class DefinitionCompiler {
  private DefinitionCompiler() {}

  /**
   * Compiles one statement.
   *
   * @param text the text that the statement's offsets count in
   */
  public static Program compile(Statement statement, String text, StatementContext context) {
    switch (statement.kind()) {
      case CREATE_TABLE:
        return CreateTableDefinition.compile((CreateTable) statement, text, context);
      case CREATE_INDEX:
        return CreateIndexDefinition.compile((CreateIndex) statement, text, context);
      case CREATE_VIEW:
        return CreateViewDefinition.compile((CreateView) statement, text, context);
      case CREATE_TRIGGER:
        return CreateTriggerDefinition.compile((CreateTrigger) statement, text, context);
      case CREATE_VIRTUAL_TABLE:
        throw Names.error("no such module: " + ((CreateVirtualTable) statement).module());
      case DROP:
        return DropDefinition.compile((Drop) statement, context);
      case ALTER_TABLE:
        return AlterDefinition.compile((AlterTable) statement, text, context);
      case REINDEX:
        return new ReindexDefinition((Reindex) statement, context);
      case ANALYZE:
        throw Names.error("ANALYZE is not supported yet");
      case VACUUM:
        return new VacuumDefinition((Vacuum) statement, context);
      default:
        throw new AssertionError(statement.kind());
    }
  }
}
