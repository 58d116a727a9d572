// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

import dev.walnut.sql.function.FunctionRegistry;

/**
 * One connection: its databases (main, temp, attached), transaction, settings and statements.
 *
 * <p>Not thread-safe but for {@link #interrupt}; the owner serialises calls. Errors are {@link
 * dev.walnut.engine.api.DatabaseException} with SQLite's code and message.
 */
public interface Session extends AutoCloseable {
  /**
   * Compiles the first statement found from {@code offset} on.
   *
   * @return null if the rest holds no statement (white space, comments, semicolons)
   */
  SqlStatement prepare(String sql, int offset);

  /** {@code prepare(sql, 0)}. */
  default SqlStatement prepare(String sql) {
    return prepare(sql, 0);
  }

  /** Runs every statement of a script to its end, dropping rows. */
  default void executeScript(String sql) {
    int offset = 0;
    while (true) {
      try (SqlStatement statement = prepare(sql, offset)) {
        if (statement == null) {
          return;
        }
        while (statement.step()) {
          // Rows of a script have no reader.
        }
        offset = statement.tailOffset();
      }
    }
  }

  /**
   * Whether a plan may depend on the value of a literal beyond what a parameter in its place would
   * allow: some table has a partial index. Then texts are compiled as they stand.
   */
  boolean literalsShapePlans();

  /** True outside BEGIN ... COMMIT and savepoints. */
  boolean isAutocommit();

  /** Rows changed by the last INSERT, UPDATE or DELETE that ended. */
  long changes();

  /** Rows changed since the session was opened. */
  long totalChanges();

  long lastInsertRowid();

  /**
   * Makes the statements that run now, and the waits for locks, end with INTERRUPT. May be called
   * by any thread. Without a running statement it does nothing.
   */
  void interrupt();

  /** How long a statement waits for a lock, in milliseconds; 0: not at all. */
  int busyTimeoutMillis();

  void setBusyTimeoutMillis(int millis);

  /** This session's functions; add to it to define functions of the connection's own. */
  FunctionRegistry functions();

  /** Whether the main database was opened, or turned out to be, read-only. */
  boolean isReadOnly();

  /** Refuses changes (as {@code PRAGMA query_only} does) while true. */
  void setQueryOnly(boolean queryOnly);

  boolean isQueryOnly();

  /**
   * Copies a database of this session over a file, which is made if it does not exist. Others may
   * use both meanwhile; the file changes at the end, by one transaction.
   *
   * @param databaseName main, temp or an attached one
   * @param file a path, or a {@code file:} URI
   * @param progress null: nobody is told
   */
  void backup(String databaseName, String file, BackupSteps steps, BackupProgress progress);

  /**
   * Replaces a database of this session by the content of a file, in one transaction.
   *
   * @param databaseName main, temp or an attached one
   * @param file a path, or a {@code file:} URI, of a database that exists
   * @param progress null: nobody is told
   */
  void restore(String databaseName, String file, BackupSteps steps, BackupProgress progress);

  /** Absolute path of the main file; empty for memory and temporary databases. */
  String mainPath();

  /** Rolls back an open transaction, closes statements and files. Idempotent. */
  @Override
  void close();
}
