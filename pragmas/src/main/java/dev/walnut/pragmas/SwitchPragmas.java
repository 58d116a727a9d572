// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.session.SessionSettings;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Pragmas that are on or off for one session. */
final class SwitchPragmas {
  /** Reads a switch. */
  private interface Getter {
    boolean get(SessionSettings settings, PragmaState state);
  }

  /** Turns a switch. */
  private interface Setter {
    void set(SessionSettings settings, PragmaState state, boolean on);
  }

  private SwitchPragmas() {}

  static List<SessionPragma> all() {
    List<SessionPragma> all = new ArrayList<>();
    all.add(SessionPragma.setting("foreign_keys", SwitchPragmas::foreignKeys));
    all.add(SessionPragma.setting("defer_foreign_keys", SwitchPragmas::deferForeignKeys));
    all.add(SessionPragma.setting("writable_schema", SwitchPragmas::writableSchema));
    all.add(SessionPragma.silent("case_sensitive_like", SwitchPragmas::caseSensitiveLike));
    add(
        all,
        "recursive_triggers",
        (s, p) -> s.recursiveTriggers(),
        (s, p, on) -> s.setRecursiveTriggers(on));
    add(all, "query_only", (s, p) -> s.queryOnly(), (s, p, on) -> s.setQueryOnly(on));
    add(
        all,
        "full_column_names",
        (s, p) -> s.fullColumnNames(),
        (s, p, on) -> s.setFullColumnNames(on));
    add(
        all,
        "short_column_names",
        (s, p) -> s.shortColumnNames(),
        (s, p, on) -> s.setShortColumnNames(on));
    add(
        all,
        "automatic_index",
        (s, p) -> s.automaticIndex(),
        (s, p, on) -> s.setAutomaticIndex(on));
    add(
        all,
        "reverse_unordered_selects",
        (s, p) -> s.reverseUnorderedSelects(),
        (s, p, on) -> s.setReverseUnorderedSelects(on));
    add(
        all,
        "ignore_check_constraints",
        (s, p) -> s.ignoreCheckConstraints(),
        (s, p, on) -> s.setIgnoreCheckConstraints(on));
    add(all, "count_changes", (s, p) -> s.countChanges(), (s, p, on) -> s.setCountChanges(on));
    add(all, "cell_size_check", (s, p) -> s.cellSizeCheck(), (s, p, on) -> s.setCellSizeCheck(on));
    add(
        all,
        "legacy_alter_table",
        (s, p) -> p.legacyAlterTable,
        (s, p, on) -> p.legacyAlterTable = on);
    add(all, "read_uncommitted", (s, p) -> p.readUncommitted, (s, p, on) -> p.readUncommitted = on);
    add(all, "trusted_schema", (s, p) -> p.trustedSchema, (s, p, on) -> p.trustedSchema = on);
    add(
        all,
        "empty_result_callbacks",
        (s, p) -> p.emptyResultCallbacks,
        (s, p, on) -> p.emptyResultCallbacks = on);
    add(
        all,
        "checkpoint_fullfsync",
        (s, p) -> p.checkpointFullfsync,
        (s, p, on) -> p.checkpointFullfsync = on);
    add(all, "fullfsync", (s, p) -> p.fullfsync, (s, p, on) -> p.fullfsync = on);
    return all;
  }

  private static void add(List<SessionPragma> all, String name, Getter getter, Setter setter) {
    all.add(
        SessionPragma.setting(
            name,
            call -> {
              SessionSettings settings = call.session().settings();
              if (!call.hasArgument()) {
                return Rows.of(getter.get(settings, call.state()) ? 1 : 0);
              }
              setter.set(settings, call.state(), Words.flag(call.argument()));
              // Names of columns and the choice of plans depend on switches.
              call.session().schemaChanged();
              return Rows.NONE;
            }));
  }

  /** No effect inside a transaction, as in SQLite. */
  private static List<Value[]> foreignKeys(Call call) {
    SessionSettings settings = call.session().settings();
    if (!call.hasArgument()) {
      return Rows.of(settings.foreignKeys() ? 1 : 0);
    }
    if (call.session().isAutocommit()) {
      settings.setForeignKeys(Words.flag(call.argument()));
      call.session().schemaChanged();
    }
    return Rows.NONE;
  }

  /** Holds for one transaction; outside of one there is nothing to hold for. */
  private static List<Value[]> deferForeignKeys(Call call) {
    SessionSettings settings = call.session().settings();
    if (!call.hasArgument()) {
      return Rows.of(settings.deferForeignKeys() ? 1 : 0);
    }
    boolean on = Words.flag(call.argument()) && !call.session().isAutocommit();
    settings.setDeferForeignKeys(on);
    return Rows.NONE;
  }

  /** The schema table is never writable, and the answer says so. */
  private static List<Value[]> writableSchema(Call call) {
    return call.hasArgument() ? Rows.NONE : Rows.of(0);
  }

  private static List<Value[]> caseSensitiveLike(Call call) {
    if (call.hasArgument()) {
      call.session().settings().setCaseSensitiveLike(Words.flag(call.argument()));
      call.session().schemaChanged();
    }
    return Rows.NONE;
  }
}
