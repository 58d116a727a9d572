// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.Session;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;

/**
 * What compiling and running one statement instance needs of the session: names, functions,
 * parameters, cursors. Implemented by the session's statement; confined to its thread.
 */
public interface CompileContext {
  Session session();

  /**
   * A table, view or virtual table by name.
   *
   * @param schemaName {@code main}, {@code temp} or an attached name; null: temp, then main, then
   *     the attached ones in order
   * @return null if there is none (the caller says {@code no such table: x})
   */
  Table findTable(String schemaName, String name);

  /** Whether a database of that name exists in the session. */
  boolean schemaExists(String schemaName);

  /**
   * The b-trees of a database. While the statement runs, a transaction is open on it. Ask at each
   * {@code open}, not when compiling: it may be another object by then.
   *
   * @param schemaName as {@link Table#schemaName} gives it
   */
  Btrees btrees(String schemaName);

  /** How the main database stores TEXT; all databases of a session agree. */
  TextEncoding encoding();

  FunctionRegistry functions();

  /**
   * A collation by name, in the form that fits {@link #encoding}.
   *
   * @throws dev.walnut.engine.api.DatabaseException {@code no such collation sequence: x}
   */
  Collation collation(String name);

  PragmaRegistry pragmas();

  /** The cell of a parameter, numbered from 1; the same object in every execution. */
  Value parameter(int parameterNumber);

  FunctionContext functionContext();

  /**
   * Throws INTERRUPT if the statement was cancelled or timed out. A volatile read: loops over rows
   * call it each row or every few rows.
   */
  void checkCancelled();

  /** Rows of a table for the planner: from sqlite_stat1 if there, else an estimate. */
  long estimatedRows(Table table);

  /**
   * sqlite_stat1's numbers for an index: rows, then average rows per distinct prefix of 1, 2, ...
   * columns; null if not analysed.
   */
  long[] indexStatistics(Table table, dev.walnut.sql.catalog.Index index);

  /** {@code PRAGMA full_column_names}. */
  boolean fullColumnNames();

  /** {@code PRAGMA short_column_names}. */
  boolean shortColumnNames();

  /** {@code PRAGMA automatic_index}. */
  boolean automaticIndex();

  /** Most terms of a compound SELECT (SQLITE_LIMIT_COMPOUND_SELECT). */
  int maxCompoundSelect();

  /** Most columns of a result or table (SQLITE_LIMIT_COLUMN). */
  int maxColumns();
}
