// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.parse.ParsedStatement;
import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * A prepared statement: its text and tree, the program compiled from it, parameters, and one
 * execution at a time.
 *
 * <pre>
 *   IDLE -- step: transactions, schema check, start --> ROW -- step, at the end --> IDLE
 *    ^                                                   |
 *    +--------------- reset, error, close ---------------+
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>Q1 A program runs only with the schemas it was compiled with: each execution opens its
 *       transactions first, then compares schema cookies, and compiles anew on a difference.
 *   <li>Q2 An execution that left IDLE ends with {@code program.finish()} exactly once.
 *   <li>Q3 A change is done, and in autocommit committed, when the first step returns; rows that it
 *       gives by RETURNING are kept by the program.
 * </ul>
 */
public final class SessionStatement implements SqlStatement {
  /** How often a statement is compiled anew because the schema changed, before it gives up. */
  private static final int MAX_ATTEMPTS = 50;

  /** SQLite's limit on the length of a statement, as sqlite-jdbc sets it. */
  private static final int MAX_TEXT_LENGTH = 1_000_000;

  private static final Value[] NO_CELLS = {};

  private final DatabaseSession session;
  private final ParsedStatement parsed;
  private final String sql;
  private final StatementContext context;

  /** Position in the session's list of statements, which the session keeps up to date. */
  int listIndex;

  private Program program;
  private int programEpoch;
  private AttachedDatabase[] databases;
  private dev.walnut.sql.catalog.Schema[] schemas;
  private boolean active;
  private boolean countsAsQuery;
  private boolean aborted;
  private boolean closed;
  private long changeCount;

  private Value[] cells = NO_CELLS;
  private long[] cellRows = {};
  private long rowNumber;

  private SessionStatement(DatabaseSession session, ParsedStatement parsed) {
    this.session = session;
    this.parsed = parsed;
    this.sql = parsed.text();
    this.context = new StatementContext(session, parsed.parameters().count());
  }

  /** Compiles the next statement of a text; null if there is none. */
  static SessionStatement prepare(DatabaseSession session, String sql, int offset) {
    ParsedStatement parsed = SqlParser.parse(sql, offset);
    if (parsed.statement() == null) {
      return null;
    }
    if (parsed.statement().end() - parsed.statement().start() > MAX_TEXT_LENGTH) {
      throw new DatabaseException(ResultCode.TOOBIG, "statement too long");
    }
    SessionStatement statement = new SessionStatement(session, parsed);
    statement.compile();
    session.add(statement);
    return statement;
  }

  // ---- compiling

  /**
   * Compiles with the schemas at hand, and if that fails once more with the current ones. Leaves no
   * read transaction open that was not open before.
   */
  private void compile() {
    boolean idle = session.transaction().isIdle();
    try {
      compileOnce();
    } catch (DatabaseException e) {
      if (!e.resultCode().is(ResultCode.ERROR) || !session.refreshSchemas()) {
        throw e;
      }
      compileOnce();
    } finally {
      if (idle) {
        session.transaction().endReads();
      }
    }
  }

  private void compileOnce() {
    context.beginCompilation();
    if (program != null) {
      program.close();
    }
    program = StatementCompiler.compile(parsed, context);
    programEpoch = session.epoch();
    List<AttachedDatabase> used = context.usedDatabases();
    databases = used.toArray(new AttachedDatabase[0]);
    schemas = new dev.walnut.sql.catalog.Schema[databases.length];
    for (int i = 0; i < databases.length; i++) {
      schemas[i] = session.schema(databases[i]);
    }
    int columns = program.columns().size();
    if (cells.length != columns) {
      cells = new Value[columns];
      for (int i = 0; i < columns; i++) {
        cells[i] = new Value();
      }
      cellRows = new long[columns];
    }
  }

  // ---- executing

  @Override
  public boolean step() {
    if (!active) {
      begin();
    } else if (aborted) {
      end();
      throw new DatabaseException(ResultCode.ABORT_ROLLBACK);
    }
    context.beginStep();
    rowNumber++;
    boolean more;
    try {
      more = program.next();
    } catch (Throwable e) {
      end();
      throw e;
    }
    if (!more) {
      end();
    }
    return more;
  }

  private void begin() {
    requireOpen();
    session.statementBegins();
    aborted = false;
    boolean idle = session.transaction().isIdle();
    for (int attempt = 0; ; attempt++) {
      if (programEpoch != session.epoch()) {
        compile();
      }
      if (openTransactions()) {
        break;
      }
      if (idle) {
        session.transaction().endReads();
      }
      if (attempt == MAX_ATTEMPTS) {
        throw new DatabaseException(ResultCode.SCHEMA);
      }
      compile();
    }
    context.beginStep();
    if (program.writeTarget() != null) {
      change(program.writeTarget());
    } else {
      query();
    }
  }

  /** Q1; false if a schema is not the one that the program was compiled with. */
  private boolean openTransactions() {
    AttachedDatabase target = program.writeTarget();
    try {
      if (target != null) {
        session.transaction().beginWrite(target);
      }
      boolean current = true;
      for (int i = 0; i < databases.length; i++) {
        AttachedDatabase database = databases[i];
        database.beginRead();
        database.verifySchema();
        current &= database.cachedSchema() == schemas[i];
      }
      if (!current && target != null) {
        session.transaction().abandonWrite(target);
      }
      return current;
    } catch (Throwable e) {
      if (target != null) {
        session.transaction().abandonWrite(target);
      }
      session.transaction().endIdle();
      throw e;
    }
  }

  private void query() {
    active = true;
    countsAsQuery = databases.length > 0;
    if (countsAsQuery) {
      session.transaction().queryBegins();
    }
    try {
      program.start();
    } catch (Throwable e) {
      end();
      throw e;
    }
  }

  private void change(AttachedDatabase target) {
    SessionTransaction transaction = session.transaction();
    boolean savepoint =
        program.needsStatementSavepoint() && transaction.openStatementSavepoint(target);
    active = true;
    countsAsQuery = false;
    try {
      program.start();
    } catch (Throwable e) {
      end();
      transaction.failWrite(target, savepoint, e);
      throw e;
    }
    changeCount = program.changeCount();
    try {
      transaction.endWrite(target, savepoint);
    } catch (Throwable e) {
      end();
      throw e;
    }
  }

  /** Q2. */
  private void end() {
    if (!active) {
      return;
    }
    active = false;
    try {
      program.finish();
    } finally {
      if (countsAsQuery) {
        countsAsQuery = false;
        session.transaction().queryEnds();
      }
    }
  }

  /** Makes an active query end with an error at its next step: its transaction was rolled back. */
  void abort() {
    aborted |= active && countsAsQuery;
  }

  @Override
  public void reset() {
    end();
  }

  @Override
  public boolean isActive() {
    return active;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      end();
    } finally {
      program.close();
      session.remove(this);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new DatabaseException(ResultCode.MISUSE);
    }
  }

  // ---- what the statement is

  @Override
  public Kind kind() {
    return StatementKinds.kindOf(parsed.statement(), session.pragmas());
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public int tailOffset() {
    return parsed.tailOffset();
  }

  @Override
  public boolean isReadOnly() {
    return program.writeTarget() == null
        && StatementKinds.isReadOnly(parsed.statement(), session.pragmas());
  }

  @Override
  public long changeCount() {
    return changeCount;
  }

  @Override
  public int columnCount() {
    return program.columns().size();
  }

  @Override
  public List<ColumnInfo> columns() {
    return program.columns();
  }

  // ---- parameters

  @Override
  public int parameterCount() {
    return context.parameterCount();
  }

  @Override
  public String parameterName(int parameterNumber) {
    requireParameter(parameterNumber);
    return parsed.parameters().name(parameterNumber);
  }

  @Override
  public int parameterNumber(String name) {
    return parsed.parameters().index(name);
  }

  private void requireParameter(int number) {
    if (number < 1 || number > context.parameterCount()) {
      throw new DatabaseException(ResultCode.RANGE);
    }
  }

  private Value settable(int number) {
    requireOpen();
    requireParameter(number);
    if (active) {
      throw new DatabaseException(ResultCode.MISUSE);
    }
    return context.parameter(number);
  }

  @Override
  public void setNull(int parameterNumber) {
    settable(parameterNumber).setNull();
  }

  @Override
  public void setLong(int parameterNumber, long value) {
    settable(parameterNumber).setInteger(value);
  }

  @Override
  public void setDouble(int parameterNumber, double value) {
    settable(parameterNumber).setReal(value);
  }

  @Override
  public void setText(int parameterNumber, String value) {
    Value cell = settable(parameterNumber);
    if (value == null) {
      cell.setNull();
    } else {
      cell.setText(value);
    }
  }

  @Override
  public void setBlob(int parameterNumber, byte[] value) {
    Value cell = settable(parameterNumber);
    if (value == null) {
      cell.setNull();
    } else {
      cell.setBlob(value, 0, value.length);
    }
  }

  @Override
  public void clearParameters() {
    for (int i = 1; i <= context.parameterCount(); i++) {
      settable(i).setNull();
    }
  }

  // ---- the current row

  @Override
  public Value columnValue(int columnIndex) {
    if (!active || columnIndex < 0 || columnIndex >= cells.length) {
      throw new DatabaseException(ResultCode.RANGE);
    }
    Value cell = cells[columnIndex];
    if (cellRows[columnIndex] != rowNumber) {
      program.read(columnIndex, cell);
      cellRows[columnIndex] = rowNumber;
    }
    return cell;
  }

  @Override
  public int columnType(int columnIndex) {
    return columnValue(columnIndex).type();
  }

  /** A column for a reading that takes a BLOB for text, which in a UTF-16 database is UTF-16. */
  private Value readable(int columnIndex) {
    Value value = columnValue(columnIndex);
    if (value.type() != Value.BLOB) {
      return value;
    }
    TextEncoding encoding = session.encoding();
    if (encoding == TextEncoding.UTF8) {
      return value;
    }
    Value text = new Value();
    text.set(value);
    Utf16.blobToText(text, encoding);
    return text;
  }

  @Override
  public long columnLong(int columnIndex) {
    return readable(columnIndex).asLong();
  }

  @Override
  public double columnDouble(int columnIndex) {
    return readable(columnIndex).asDouble();
  }

  @Override
  public String columnText(int columnIndex) {
    return readable(columnIndex).asString();
  }

  @Override
  public byte[] columnBlob(int columnIndex) {
    return columnValue(columnIndex).toByteArray();
  }
}
