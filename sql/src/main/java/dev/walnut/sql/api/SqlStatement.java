// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * One prepared statement of a {@link Session}: parameters, execution, the current row.
 *
 * <p>Life: prepared, then any number of executions, each from the first {@link #step} to a {@code
 * step} that returns false, throws, or a {@link #reset}. Between executions parameters may be set;
 * they keep their values. A schema change between executions makes the statement compile itself
 * anew without the caller noticing, but for changed {@link #columns}.
 *
 * <p>Not thread-safe; the session's owner serialises all calls but {@link Session#interrupt}.
 */
public interface SqlStatement extends AutoCloseable {
  /** The kinds that a driver must tell apart. */
  enum Kind {
    /** Gives rows by its nature: SELECT, VALUES, EXPLAIN, a PRAGMA with result columns. */
    QUERY,
    /** INSERT, REPLACE, UPDATE, DELETE; may give rows by RETURNING (see {@link #columnCount}). */
    CHANGE,
    /** CREATE, DROP, ALTER, REINDEX, ANALYZE, VACUUM. */
    DEFINITION,
    /** BEGIN, COMMIT, ROLLBACK, SAVEPOINT, RELEASE. */
    TRANSACTION,
    /** ATTACH, DETACH, a PRAGMA without result columns. */
    OTHER
  }

  Kind kind();

  /** The statement's own text, without what follows its semicolon. */
  String sql();

  /** Offset in the text given to {@link Session#prepare} where the next statement may begin. */
  int tailOffset();

  /** Whether the statement cannot change the database file. BEGIN and the like count as such. */
  boolean isReadOnly();

  /** Number of parameters: the largest parameter number. */
  int parameterCount();

  /** Name with its prefix ({@code :a}, {@code @a}, {@code $a}, {@code ?5}), null if nameless. */
  String parameterName(int parameterNumber);

  /** Number (from 1) of the parameter of that name, prefix included; 0 if there is none. */
  int parameterNumber(String name);

  /** Sets a parameter, numbered from 1. Throws RANGE for a number that does not exist. */
  void setNull(int parameterNumber);

  void setLong(int parameterNumber, long value);

  void setDouble(int parameterNumber, double value);

  void setText(int parameterNumber, String value);

  /** The array is borrowed until it is set anew or the statement is closed; do not change it. */
  void setBlob(int parameterNumber, byte[] value);

  /** Sets all parameters to NULL. */
  void clearParameters();

  /** Number of result columns; 0 if the statement gives no rows. */
  int columnCount();

  List<ColumnInfo> columns();

  /**
   * Goes on to the next row. The first call starts the execution (takes locks, runs a change to its
   * end). After false or an exception the statement is reset by itself.
   *
   * @return true: there is a current row; false: the execution has ended
   */
  boolean step();

  /** Ends an execution at once and frees what it holds; harmless at any time. */
  void reset();

  /** Whether an execution is under way (a step returned true and no reset came). */
  boolean isActive();

  /** Rows changed by the last finished execution of a CHANGE; 0 for others. */
  long changeCount();

  /** Storage class of a column (from 0) of the current row: a {@link Value} code. */
  int columnType(int columnIndex);

  /** SQLite's integer reading of the column; NULL is 0. */
  long columnLong(int columnIndex);

  /** SQLite's real reading of the column; NULL is 0. */
  double columnDouble(int columnIndex);

  /** The column as text; null for NULL. */
  String columnText(int columnIndex);

  /** A private copy of the column's bytes (a number's text); null for NULL. */
  byte[] columnBlob(int columnIndex);

  /** The cell itself, valid until the next {@link #step} or {@link #reset}; not to be changed. */
  Value columnValue(int columnIndex);

  /** Resets, frees, and makes every later call but close an error (MISUSE). Idempotent. */
  @Override
  void close();
}
