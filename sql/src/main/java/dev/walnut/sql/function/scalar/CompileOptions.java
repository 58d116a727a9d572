// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import java.util.List;

/**
 * What Walnut says about its make in SQLite's terms: the version whose behaviour it follows, and
 * those of SQLite's compile-time options that describe it truly. In the order of SQLite's list.
 */
public final class CompileOptions {
  /** The version of SQLite that Walnut follows. */
  public static final String SQLITE_VERSION = "3.54.1";

  /** The source of that version, as its own library names it. */
  public static final String SOURCE_ID =
      "2026-10-16 14:45:20 555e07ef33f69a0957d24d8e555b702464a131d6f1607f4c3c1e4551e8e6ca76";

  /** Options as {@code PRAGMA compile_options} lists them, without the prefix SQLITE_. */
  public static final List<String> ALL =
      List.of(
          "DEFAULT_AUTOVACUUM",
          "DEFAULT_CACHE_SIZE=-2000",
          "DEFAULT_FILE_FORMAT=4",
          "DEFAULT_JOURNAL_SIZE_LIMIT=-1",
          "DEFAULT_MMAP_SIZE=0",
          "DEFAULT_PAGE_SIZE=4096",
          "DEFAULT_SECTOR_SIZE=4096",
          "DEFAULT_SYNCHRONOUS=2",
          "DEFAULT_WAL_AUTOCHECKPOINT=1000",
          "DEFAULT_WAL_SYNCHRONOUS=2",
          "DEFAULT_WORKER_THREADS=0",
          "ENABLE_COLUMN_METADATA",
          "ENABLE_MATH_FUNCTIONS",
          "ENABLE_PERCENTILE",
          "ENABLE_STAT4",
          "ENABLE_UPDATE_DELETE_LIMIT",
          "MAX_ATTACHED=125",
          "MAX_COLUMN=32767",
          "MAX_COMPOUND_SELECT=500",
          "MAX_DEFAULT_PAGE_SIZE=8192",
          "MAX_EXPR_DEPTH=1000",
          "MAX_FUNCTION_ARG=127",
          "MAX_LENGTH=2147483647",
          "MAX_LIKE_PATTERN_LENGTH=50000",
          "MAX_PAGE_COUNT=4294967294",
          "MAX_PAGE_SIZE=65536",
          "MAX_SQL_LENGTH=1073741824",
          "MAX_TRIGGER_DEPTH=1000",
          "MAX_VARIABLE_NUMBER=250000",
          "TEMP_STORE=1",
          "THREADSAFE=1");

  private CompileOptions() {}
}
