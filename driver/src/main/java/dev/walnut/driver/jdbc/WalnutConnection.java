// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.convert.ErrorTable;
import dev.walnut.driver.convert.ErrorTable.Phase;
import dev.walnut.driver.convert.TimeSettings;
import dev.walnut.driver.options.ConnectionSettings;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.api.BackupProgress;
import dev.walnut.sql.api.BackupSteps;
import dev.walnut.sql.api.Session;
import dev.walnut.sql.api.SqlStatement;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/**
 * A JDBC connection: one {@link Session} behind one {@link ConnectionGate}.
 *
 * <p>Any thread may call any method at any time; calls that reach the session take turns, {@code
 * cancel}, {@code abort}, {@code isClosed} and {@code isValid} do not wait. Closing rolls an open
 * transaction back and closes all statements and result sets.
 */
public final class WalnutConnection implements Connection, SelfWrapper {
  /** Keeps apart, in the cache, a RETURNING of the driver's from the same text of the user's. */
  private static final String KEYS_MARK = "\u0001";

  /** How long an abort waits for the thread inside to leave before it interrupts it once more. */
  private static final long ABORT_RETRY_MILLIS = 5;

  private final Session session;
  private final ConnectionSettings settings;
  private final TimeSettings times;
  private final ConnectionGate gate = new ConnectionGate();
  private final TransactionState transaction;
  private final StatementCache cache;
  private final TemplateStatements templates = new TemplateStatements();
  private final StatementLimits limits;
  private final StatementList statements = new StatementList();
  private final Properties clientInfo = new Properties();
  private volatile boolean closed;
  private volatile boolean aborted;
  private SQLWarning warnings;
  private Map<String, Class<?>> typeMap = new HashMap<>();
  private int isolation = TRANSACTION_SERIALIZABLE;
  private int holdability = ResultSet.CLOSE_CURSORS_AT_COMMIT;
  private int networkTimeoutMillis;
  private int savepointCount;

  /** Takes the session over and runs the settings' pragmas; closes it if one of them fails. */
  public WalnutConnection(Session session, ConnectionSettings settings) throws SQLException {
    this.session = session;
    this.settings = settings;
    this.times = TimeSettings.of(settings);
    this.transaction = new TransactionState(session, settings);
    this.cache = new StatementCache(settings.statementCacheSize());
    this.limits = new StatementLimits(settings.limits());
    for (String text : settings.warnings()) {
      addWarning(text);
    }
    for (String name : limits.unenforced()) {
      addWarning("limit_" + name + " is not enforced");
    }
    try {
      for (ConnectionSettings.PragmaSetting pragma : settings.pragmas()) {
        session.executeScript(pragma.statement());
      }
    } catch (RuntimeException e) {
      session.close();
      throw ErrorTable.failure(e, Phase.OPEN);
    }
  }

  private void addWarning(String text) {
    SQLWarning warning = new SQLWarning(text, "01000");
    if (warnings == null) {
      warnings = warning;
    } else {
      warnings.setNextWarning(warning);
    }
  }

  ConnectionGate gate() {
    return gate;
  }

  ConnectionSettings settings() {
    return settings;
  }

  TimeSettings times() {
    return times;
  }

  Session session() {
    return session;
  }

  // ---- for statements; the caller has entered the gate ----

  StatementHandle register(WalnutStatement statement) {
    StatementHandle handle = statements.pollForgotten();
    while (handle != null) {
      handle.forgetRows(gate);
      if (handle.compiled != null) {
        giveBackInside(handle.compiled);
        handle.compiled = null;
      }
      handle = statements.pollForgotten();
    }
    return statements.add(statement);
  }

  void unregister(StatementHandle handle) {
    handle.forgetRows(gate);
    statements.remove(handle);
    handle.clear();
  }

  void giveBackInside(CompiledStatement compiled) {
    cache.give(compiled);
  }

  void beforeExecutionInside(CompiledStatement statement) throws SQLException {
    transaction.beforeExecution(statement);
  }

  boolean beginBatchInside() throws SQLException {
    return transaction.beginBatch();
  }

  void commitBatchInside() throws SQLException {
    try {
      transaction.runCommit();
    } catch (SQLException e) {
      rollbackAfter(e);
      throw e;
    }
  }

  /** Ends a failed batch's own transaction, keeping what was done; false if it is gone. */
  boolean endBatchInside(SQLException failure) {
    if (!transaction.isOpen()) {
      return false;
    }
    try {
      transaction.runCommit();
      return true;
    } catch (SQLException e) {
      failure.addSuppressed(e);
      rollbackAfter(failure);
      return false;
    }
  }

  private void rollbackAfter(SQLException failure) {
    try {
      transaction.runRollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  /** The first statement of a text, from the cache if it is there; null if the text has none. */
  CompiledStatement compile(String text) throws SQLException {
    CompiledStatement compiled = cache.take(text);
    return compiled != null ? compiled : compileAt(text, 0);
  }

  /**
   * Like {@link #compile}, for a text that the caller will run at once: one that differs from an
   * earlier text in literals alone shares its compiled statement.
   */
  CompiledStatement compileToRun(String text) throws SQLException {
    CompiledStatement compiled = cache.take(text);
    if (compiled != null) {
      return compiled;
    }
    compiled = limits.allowsLength(text) ? templates.find(text, session, cache) : null;
    return compiled != null ? compiled : compileAt(text, 0);
  }

  CompiledStatement compileAt(String text, int offset) throws SQLException {
    SqlStatement statement;
    try {
      limits.checkLength(text);
      statement = session.prepare(text, offset);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw ErrorTable.failure(e, Phase.PREPARE);
    }
    if (statement == null) {
      return null;
    }
    limits.checkParameters(statement);
    boolean single = offset == 0 && SqlText.statementStart(text, statement.tailOffset()) < 0;
    return new CompiledStatement(text, statement, single, false);
  }

  /** Like {@link #compile}, with a RETURNING clause for the keys if any are wanted and possible. */
  CompiledStatement compileForKeys(String text, KeysRequest request) throws SQLException {
    if (!request.isWanted()) {
      return compile(text);
    }
    String verb = SqlText.changeVerb(text);
    boolean insert = verb.equals("INSERT") || verb.equals("REPLACE");
    boolean named = request.columns() != null || request.numbers() != null;
    if (verb.isEmpty() || (!insert && !named)) {
      return compile(text);
    }
    String returning = request.withReturning(text);
    String key = KEYS_MARK + returning;
    CompiledStatement known = cache.take(key);
    if (known != null) {
      return known;
    }
    DatabaseException refusal;
    try {
      SqlStatement statement = session.prepare(returning, 0);
      if (statement != null && SqlText.statementStart(returning, statement.tailOffset()) < 0) {
        return new CompiledStatement(key, statement, true, true);
      }
      if (statement != null) {
        statement.close();
      }
      return compile(text);
    } catch (DatabaseException e) {
      // The text has a RETURNING of its own, or the table no rowid; or the text itself is wrong,
      // which compiling it as it stands will say.
      refusal = e;
    }
    CompiledStatement compiled = compile(text);
    if (compiled != null && named && !compiled.givesRows()) {
      compiled.statement().close();
      throw ErrorTable.failure(refusal, Phase.PREPARE);
    }
    return compiled;
  }

  void interrupt() {
    session.interrupt();
  }

  // ---- statements ----

  @Override
  public Statement createStatement() throws SQLException {
    return createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, holdability);
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    return createStatement(type, concurrency, holdability);
  }

  @Override
  public Statement createStatement(int type, int concurrency, int hold) throws SQLException {
    checkCursor(type, concurrency, hold);
    gate.enter();
    try {
      checkOpen();
      return new WalnutStatement(this, hold);
    } finally {
      gate.leave();
    }
  }

  private static void checkCursor(int type, int concurrency, int hold) throws SQLException {
    if (type != ResultSet.TYPE_FORWARD_ONLY) {
      throw DriverErrors.unsupported("a result set other than TYPE_FORWARD_ONLY");
    }
    if (concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw DriverErrors.unsupported("a result set other than CONCUR_READ_ONLY");
    }
    checkHoldability(hold);
  }

  private static void checkHoldability(int hold) throws SQLException {
    if (hold != ResultSet.CLOSE_CURSORS_AT_COMMIT && hold != ResultSet.HOLD_CURSORS_OVER_COMMIT) {
      throw DriverErrors.argument("no such holdability: " + hold);
    }
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return prepare(sql, holdability, KeysRequest.NONE);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    return prepareStatement(sql, type, concurrency, holdability);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int hold)
      throws SQLException {
    checkCursor(type, concurrency, hold);
    return prepare(sql, hold, KeysRequest.NONE);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    return prepare(sql, holdability, KeysRequest.of(autoGeneratedKeys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    return prepare(sql, holdability, KeysRequest.of(columnIndexes));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    return prepare(sql, holdability, KeysRequest.of(columnNames));
  }

  private PreparedStatement prepare(String sql, int hold, KeysRequest request) throws SQLException {
    if (sql == null) {
      throw DriverErrors.argument("the statement's text is null");
    }
    String text = EscapeSyntax.translate(sql);
    gate.enter();
    try {
      checkOpen();
      CompiledStatement compiled = compileForKeys(text, request);
      if (compiled == null) {
        throw DriverErrors.sequence("the text holds no statement");
      }
      if (!compiled.isSingle()) {
        String rest = text.substring(compiled.statement().tailOffset()).strip();
        compiled.statement().close();
        throw DriverErrors.unsupported(
            "preparing several statements at once, here followed by \""
                + (rest.length() > 60 ? rest.substring(0, 60) + "..." : rest)
                + "\",");
      }
      return new WalnutPreparedStatement(this, compiled, hold, request);
    } finally {
      gate.leave();
    }
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    throw noProcedures();
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    throw noProcedures();
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int hold)
      throws SQLException {
    throw noProcedures();
  }

  private static SQLException noProcedures() {
    return DriverErrors.unsupported("calling procedures (SQLite has none)");
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    checkOpen();
    return EscapeSyntax.translate(sql);
  }

  // ---- transactions ----

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return transaction.isAutoCommit();
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    gate.enter();
    try {
      checkOpen();
      transaction.setAutoCommit(autoCommit);
    } finally {
      gate.leave();
    }
  }

  @Override
  public void commit() throws SQLException {
    gate.enter();
    try {
      checkOpen();
      transaction.commit();
    } finally {
      gate.leave();
    }
  }

  @Override
  public void rollback() throws SQLException {
    gate.enter();
    try {
      checkOpen();
      transaction.rollback();
    } finally {
      gate.leave();
    }
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return newSavepoint(null);
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    if (name == null) {
      throw DriverErrors.argument("the savepoint's name is null");
    }
    return newSavepoint(name);
  }

  private Savepoint newSavepoint(String name) throws SQLException {
    gate.enter();
    try {
      checkOpen();
      transaction.ensureBegun();
      WalnutSavepoint savepoint = new WalnutSavepoint(this, ++savepointCount, name);
      runInside("SAVEPOINT " + savepoint.sqlName());
      return savepoint;
    } finally {
      gate.leave();
    }
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    gate.enter();
    try {
      checkOpen();
      runInside("ROLLBACK TO " + own(savepoint).sqlName());
    } finally {
      gate.leave();
    }
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    gate.enter();
    try {
      checkOpen();
      runInside("RELEASE " + own(savepoint).sqlName());
      own(savepoint).release();
    } finally {
      gate.leave();
    }
  }

  private WalnutSavepoint own(Savepoint savepoint) throws SQLException {
    if (!(savepoint instanceof WalnutSavepoint ours)) {
      throw DriverErrors.argument("not a savepoint of this driver: " + savepoint);
    }
    if (transaction.isAutoCommit()) {
      throw DriverErrors.transactionState("database in auto-commit mode");
    }
    ours.check(this);
    return ours;
  }

  private void runInside(String sql) throws SQLException {
    try {
      session.executeScript(sql);
    } catch (RuntimeException e) {
      throw ErrorTable.failure(e, Phase.EXECUTE);
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    return isolation;
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    switch (level) {
      case TRANSACTION_READ_UNCOMMITTED:
      case TRANSACTION_READ_COMMITTED:
      case TRANSACTION_REPEATABLE_READ:
      case TRANSACTION_SERIALIZABLE:
        break;
      default:
        throw DriverErrors.argument("Unsupported transaction isolation level: " + level);
    }
    gate.enter();
    try {
      checkOpen();
      boolean uncommitted = level == TRANSACTION_READ_UNCOMMITTED;
      if (uncommitted != (isolation == TRANSACTION_READ_UNCOMMITTED)) {
        runInside("PRAGMA read_uncommitted=" + uncommitted);
      }
      isolation = level;
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return transaction.isReadOnly() || session.isReadOnly();
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    gate.enter();
    try {
      checkOpen();
      transaction.setReadOnly(readOnly);
    } finally {
      gate.leave();
    }
  }

  // ---- life ----

  @Override
  public void close() throws SQLException {
    if (!aborted) {
      closeForGood();
    }
  }

  private void closeForGood() throws SQLException {
    if (closed) {
      return;
    }
    gate.enter();
    try {
      closeInside();
    } finally {
      gate.leave();
    }
  }

  /**
   * Makes the connection as good as new for the next user of a pool: closes all statements, rolls
   * back, and puts autocommit, read-only, isolation and warnings back to their defaults.
   */
  public void recycle() throws SQLException {
    gate.enter();
    try {
      checkOpen();
      closeStatementsInside();
      transaction.runRollback();
      transaction.setAutoCommit(true);
      transaction.setReadOnly(false);
      setTransactionIsolation(TRANSACTION_SERIALIZABLE);
      holdability = ResultSet.CLOSE_CURSORS_AT_COMMIT;
      warnings = null;
    } finally {
      gate.leave();
    }
  }

  private void closeInside() throws SQLException {
    if (closed) {
      return;
    }
    closeStatementsInside();
    cache.clear();
    closed = true;
    try {
      session.close();
    } catch (RuntimeException e) {
      throw ErrorTable.failure(e, Phase.EXECUTE);
    }
  }

  private void closeStatementsInside() {
    StatementHandle handle = statements.first();
    while (handle != null) {
      WalnutStatement statement = handle.get();
      if (statement != null) {
        statement.closeInside();
      } else if (handle.compiled != null) {
        giveBackInside(handle.compiled);
        handle.compiled = null;
      }
      unregister(handle);
      handle = statements.first();
    }
  }

  @Override
  public boolean isClosed() {
    return closed || aborted;
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw DriverErrors.argument("timeout must be >= 0");
    }
    return !isClosed();
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw DriverErrors.argument("the executor is null");
    }
    if (isClosed()) {
      return;
    }
    aborted = true;
    session.interrupt();
    executor.execute(
        () -> {
          try {
            closeAborted();
          } catch (SQLException e) {
            throw new IllegalStateException("cannot close an aborted connection", e);
          }
        });
  }

  /**
   * Closes once the thread inside has left. A statement that was about to begin when the connection
   * was aborted has not noticed, so it is interrupted until it does.
   */
  private void closeAborted() throws SQLException {
    while (!Thread.currentThread().isInterrupted() && !gate.tryEnter(ABORT_RETRY_MILLIS)) {
      session.interrupt();
    }
    if (!gate.isInside()) {
      closeForGood();
      return;
    }
    try {
      closeInside();
    } finally {
      gate.leave();
    }
  }

  void checkOpen() throws SQLException {
    if (isClosed()) {
      throw DriverErrors.connectionClosed();
    }
  }

  // ---- settings ----

  /**
   * Copies a database of this connection over a file while others use it; the file changes at the
   * end, by one transaction. As the statement {@code backup database to file}, but with a report of
   * progress. Blocks this connection until it is done.
   *
   * @param database main, temp or the name of an attached one
   * @param file a path, made if it does not exist
   * @param progress called after each 100 pages; null: not at all
   * @throws SQLException BUSY if a transaction of this connection has changed the database, or the
   *     file is in use for longer than 0.3 seconds
   */
  public void backup(String database, String file, BackupProgress progress) throws SQLException {
    backup(database, file, BackupSteps.DEFAULT, progress);
  }

  /** Like {@link #backup(String, String, BackupProgress)}, in steps of the caller's choice. */
  public void backup(String database, String file, BackupSteps steps, BackupProgress progress)
      throws SQLException {
    copy(new BackupCommand(false, database, file), steps, progress);
  }

  /**
   * Replaces a database of this connection by the content of a file, in one transaction. As the
   * statement {@code restore database from file}, but with a report of progress.
   *
   * @param database main, temp or the name of an attached one
   * @param file the path of a database that exists
   * @param progress called after each 100 pages; null: not at all
   * @throws SQLException if a transaction or a result set of this connection is open
   */
  public void restore(String database, String file, BackupProgress progress) throws SQLException {
    restore(database, file, BackupSteps.DEFAULT, progress);
  }

  /** Like {@link #restore(String, String, BackupProgress)}, in steps of the caller's choice. */
  public void restore(String database, String file, BackupSteps steps, BackupProgress progress)
      throws SQLException {
    copy(new BackupCommand(true, database, file), steps, progress);
  }

  private void copy(BackupCommand command, BackupSteps steps, BackupProgress progress)
      throws SQLException {
    gate.enter();
    try {
      checkOpen();
      copyInside(command, steps, progress);
    } catch (DatabaseException e) {
      throw ErrorTable.failure(e, Phase.EXECUTE);
    } finally {
      gate.leave();
    }
  }

  /** The caller has entered the gate. */
  void copyInside(BackupCommand command, BackupSteps steps, BackupProgress progress) {
    try {
      if (command.isRestore()) {
        session.restore(command.database(), command.file(), steps, progress);
      } else {
        session.backup(command.database(), command.file(), steps, progress);
      }
    } catch (DatabaseException e) {
      String what = command.isRestore() ? "Restore failed" : "Backup failed";
      throw new DatabaseException(e.resultCode(), what + ": " + e.getMessage(), e);
    }
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return new WalnutDatabaseMetaData(this);
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return holdability;
  }

  @Override
  public void setHoldability(int value) throws SQLException {
    checkOpen();
    checkHoldability(value);
    holdability = value;
  }

  @Override
  public String getCatalog() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    checkOpen();
  }

  @Override
  public String getSchema() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    checkOpen();
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warnings;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    warnings = null;
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return typeMap;
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    typeMap = map == null ? new HashMap<>() : map;
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    checkOpen();
    return networkTimeoutMillis;
  }

  /** Kept and given back: there is no network that could be waited for. */
  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    checkOpen();
    if (milliseconds < 0) {
      throw DriverErrors.argument("network timeout must be >= 0");
    }
    networkTimeoutMillis = milliseconds;
  }

  @Override
  public String getClientInfo(String name) throws SQLException {
    checkOpen();
    return clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    checkOpen();
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    if (isClosed()) {
      throw DriverErrors.clientInfo("the connection is closed");
    }
    if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    if (isClosed()) {
      throw DriverErrors.clientInfo("the connection is closed");
    }
    clientInfo.clear();
    clientInfo.putAll(properties);
  }

  // ---- values ----

  @Override
  public Blob createBlob() throws SQLException {
    checkOpen();
    return new WalnutBlob(new byte[0]);
  }

  @Override
  public Clob createClob() throws SQLException {
    return createNClob();
  }

  @Override
  public NClob createNClob() throws SQLException {
    checkOpen();
    return new WalnutClob("");
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw DriverErrors.unsupported("the type SQLXML");
  }

  @Override
  public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
    throw DriverErrors.unsupported("the type ARRAY");
  }

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    throw DriverErrors.unsupported("the type STRUCT");
  }
}
