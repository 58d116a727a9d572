// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.convert.ErrorTable;
import dev.walnut.driver.convert.ErrorTable.Phase;
import dev.walnut.driver.options.ConnectionSettings;
import dev.walnut.driver.options.TransactionMode;
import dev.walnut.sql.api.Session;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.api.SqlStatement.Kind;
import java.sql.SQLException;
import java.util.List;

/**
 * Autocommit as JDBC sees it over SQLite's BEGIN and COMMIT.
 *
 * <p>With autocommit off, a transaction begins with the first statement that needs one, not with
 * {@code setAutoCommit(false)}: an idle connection holds nothing, also with
 * transaction_mode=IMMEDIATE. Pragmas that SQLite ignores or refuses inside a transaction do not
 * begin one. A BEGIN of the user's own is left to work, and {@code commit} ends it.
 *
 * <p>Guarded by the gate.
 */
final class TransactionState {
  /**
   * Pragmas that only work outside a transaction; all of them have no effect that could roll back.
   */
  private static final List<String> OUTSIDE =
      List.of("foreign_keys", "journal_mode", "synchronous", "wal_checkpoint", "locking_mode");

  private final Session session;
  private final TransactionMode mode;
  private final boolean explicitReadOnly;
  private boolean autoCommit = true;
  private boolean readOnly;
  private SqlStatement begin;
  private TransactionMode begunMode;
  private SqlStatement commit;
  private SqlStatement rollback;

  TransactionState(Session session, ConnectionSettings settings) {
    this.session = session;
    this.mode = settings.transactionMode();
    this.explicitReadOnly = settings.explicitReadOnly();
  }

  /**
   * What {@code getAutoCommit} says: false also inside a transaction that the user's BEGIN opened.
   */
  boolean isAutoCommit() {
    return autoCommit && session.isAutocommit();
  }

  boolean isReadOnly() {
    return readOnly;
  }

  void setReadOnly(boolean value) {
    if (value != readOnly) {
      session.setQueryOnly(value);
      readOnly = value;
    }
  }

  /** Switches autocommit; switching it on commits an open transaction. */
  void setAutoCommit(boolean value) throws SQLException {
    if (value && !session.isAutocommit()) {
      runCommit();
    }
    autoCommit = value;
  }

  /** Before a statement of the user runs: begins the transaction it belongs to, if it needs one. */
  void beforeExecution(CompiledStatement statement) throws SQLException {
    if (!autoCommit && session.isAutocommit() && needsTransaction(statement)) {
      runBegin();
    }
  }

  private static boolean needsTransaction(CompiledStatement statement) {
    if (statement.kind() == Kind.TRANSACTION) {
      return !SqlText.startsWith(statement.statement().sql(), 0, "BEGIN");
    }
    if (statement.kind() == Kind.CHANGE || statement.kind() == Kind.DEFINITION) {
      return true;
    }
    String sql = statement.statement().sql();
    int at = SqlText.statementStart(sql, 0);
    if (at < 0 || !SqlText.wordAt(sql, at, "PRAGMA")) {
      return true;
    }
    at = SqlText.statementStart(sql, at + "PRAGMA".length());
    if (at < 0) {
      return true;
    }
    int dot = SqlText.wordEnd(sql, at);
    if (dot < sql.length() && sql.charAt(dot) == '.') {
      at = dot + 1;
    }
    for (String pragma : OUTSIDE) {
      if (SqlText.wordAt(sql, at, pragma)) {
        return false;
      }
    }
    return true;
  }

  /** Begins the transaction now if none is open; for savepoints. */
  void ensureBegun() throws SQLException {
    autoCommit = false;
    if (session.isAutocommit()) {
      runBegin();
    }
  }

  void commit() throws SQLException {
    if (isAutoCommit()) {
      throw DriverErrors.transactionState("database in auto-commit mode");
    }
    if (!session.isAutocommit()) {
      runCommit();
    }
  }

  void rollback() throws SQLException {
    if (isAutoCommit()) {
      throw DriverErrors.transactionState("database in auto-commit mode");
    }
    runRollback();
  }

  /** Begins a transaction for a batch if autocommit is on; false if the batch has one already. */
  boolean beginBatch() throws SQLException {
    if (!isAutoCommit()) {
      return false;
    }
    runBegin();
    return true;
  }

  /** Whether a transaction is open in the session. */
  boolean isOpen() {
    return !session.isAutocommit();
  }

  private void runBegin() throws SQLException {
    try {
      TransactionMode wanted = beginMode();
      if (begin == null || begunMode != wanted) {
        if (begin != null) {
          begin.close();
        }
        begin = session.prepare(wanted.beginStatement());
        begunMode = wanted;
      }
      begin.step();
    } catch (RuntimeException e) {
      throw ErrorTable.failure(e, Phase.EXECUTE);
    }
  }

  private TransactionMode beginMode() {
    return explicitReadOnly && !readOnly && mode == TransactionMode.DEFERRED
        ? TransactionMode.IMMEDIATE
        : mode;
  }

  void runCommit() throws SQLException {
    try {
      if (commit == null) {
        commit = session.prepare("COMMIT");
      }
      commit.step();
    } catch (RuntimeException e) {
      throw ErrorTable.failure(e, Phase.EXECUTE);
    }
  }

  void runRollback() throws SQLException {
    if (session.isAutocommit()) {
      return;
    }
    try {
      if (rollback == null) {
        rollback = session.prepare("ROLLBACK");
      }
      rollback.step();
    } catch (RuntimeException e) {
      throw ErrorTable.failure(e, Phase.EXECUTE);
    }
  }
}
