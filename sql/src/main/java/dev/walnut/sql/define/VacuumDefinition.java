// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.btree.AutoVacuumMode;
import dev.walnut.engine.btree.Vacuum;
import dev.walnut.engine.pager.DatabaseRegistry;
import dev.walnut.engine.pager.Pager;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.value.Value;

/**
 * VACUUM: the database is copied without gaps, and the copy written over it in a transaction of its
 * own; and VACUUM INTO, which writes the copy to another, new file.
 *
 * <p>A new page size or auto_vacuum mode that was asked for by a PRAGMA takes effect here.
 */
final class VacuumDefinition extends Program {
  private final StatementContext context;
  private final DatabaseSession session;

  /** Null for the temporary database, which is never vacuumed. */
  private final AttachedDatabase database;

  /** Null without INTO. */
  private final Evaluator target;

  /** Whether this statement itself counts among the active queries, since its target reads. */
  private final boolean isQuery;

  VacuumDefinition(dev.walnut.sql.syntax.Vacuum statement, StatementContext context) {
    this.context = context;
    this.session = context.session();
    this.target =
        statement.into() == null
            ? null
            : ExpressionCompiler.compile(statement.into(), RowScope.EMPTY, context);
    this.isQuery = !context.usedDatabases().isEmpty();
    String name = statement.schema();
    if (name == null) {
      database = session.main();
    } else if (name.equalsIgnoreCase("temp")) {
      database = null;
    } else {
      database = session.database(name);
      if (database == null) {
        throw Names.error("unknown database " + name);
      }
    }
  }

  @Override
  public void start() {
    if (database == null) {
      return;
    }
    if (!session.isAutocommit()) {
      throw Names.error("cannot VACUUM from within a transaction");
    }
    if (session.activeQueryCount() > (isQuery ? 1 : 0)) {
      throw Names.error("cannot VACUUM - SQL statements in progress");
    }
    if (target == null) {
      session.change(database, this::inPlace);
      session.schemaChanged();
    } else {
      Value path = new Value();
      target.evaluate(path);
      if (path.type() != Value.TEXT) {
        throw Names.error("non-text filename");
      }
      into(DatabaseSession.filePath(path.asString()));
    }
  }

  private void inPlace() {
    Pager pager = database.pager();
    pager.beginExclusive();
    int wanted = session.settings().nextPageSize();
    boolean resizes = wanted != 0 && pager.canChangePageSize();
    if (!resizes) {
      // As in SQLite: the wish is forgotten if it cannot be fulfilled now.
      session.settings().setNextPageSize(0);
    }
    try (Vacuum vacuum = newVacuum(resizes ? wanted : pager.pageSize())) {
      vacuum.build(VacuumItems.of(database, false));
      database.schemaWasChanged();
      vacuum.writeTo(pager);
    }
  }

  private Vacuum newVacuum(int pageSize) {
    AutoVacuumMode mode = AutoVacuumMode.of(database.pager());
    int wanted = session.settings().nextAutoVacuum();
    return new Vacuum(
        database.pager(),
        database.btrees(),
        pageSize,
        wanted < 0 ? mode : AutoVacuumMode.of(wanted),
        context::checkCancelled);
  }

  /** An empty path stands for a file that vanishes at once. */
  private void into(String path) {
    if (session.settings().queryOnly()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    if (path.isEmpty()) {
      return;
    }
    DatabaseRegistry registry = DatabaseRegistry.process();
    boolean existed;
    Pager output;
    try {
      existed = registry.exists(path);
      output = registry.openEmpty(path);
    } catch (DatabaseException e) {
      if (e.resultCode().is(ResultCode.CANTOPEN)) {
        throw new DatabaseException(ResultCode.CANTOPEN, "unable to open database: " + path, e);
      }
      throw e;
    }
    boolean written = false;
    try (output) {
      session.read(
          database,
          () -> {
            copyTo(output);
            return null;
          });
      written = true;
    } finally {
      if (!written && !existed) {
        registry.delete(path);
      }
    }
  }

  private void copyTo(Pager output) {
    Pager source = database.pager();
    output.settings().setSynchronous(source.settings().synchronous());
    output.setCancellation(session::isInterrupted);
    int wanted = session.settings().nextPageSize();
    int pageSize = wanted == 0 || source.database().isInMemory() ? source.pageSize() : wanted;
    try (Vacuum vacuum = newVacuum(pageSize)) {
      vacuum.build(VacuumItems.of(database, true));
      output.setPageSize(pageSize, source.pageSize() - source.usableSize());
      output.beginExclusive();
      vacuum.writeTo(output);
      output.commitAndEndRead();
    }
  }
}
