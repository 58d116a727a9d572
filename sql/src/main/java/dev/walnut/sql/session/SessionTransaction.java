// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.pager.MultiFileCommit;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.pager.PagerState;
import dev.walnut.sql.syntax.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * The transaction of one session over all its databases: autocommit, BEGIN to COMMIT, savepoints,
 * and the transactions that single statements open in autocommit.
 *
 * <pre>
 *   autocommit --- BEGIN, SAVEPOINT ---> transaction --- COMMIT, ROLLBACK, RELEASE of the outermost
 *       ^                                     |          savepoint, a failure that rolls back
 *       +-------------------------------------+
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>X1 In autocommit a database has a read transaction exactly while a query that reads it is
 *       active, and a write transaction only inside the step of a change.
 *   <li>X2 The n-th open savepoint is savepoint n of each pager that has a write transaction.
 *   <li>X3 Changes of several databases that live in files are committed together, by {@link
 *       MultiFileCommit}; a commit that fails other than by BUSY undoes everything.
 * </ul>
 *
 * <p>Confined to the session.
 */
public final class SessionTransaction {
  private final DatabaseSession session;
  private final List<String> savepoints = new ArrayList<>();
  private boolean autocommit = true;
  private boolean begunBySavepoint;
  private int activeQueries;

  SessionTransaction(DatabaseSession session) {
    this.session = session;
  }

  public boolean isAutocommit() {
    return autocommit;
  }

  /** Number of queries that stand on a row. */
  int activeQueries() {
    return activeQueries;
  }

  /** Carries out BEGIN, COMMIT and the like. */
  void execute(Transaction statement) {
    switch (statement.action()) {
      case BEGIN_DEFERRED:
      case BEGIN_IMMEDIATE:
      case BEGIN_EXCLUSIVE:
        begin(statement.action());
        break;
      case COMMIT:
        if (autocommit) {
          throw error("cannot commit - no transaction is active");
        }
        commit();
        break;
      case ROLLBACK:
        if (autocommit) {
          throw error("cannot rollback - no transaction is active");
        }
        rollback();
        break;
      case SAVEPOINT:
        openSavepoint(statement.savepoint());
        break;
      case RELEASE:
        release(statement.savepoint());
        break;
      case ROLLBACK_TO:
        rollbackTo(statement.savepoint());
        break;
    }
  }

  private void begin(Transaction.Action action) {
    if (!autocommit) {
      throw error("cannot start a transaction within a transaction");
    }
    if (action != Transaction.Action.BEGIN_DEFERRED) {
      try {
        for (AttachedDatabase database : session.databases()) {
          if (database.isReadOnly()) {
            database.beginRead();
          } else if (action == Transaction.Action.BEGIN_IMMEDIATE) {
            database.beginWrite();
          } else {
            database.beginExclusive();
          }
        }
      } catch (DatabaseException e) {
        endIdle();
        throw e;
      }
    }
    autocommit = false;
  }

  private void openSavepoint(String name) {
    if (autocommit) {
      autocommit = false;
      begunBySavepoint = true;
    }
    savepoints.add(name);
    for (AttachedDatabase database : session.databases()) {
      if (database.isWriter()) {
        database.openSavepoints(savepoints.size());
      }
    }
  }

  private int find(String name) {
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw error("no such savepoint: " + name);
  }

  private void release(String name) {
    int index = find(name);
    if (index == 0 && begunBySavepoint) {
      commit();
      return;
    }
    for (AttachedDatabase database : session.databases()) {
      database.releaseSavepoint(index);
    }
    truncateSavepoints(index);
  }

  private void rollbackTo(String name) {
    int index = find(name);
    for (AttachedDatabase database : session.databases()) {
      if (database.rollbackToSavepoint(index)) {
        session.schemaChanged();
      }
    }
    truncateSavepoints(index + 1);
  }

  private void truncateSavepoints(int count) {
    while (savepoints.size() > count) {
      savepoints.remove(savepoints.size() - 1);
    }
  }

  /** Commits everything; on BUSY the transaction stays as it is, so that COMMIT can be repeated. */
  private void commit() {
    try {
      commitWriters();
    } catch (DatabaseException e) {
      if (!autocommit && !e.resultCode().is(ResultCode.BUSY)) {
        undoFailedCommit(e);
      }
      throw e;
    }
    autocommit = true;
    begunBySavepoint = false;
    savepoints.clear();
    endIdle();
  }

  private void undoFailedCommit(DatabaseException failure) {
    try {
      rollback();
    } catch (DatabaseException e) {
      failure.addSuppressed(e);
    }
  }

  private void commitWriters() {
    prepareCommit();
    commitFilesTogether();
    for (AttachedDatabase database : session.databases()) {
      if (database.isFile()) {
        database.commit(activeQueries == 0);
      }
    }
    for (AttachedDatabase database : session.databases()) {
      if (!database.isFile()) {
        database.commit(activeQueries == 0);
      }
    }
  }

  /** If several files have changes: commits them; all that is left to do then is bookkeeping. */
  private void commitFilesTogether() {
    List<AttachedDatabase> databases = session.databases();
    int changedFiles = 0;
    for (int i = 0; i < databases.size(); i++) {
      AttachedDatabase database = databases.get(i);
      if (database.isFile() && database.hasChanges()) {
        changedFiles++;
      }
    }
    if (changedFiles > 1) {
      List<Pager> writers = new ArrayList<>();
      for (AttachedDatabase database : databases) {
        if (database.isFile() && database.isWriter()) {
          writers.add(database.pager());
        }
      }
      MultiFileCommit.commit(session.main().pager(), writers);
    }
  }

  /** A failure here leaves changes that belong together half done: everything is undone. */
  private void prepareCommit() {
    List<AttachedDatabase> databases = session.databases();
    try {
      for (int i = 0; i < databases.size(); i++) {
        databases.get(i).beforeCommit();
      }
    } catch (DatabaseException e) {
      rollback();
      throw e;
    }
  }

  /**
   * Undoes everything. Queries that are active go on from where they are, in what is committed; if
   * the schema went back they end with ABORT at their next step.
   */
  void rollback() {
    autocommit = true;
    begunBySavepoint = false;
    savepoints.clear();
    if (activeQueries > 0 && !isAnyWriter()) {
      return;
    }
    if (isQueryHarmedByRollback()) {
      session.abortQueries();
    }
    DatabaseException failure = null;
    boolean schemaChanged = false;
    for (AttachedDatabase database : session.databases()) {
      try {
        schemaChanged |= database.rollback();
      } catch (DatabaseException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (schemaChanged) {
      session.schemaChanged();
    }
    endIdle();
    if (failure != null) {
      throw failure;
    }
  }

  /** Whether the schema goes back too, or a failed transaction leaves nothing to read on. */
  private boolean isQueryHarmedByRollback() {
    for (AttachedDatabase database : session.databases()) {
      if (database.isSchemaUncommitted() || database.pager().state() == PagerState.ERROR) {
        return true;
      }
    }
    return false;
  }

  private boolean isAnyWriter() {
    for (AttachedDatabase database : session.databases()) {
      if (database.isWriter()) {
        return true;
      }
    }
    return false;
  }

  /** Whether no transaction is open on any database, so that the next one sees the newest state. */
  boolean isIdle() {
    List<AttachedDatabase> databases = session.databases();
    for (int i = 0; i < databases.size(); i++) {
      if (databases.get(i).isInTransaction()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Ends read transactions that compiling a statement has begun: inside BEGIN they would make the
   * statement's own transaction an upgrade of an old snapshot, which does not wait for a writer.
   */
  void endReads() {
    List<AttachedDatabase> databases = session.databases();
    for (int i = 0; i < databases.size(); i++) {
      databases.get(i).endRead();
    }
  }

  /** In autocommit without active queries: ends all read transactions. */
  void endIdle() {
    if (autocommit && activeQueries == 0) {
      endReads();
    }
  }

  /** A query begins to give rows; its read transactions are open. */
  void queryBegins() {
    activeQueries++;
  }

  /** A query has ended. */
  void queryEnds() {
    activeQueries--;
    endIdle();
  }

  /**
   * Opens, or joins, a write transaction on a database for one statement.
   *
   * @throws DatabaseException BUSY, READONLY
   */
  void beginWrite(AttachedDatabase database) {
    if (session.settings().queryOnly()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    if (!database.isWriter()) {
      database.beginWrite();
    }
    if (!savepoints.isEmpty()) {
      database.openSavepoints(savepoints.size());
    }
  }

  /**
   * Opens a savepoint for one statement, if undoing its transaction as a whole would undo too much.
   *
   * @return whether one was opened
   */
  boolean openStatementSavepoint(AttachedDatabase database) {
    if (autocommit && activeQueries == 0) {
      return false;
    }
    database.openSavepoints(savepoints.size() + 1);
    return true;
  }

  /** Ends a change that went well. */
  void endWrite(AttachedDatabase database, boolean statementSavepoint) {
    if (statementSavepoint) {
      database.releaseSavepoint(savepoints.size());
    }
    if (autocommit) {
      try {
        commitWriters();
      } catch (DatabaseException e) {
        rollback();
        throw e;
      }
      endIdle();
    }
  }

  /** Gives a write transaction up that a statement opened, and did nothing with yet. */
  void abandonWrite(AttachedDatabase database) {
    if (autocommit && database.isWriter() && !database.hasChanges()) {
      database.rollback();
    }
  }

  /**
   * Ends a statement that failed as its error says: by default it alone is undone; after FAIL what
   * it did so far stays; ROLLBACK and errors that leave a transaction in doubt undo everything.
   *
   * @param statementSavepoint whether the statement has a savepoint of its own
   */
  void failWrite(AttachedDatabase database, boolean statementSavepoint, Throwable failure) {
    try {
      switch (FailureScope.of(failure, statementSavepoint)) {
        case NOTHING:
          endWrite(database, statementSavepoint);
          break;
        case STATEMENT:
          undoStatement(database, statementSavepoint);
          break;
        case TRANSACTION:
          rollback();
          break;
      }
    } catch (DatabaseException e) {
      failure.addSuppressed(e);
    }
  }

  /** Undoes a statement that failed, leaving the transaction around it open. */
  void undoStatement(AttachedDatabase database, boolean statementSavepoint) {
    if (statementSavepoint) {
      boolean schemaChanged = database.rollbackToSavepoint(savepoints.size());
      database.releaseSavepoint(savepoints.size());
      if (schemaChanged) {
        session.schemaChanged();
      }
      if (autocommit) {
        endWrite(database, false);
      }
    } else if (autocommit) {
      if (activeQueries == 0) {
        rollback();
      } else {
        abandonWrite(database);
      }
    }
  }

  private static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }
}
