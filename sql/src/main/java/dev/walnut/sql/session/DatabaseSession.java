// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.TextEncoding;
import dev.walnut.engine.pager.DatabaseRegistry;
import dev.walnut.engine.pager.Pager;
import dev.walnut.sql.api.BackupProgress;
import dev.walnut.sql.api.BackupSteps;
import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.Session;
import dev.walnut.sql.api.SessionOptions;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.catalog.UnknownCollation;
import dev.walnut.sql.function.BuiltinFunctions;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * One connection: databases, transaction, settings, counters, and the statements that are open.
 *
 * <p>Databases are searched in this order for a name without one: temp, main, the attached ones in
 * the order they came. The temporary database exists from the first statement that needs it.
 *
 * <p>Confined to one thread at a time, but for {@link #interrupt}.
 */
public final class DatabaseSession implements Session {
  /** SQLite's limit on attached databases. */
  private static final int MAX_ATTACHED = 10;

  private final SessionOptions options;
  private final SessionSettings settings = new SessionSettings();
  private final SessionTransaction transaction = new SessionTransaction(this);
  private FunctionRegistry functions = BuiltinFunctions.registry();
  private boolean ownsFunctions;
  private final SplittableRandom random = new SplittableRandom();
  private final List<AttachedDatabase> databases = new CopyOnWriteArrayList<>();
  private final List<SessionStatement> statements = new ArrayList<>();
  private final TableStatistics statistics = new TableStatistics(this);
  private AttachedDatabase temp;
  private int busyTimeoutMillis;
  private long changes;
  private long totalChanges;
  private long lastInsertRowid;
  private int epoch;
  private boolean closed;
  private volatile boolean interrupted;

  private DatabaseSession(SessionOptions options) {
    this.options = options;
    this.busyTimeoutMillis = options.busyTimeoutMillis();
  }

  /**
   * Opens a session on its main database. The file is not read yet, so that a file that is no
   * database is noticed by the first statement.
   *
   * @throws DatabaseException CANTOPEN if the file cannot be opened
   */
  public static DatabaseSession open(SessionOptions options) {
    DatabaseSession session = new DatabaseSession(options);
    session.databases.add(
        session.openDatabase("main", options.path(), options.memory(), options.sharedCache()));
    return session;
  }

  private AttachedDatabase openDatabase(
      String name, String path, boolean memory, boolean sharedCache) {
    Pager pager;
    String shownPath = "";
    boolean file = false;
    if (memory || path.equals(":memory:")) {
      boolean named = memory && sharedCache && !path.isEmpty();
      boolean commonMemory = path.equals(":memory:") && sharedCache;
      pager =
          named || commonMemory
              ? DatabaseRegistry.process().openSharedInMemory(path)
              : DatabaseRegistry.openInMemory();
    } else if (path.isEmpty()) {
      pager = DatabaseRegistry.openInMemory();
    } else {
      pager = DatabaseRegistry.process().open(path, openMode());
      shownPath = pager.database().path();
      file = true;
    }
    return attach(name, shownPath, pager, file);
  }

  private OpenMode openMode() {
    if (options.readOnly() || options.immutable()) {
      return OpenMode.READ_ONLY;
    }
    return options.create() ? OpenMode.READ_WRITE_CREATE : OpenMode.READ_WRITE;
  }

  private AttachedDatabase attach(String name, String path, Pager pager, boolean file) {
    pager.setBusyTimeoutMillis(busyTimeoutMillis);
    pager.setCancellation(() -> interrupted);
    return new AttachedDatabase(name, path, pager, file, DatabaseSession::knownCollation);
  }

  // ---- databases

  /** Main first, then temp if it exists, then the attached ones. */
  public List<AttachedDatabase> databases() {
    return databases;
  }

  public AttachedDatabase main() {
    return databases.get(0);
  }

  /** The temporary database; null as long as nothing needed it. */
  public AttachedDatabase temp() {
    return temp;
  }

  /** The temporary database, which is made now if it does not exist. */
  public AttachedDatabase requireTemp() {
    if (temp == null) {
      temp = attach("temp", "", DatabaseRegistry.openInMemory(), false);
      temp.setNewEncoding(encoding());
      databases.add(1, temp);
      epoch++;
    }
    return temp;
  }

  /**
   * Gives up the temporary database with all that is in it.
   *
   * @return false if a transaction is in the way; then nothing has changed
   */
  public boolean dropTemp() {
    if (temp == null) {
      return true;
    }
    if (!isAutocommit() || temp.isInTransaction()) {
      return false;
    }
    databases.remove(temp);
    temp.close();
    temp = null;
    epoch++;
    return true;
  }

  /** The database of that name, in any case of letters; null if there is none. */
  public AttachedDatabase database(String name) {
    for (AttachedDatabase database : databases) {
      if (database.name().equalsIgnoreCase(name)) {
        return database;
      }
    }
    return null;
  }

  /** Attaches a further database; see ATTACH. */
  void attach(String path, String name) {
    int attached = databases.size() - 1 - (temp == null ? 0 : 1);
    if (attached >= MAX_ATTACHED) {
      throw error("too many attached databases - max " + MAX_ATTACHED);
    }
    if (name.equalsIgnoreCase("temp") || database(name) != null) {
      throw error("database " + name + " is already in use");
    }
    DatabaseUri uri = DatabaseUri.parse(path);
    AttachedDatabase database;
    try {
      database = openDatabase(name, uri.path(), uri.memory(), uri.sharedCache());
    } catch (DatabaseException e) {
      if (e.resultCode().is(ResultCode.CANTOPEN)) {
        throw new DatabaseException(
            ResultCode.CANTOPEN, "unable to open database: " + uri.path(), e);
      }
      throw e;
    }
    try {
      database.setNewEncoding(encoding());
      database.beginRead();
      database.schema();
      if (database.storedText().encoding() != encoding()) {
        throw error("attached databases must use the same text encoding as main database");
      }
      database.endRead();
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
    database.setSecureDelete(main().secureDelete());
    databases.add(database);
    epoch++;
  }

  /** Takes an attached database away; see DETACH. */
  void detach(String name) {
    AttachedDatabase database = database(name);
    if (database == null) {
      throw error("no such database: " + name);
    }
    if (database == main() || database == temp) {
      throw error("cannot detach database " + name);
    }
    if (database.isInTransaction()) {
      throw error("database " + name + " is locked");
    }
    databases.remove(database);
    database.close();
    epoch++;
  }

  /** How text is stored in the main database, and so in all of this session. */
  public TextEncoding encoding() {
    AttachedDatabase main = main();
    if (main.isInTransaction()) {
      return main.storedText().encoding();
    }
    main.beginRead();
    try {
      return main.storedText().encoding();
    } finally {
      transaction.endIdle();
    }
  }

  /**
   * Runs something that reads a database, in the session's transaction or one of its own.
   *
   * @return what the action returned
   */
  public <T> T read(AttachedDatabase database, Supplier<T> action) {
    database.beginRead();
    try {
      return action.get();
    } finally {
      transaction.endIdle();
    }
  }

  /**
   * Runs something that changes a database, in the session's transaction or one of its own; what it
   * did is undone if it throws.
   */
  public void change(AttachedDatabase database, Runnable action) {
    transaction.beginWrite(database);
    boolean savepoint = transaction.openStatementSavepoint(database);
    try {
      action.run();
    } catch (RuntimeException e) {
      transaction.undoStatement(database, savepoint);
      throw e;
    }
    transaction.endWrite(database, savepoint);
  }

  // ---- the catalog

  /** The current schema of a database, read in a transaction of its own if none is open. */
  public Schema schema(AttachedDatabase database) {
    Schema cached = database.cachedSchema();
    if (cached != null) {
      return cached;
    }
    return read(database, database::schema);
  }

  /**
   * A table, view or virtual table by name.
   *
   * @param schemaName null: all databases are searched
   * @return null if there is none
   */
  public Table findTable(String schemaName, String name) {
    if (schemaName != null) {
      AttachedDatabase database = database(schemaName);
      return database == null ? null : tableIn(database, name, true);
    }
    if (temp != null) {
      Table table = tableIn(temp, name, false);
      if (table != null) {
        return table;
      }
    }
    for (int i = 0; i < databases.size(); i++) {
      AttachedDatabase database = databases.get(i);
      Table table = database == temp ? null : tableIn(database, name, false);
      if (table != null) {
        return table;
      }
    }
    return null;
  }

  private Table tableIn(AttachedDatabase database, String name, boolean qualified) {
    Schema schema = schema(database);
    if (SchemaTable.isNamed(name, database.name(), qualified)) {
      return schema.table(SchemaTable.nameIn(database.name()));
    }
    return schema.table(name);
  }

  /**
   * A collation by name, ordering cells as the main database's records are ordered.
   *
   * @throws DatabaseException ERROR_MISSING_COLLSEQ if there is none
   */
  public Collation collation(String name) {
    Collation collation = knownCollation(name);
    if (collation instanceof UnknownCollation) {
      throw UnknownCollation.noSuchCollation(name);
    }
    return collation == Collation.BINARY ? Collation.binaryFor(encoding().code()) : collation;
  }

  private static Collation knownCollation(String name) {
    if (name.equalsIgnoreCase("BINARY")) {
      return Collation.BINARY;
    }
    if (name.equalsIgnoreCase("NOCASE")) {
      return Collation.NOCASE;
    }
    return name.equalsIgnoreCase("RTRIM") ? Collation.RTRIM : new UnknownCollation(name);
  }

  /**
   * Looks at the files for schema changes by others.
   *
   * @return whether a schema that was known turned out to be out of date
   */
  boolean refreshSchemas() {
    boolean changed = false;
    try {
      for (AttachedDatabase database : databases) {
        Schema before = database.cachedSchema();
        database.beginRead();
        changed |= !database.verifySchema() && before != null;
      }
    } finally {
      transaction.endIdle();
    }
    return changed;
  }

  TableStatistics statistics() {
    return statistics;
  }

  /** A number that rises when statements that were compiled before must be compiled anew. */
  int epoch() {
    return epoch;
  }

  /** Makes all statements compile anew before they run next. */
  public void schemaChanged() {
    epoch++;
    statistics.clear();
  }

  // ---- statements

  @Override
  public SqlStatement prepare(String sql, int offset) {
    requireOpen();
    return SessionStatement.prepare(this, sql, offset);
  }

  void add(SessionStatement statement) {
    statement.listIndex = statements.size();
    statements.add(statement);
  }

  void remove(SessionStatement statement) {
    SessionStatement last = statements.remove(statements.size() - 1);
    if (last != statement) {
      statements.set(statement.listIndex, last);
      last.listIndex = statement.listIndex;
    }
  }

  /** Makes active queries end with ABORT at their next step. */
  void abortQueries() {
    for (SessionStatement statement : statements) {
      statement.abort();
    }
  }

  /** A context for work that belongs to no statement, such as an integrity check. */
  public StatementContext newContext() {
    return new StatementContext(this, 0);
  }

  /** How many queries of this session stand on a row or are being started. */
  public int activeQueryCount() {
    return transaction.activeQueries();
  }

  /** The path that a file name, which may be a URI, stands for; empty if it is no file's. */
  public static String filePath(String name) {
    DatabaseUri uri = DatabaseUri.parse(name);
    return uri.memory() || uri.path().equals(":memory:") ? "" : uri.path();
  }

  /** Whether a query of this session stands on a row. */
  public boolean hasActiveQueries() {
    return transaction.activeQueries() > 0;
  }

  /** Clears an interrupt that was meant for statements which have ended. */
  void statementBegins() {
    if (interrupted && transaction.activeQueries() == 0) {
      interrupted = false;
    }
  }

  /** Whether {@link #interrupt} was called and the statements it was meant for have not ended. */
  public boolean isInterrupted() {
    return interrupted;
  }

  void checkCancelled() {
    if (interrupted) {
      throw new DatabaseException(ResultCode.INTERRUPT);
    }
  }

  public SessionSettings settings() {
    return settings;
  }

  public SessionTransaction transaction() {
    return transaction;
  }

  public PragmaRegistry pragmas() {
    return options.pragmas() == null ? PragmaRegistry.EMPTY : options.pragmas();
  }

  long nextRandom() {
    return random.nextLong();
  }

  // ---- counters

  /** Records what an INSERT, UPDATE or DELETE that ended has changed. */
  public void countChanges(long rows) {
    changes = rows;
    totalChanges += rows;
  }

  public void setLastInsertRowid(long rowid) {
    lastInsertRowid = rowid;
  }

  @Override
  public boolean literalsShapePlans() {
    List<AttachedDatabase> all = databases();
    for (int i = 0; i < all.size(); i++) {
      Schema schema = all.get(i).cachedSchema();
      if (schema != null && schema.hasPartialIndexes()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isAutocommit() {
    return transaction.isAutocommit();
  }

  @Override
  public long changes() {
    return changes;
  }

  @Override
  public long totalChanges() {
    return totalChanges;
  }

  @Override
  public long lastInsertRowid() {
    return lastInsertRowid;
  }

  // ---- the rest of the contract

  @Override
  public void interrupt() {
    interrupted = true;
    for (AttachedDatabase database : List.copyOf(databases)) {
      database.pager().wakeBusyWait();
    }
  }

  @Override
  public int busyTimeoutMillis() {
    return busyTimeoutMillis;
  }

  @Override
  public void setBusyTimeoutMillis(int millis) {
    busyTimeoutMillis = Math.max(0, millis);
    for (AttachedDatabase database : databases) {
      database.pager().setBusyTimeoutMillis(busyTimeoutMillis);
    }
  }

  /** The caller may change it: the session gets a registry of its own, statements compile anew. */
  @Override
  public FunctionRegistry functions() {
    if (!ownsFunctions) {
      functions = functions.copy();
      ownsFunctions = true;
    }
    epoch++;
    return functions;
  }

  /** The functions for looking up alone. */
  FunctionRegistry knownFunctions() {
    return functions;
  }

  @Override
  public boolean isReadOnly() {
    return main().isReadOnly();
  }

  @Override
  public void setQueryOnly(boolean queryOnly) {
    settings.setQueryOnly(queryOnly);
  }

  @Override
  public boolean isQueryOnly() {
    return settings.queryOnly();
  }

  @Override
  public void backup(String databaseName, String file, BackupSteps steps, BackupProgress progress) {
    requireOpen();
    statementBegins();
    new SessionBackup(this, steps, progress).backup(databaseName, file);
  }

  @Override
  public void restore(
      String databaseName, String file, BackupSteps steps, BackupProgress progress) {
    requireOpen();
    statementBegins();
    new SessionBackup(this, steps, progress).restore(databaseName, file);
  }

  /** A connection of its own to what a file name means. */
  Pager connect(String file, OpenMode mode) {
    DatabaseUri uri = DatabaseUri.parse(file);
    if (uri.memory() || uri.path().isEmpty() || uri.path().equals(":memory:")) {
      boolean shared = uri.sharedCache() && !uri.path().isEmpty();
      return shared
          ? DatabaseRegistry.process().openSharedInMemory(uri.path())
          : DatabaseRegistry.openInMemory();
    }
    return DatabaseRegistry.process().open(uri.path(), mode);
  }

  @Override
  public String mainPath() {
    return main().path();
  }

  private void requireOpen() {
    if (closed) {
      throw new DatabaseException(ResultCode.MISUSE);
    }
  }

  private static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (SessionStatement statement : List.copyOf(statements)) {
      statement.close();
    }
    RuntimeException failure = null;
    for (AttachedDatabase database : databases) {
      try {
        database.close();
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
