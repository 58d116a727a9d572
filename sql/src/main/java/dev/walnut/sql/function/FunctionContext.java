// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.value.Collation;

/**
 * What a function call may ask of the statement that runs it. One per statement execution; not
 * thread-safe.
 */
public interface FunctionContext {
  /** The collation that applies to this call (that of its first argument that has one). */
  Collation collation();

  /** How the database stores text, and so what a text's bytes are, and which text a BLOB holds. */
  TextEncoding encoding();

  /** Milliseconds since 1970 UTC, the same for all calls of one statement step, as SQLite does. */
  long currentTimeMillis();

  /** Rows changed by the last INSERT, UPDATE or DELETE that ended. */
  long changes();

  /** Rows changed since the connection was opened. */
  long totalChanges();

  /** Rowid of the connection's last successful INSERT. */
  long lastInsertRowid();

  /** A random number from the connection's generator. */
  long random();

  /** The largest length in bytes of a TEXT or BLOB (SQLITE_LIMIT_LENGTH). */
  int maxLength();

  /** The largest length in bytes of a LIKE or GLOB pattern. */
  int maxLikePatternLength();

  /** Whether {@code PRAGMA case_sensitive_like} is on. */
  boolean caseSensitiveLike();

  /**
   * Throws INTERRUPT if the statement was cancelled; long-running functions call it now and then.
   */
  void checkCancelled();
}
