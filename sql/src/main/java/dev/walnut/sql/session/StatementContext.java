// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * What one statement instance sees of its session, while it is compiled and while it runs. It also
 * keeps account of which databases and tables the statement uses.
 */
public final class StatementContext implements CompileContext, FunctionContext {
  private static final int MAX_LENGTH = 1_000_000_000;
  private static final int MAX_LIKE_PATTERN_LENGTH = 50_000;
  private static final int MAX_COMPOUND_SELECT = 500;
  private static final int MAX_COLUMNS = 2000;

  private final DatabaseSession session;
  private final Value[] parameters;
  private final List<AttachedDatabase> usedDatabases = new ArrayList<>();
  private final List<Table> usedTables = new ArrayList<>();
  private long timeMillis = -1;

  StatementContext(DatabaseSession session, int parameterCount) {
    this.session = session;
    this.parameters = new Value[parameterCount];
    for (int i = 0; i < parameterCount; i++) {
      parameters[i] = new Value();
    }
  }

  @Override
  public DatabaseSession session() {
    return session;
  }

  /** Forgets what an earlier compilation used. */
  void beginCompilation() {
    usedDatabases.clear();
    usedTables.clear();
  }

  /** Begins an execution, or its next step: the clock is read anew. */
  void beginStep() {
    timeMillis = -1;
  }

  /** The databases that the compiled statement reads. */
  public List<AttachedDatabase> usedDatabases() {
    return usedDatabases;
  }

  /** The tables and views that were looked up and found so far. */
  public List<Table> usedTables() {
    return usedTables;
  }

  /** Notes that the statement reads a database. */
  public void use(AttachedDatabase database) {
    if (!usedDatabases.contains(database)) {
      usedDatabases.add(database);
    }
  }

  @Override
  public Table findTable(String schemaName, String name) {
    Table table = session.findTable(schemaName, name);
    if (table != null) {
      if (table.kind() == Table.Kind.VIRTUAL) {
        throw new DatabaseException(ResultCode.ERROR, "no such module: " + table.moduleName());
      }
      use(session.database(table.schemaName()));
      usedTables.add(table);
    }
    return table;
  }

  @Override
  public boolean schemaExists(String schemaName) {
    return schemaName.equalsIgnoreCase("temp") || session.database(schemaName) != null;
  }

  @Override
  public Btrees btrees(String schemaName) {
    for (int i = 0; i < usedDatabases.size(); i++) {
      AttachedDatabase database = usedDatabases.get(i);
      if (database.name().equalsIgnoreCase(schemaName)) {
        return database.btrees();
      }
    }
    return session.database(schemaName).btrees();
  }

  @Override
  public TextEncoding encoding() {
    return session.encoding();
  }

  @Override
  public FunctionRegistry functions() {
    return session.knownFunctions();
  }

  @Override
  public Collation collation(String name) {
    return session.collation(name);
  }

  @Override
  public PragmaRegistry pragmas() {
    return session.pragmas();
  }

  @Override
  public Value parameter(int parameterNumber) {
    return parameters[parameterNumber - 1];
  }

  int parameterCount() {
    return parameters.length;
  }

  @Override
  public FunctionContext functionContext() {
    return this;
  }

  @Override
  public void checkCancelled() {
    session.checkCancelled();
  }

  @Override
  public long estimatedRows(Table table) {
    return session.statistics().estimatedRows(table);
  }

  @Override
  public long[] indexStatistics(Table table, Index index) {
    return session.statistics().indexStatistics(table, index);
  }

  @Override
  public boolean fullColumnNames() {
    return session.settings().fullColumnNames();
  }

  @Override
  public boolean shortColumnNames() {
    return session.settings().shortColumnNames();
  }

  @Override
  public boolean automaticIndex() {
    return session.settings().automaticIndex();
  }

  @Override
  public int maxCompoundSelect() {
    return MAX_COMPOUND_SELECT;
  }

  @Override
  public int maxColumns() {
    return MAX_COLUMNS;
  }

  // ---- for functions

  @Override
  public Collation collation() {
    return Collation.BINARY;
  }

  @Override
  public long currentTimeMillis() {
    if (timeMillis < 0) {
      timeMillis = System.currentTimeMillis();
    }
    return timeMillis;
  }

  @Override
  public long changes() {
    return session.changes();
  }

  @Override
  public long totalChanges() {
    return session.totalChanges();
  }

  @Override
  public long lastInsertRowid() {
    return session.lastInsertRowid();
  }

  @Override
  public long random() {
    return session.nextRandom();
  }

  @Override
  public int maxLength() {
    return MAX_LENGTH;
  }

  @Override
  public int maxLikePatternLength() {
    return MAX_LIKE_PATTERN_LENGTH;
  }

  @Override
  public boolean caseSensitiveLike() {
    return session.settings().caseSensitiveLike();
  }
}
