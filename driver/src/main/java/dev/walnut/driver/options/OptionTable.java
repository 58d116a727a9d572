// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.options;

import dev.walnut.driver.options.ConnectionOption.Kind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All keys that a URL or {@code Properties} may hold, in the order in which tools show them. */
public final class OptionTable {
  private static final List<String> BOOLEAN =
      List.of("true", "false", "on", "off", "yes", "no", "1", "0");

  private static final Map<String, ConnectionOption> BY_NAME = build();

  private OptionTable() {}

  /** The option of that name, in any case of letters; null if there is none. */
  public static ConnectionOption find(String name) {
    return BY_NAME.get(ConnectionOption.key(name));
  }

  /** All options. */
  public static Collection<ConnectionOption> all() {
    return BY_NAME.values();
  }

  private static Map<String, ConnectionOption> build() {
    Map<String, ConnectionOption> t = new LinkedHashMap<>();
    driverOptions(t);
    creationPragmas(t);
    booleanPragmas(t);
    otherPragmas(t);
    limits(t);
    ignored(t);
    return java.util.Collections.unmodifiableMap(t);
  }

  private static void driverOptions(Map<String, ConnectionOption> t) {
    add(t, "open_mode", Kind.DRIVER, List.of(), "SQLite's open flags as a number");
    add(t, "shared_cache", Kind.DRIVER, BOOLEAN, "share memory databases of one name");
    add(t, "busy_timeout", Kind.DRIVER, List.of(), "milliseconds to wait for locks (3000)");
    add(
        t,
        "transaction_mode",
        Kind.DRIVER,
        List.of("DEFERRED", "IMMEDIATE", "EXCLUSIVE", "DEFFERED"),
        "how transactions begin when autocommit is off (DEFERRED)");
    add(
        t,
        "date_class",
        Kind.DRIVER,
        List.of("INTEGER", "TEXT", "REAL"),
        "how java.sql dates are stored (INTEGER)");
    add(
        t,
        "date_precision",
        Kind.DRIVER,
        List.of("SECONDS", "MILLISECONDS"),
        "unit of dates stored as INTEGER (MILLISECONDS)");
    add(t, "date_string_format", Kind.DRIVER, List.of(), "pattern of dates stored as TEXT");
    add(
        t,
        "jdbc.explicit_readonly",
        Kind.DRIVER,
        BOOLEAN,
        "begin transactions IMMEDIATE unless setReadOnly(true) was called (false)");
    add(
        t,
        "jdbc.get_generated_keys",
        Kind.DRIVER,
        BOOLEAN,
        "keep generated keys without being asked (true)");
    add(
        t,
        "dialect",
        Kind.DRIVER,
        List.of("auto", "sqlite"),
        "whether other databases' SQL is translated (auto on jdbc:walnut:, sqlite on"
            + " jdbc:sqlite:)");
    add(t, "statement_cache_size", Kind.DRIVER, List.of(), "idle statements kept for reuse (64)");
  }

  private static void creationPragmas(Map<String, ConnectionOption> t) {
    add(
        t,
        "page_size",
        Kind.CREATION_PRAGMA,
        List.of("512", "1024", "2048", "4096", "8192", "16384", "32768", "65536"),
        "page size of a new file in bytes");
    add(
        t,
        "encoding",
        Kind.CREATION_PRAGMA,
        List.of("UTF-8", "UTF8", "UTF-16", "UTF16", "UTF-16le", "UTF16le", "UTF-16be", "UTF16be"),
        "text encoding of a new file");
    add(
        t,
        "auto_vacuum",
        Kind.CREATION_PRAGMA,
        List.of("NONE", "FULL", "INCREMENTAL", "0", "1", "2"),
        "whether a new file shrinks by itself");
    add(
        t,
        "locking_mode",
        Kind.CREATION_PRAGMA,
        List.of("NORMAL", "EXCLUSIVE"),
        "whether locks are kept between transactions");
    add(
        t,
        "journal_mode",
        Kind.JOURNAL_PRAGMA,
        List.of("DELETE", "TRUNCATE", "PERSIST", "MEMORY", "WAL", "OFF"),
        "how transactions are made atomic");
  }

  private static void booleanPragmas(Map<String, ConnectionOption> t) {
    for (String name :
        List.of(
            "automatic_index",
            "case_sensitive_like",
            "cell_size_check",
            "checkpoint_fullfsync",
            "count_changes",
            "defer_foreign_keys",
            "foreign_keys",
            "full_column_names",
            "fullfsync",
            "ignore_check_constraints",
            "legacy_alter_table",
            "query_only",
            "read_uncommitted",
            "recursive_triggers",
            "reverse_unordered_selects",
            "short_column_names",
            "trusted_schema",
            "writable_schema")) {
      add(t, name, Kind.PRAGMA, BOOLEAN, "PRAGMA " + name);
    }
    alias(t, "fullsync", "fullfsync", BOOLEAN);
    alias(t, "empty_result_callback", "empty_result_callbacks", BOOLEAN);
  }

  private static void otherPragmas(Map<String, ConnectionOption> t) {
    add(
        t,
        "synchronous",
        Kind.PRAGMA,
        List.of("OFF", "NORMAL", "FULL", "EXTRA", "0", "1", "2", "3"),
        "when files are synced");
    add(
        t,
        "temp_store",
        Kind.PRAGMA,
        List.of("DEFAULT", "FILE", "MEMORY", "0", "1", "2"),
        "where temporary tables live");
    add(
        t,
        "secure_delete",
        Kind.PRAGMA,
        List.of("true", "false", "fast", "on", "off", "1", "0", "2"),
        "whether deleted content is overwritten");
    for (String name :
        List.of(
            "analysis_limit",
            "application_id",
            "cache_size",
            "cache_spill",
            "default_cache_size",
            "hard_heap_limit",
            "incremental_vacuum",
            "journal_size_limit",
            "max_page_count",
            "mmap_size",
            "soft_heap_limit",
            "temp_store_directory",
            "threads",
            "user_version",
            "wal_autocheckpoint")) {
      add(t, name, Kind.PRAGMA, List.of(), "PRAGMA " + name);
    }
  }

  private static void limits(Map<String, ConnectionOption> t) {
    for (String name :
        List.of(
            "length",
            "sql_length",
            "column",
            "expr_depth",
            "compound_select",
            "vdbe_op",
            "function_arg",
            "attached",
            "like_pattern_length",
            "variable_number",
            "trigger_depth",
            "worker_threads",
            "page_count")) {
      String key = "limit_" + name;
      t.put(key, new ConnectionOption(key, Kind.LIMIT, name, List.of(), "run-time limit"));
    }
  }

  private static void ignored(Map<String, ConnectionOption> t) {
    add(t, "user", Kind.IGNORED, List.of(), "not used");
    add(t, "password", Kind.IGNORED, List.of(), "not used: files are not encrypted");
    add(t, "hexkey_mode", Kind.IGNORED, List.of("NONE"), "not used: files are not encrypted");
    add(t, "legacy_file_format", Kind.IGNORED, List.of(), "not used since SQLite 3.38");
    add(
        t,
        "enable_load_extension",
        Kind.IGNORED,
        List.of("false", "off", "no", "0"),
        "native extensions cannot be loaded");
  }

  private static void add(
      Map<String, ConnectionOption> t,
      String name,
      Kind kind,
      List<String> choices,
      String description) {
    t.put(name, new ConnectionOption(name, kind, name, choices, description));
  }

  private static void alias(
      Map<String, ConnectionOption> t, String name, String pragma, List<String> choices) {
    t.put(name, new ConnectionOption(name, Kind.PRAGMA, pragma, choices, "PRAGMA " + pragma));
    t.put(pragma, new ConnectionOption(pragma, Kind.PRAGMA, pragma, choices, "PRAGMA " + pragma));
  }
}
