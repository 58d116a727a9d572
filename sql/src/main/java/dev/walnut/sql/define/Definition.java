// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;

/**
 * A statement that changes a schema: checked when it is compiled, carried out when it starts. What
 * it did becomes visible to the session when the schema is read anew, which happens before the next
 * statement.
 */
abstract class Definition extends Program {
  private final StatementContext context;
  private final AttachedDatabase database;

  Definition(AttachedDatabase database, StatementContext context) {
    this.database = database;
    this.context = context;
    context.use(database);
  }

  /** Does the work; the schema cookie is raised afterwards. */
  abstract void define();

  final AttachedDatabase database() {
    return database;
  }

  final StatementContext context() {
    return context;
  }

  @Override
  public AttachedDatabase writeTarget() {
    return database;
  }

  @Override
  public void start() {
    // Said first: if the work fails midway, the schema must be read anew all the same.
    database.schemaWasChanged();
    context.session().schemaChanged();
    define();
    database.raiseSchemaCookie();
    database.schemaWasChanged();
  }

  /** A definition that finds nothing to do, as IF NOT EXISTS may. */
  static Program nothing() {
    return new Program() {
      @Override
      public void start() {
        // Nothing to do.
      }
    };
  }
}
