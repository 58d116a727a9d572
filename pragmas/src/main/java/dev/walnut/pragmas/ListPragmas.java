// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.SqlFunction;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Pragmas that list what there is: databases, collations, functions, modules, pragmas, options. */
final class ListPragmas {
  private static final int DETERMINISTIC = 0x800;
  private static final int INNOCUOUS = 0x200000;

  private static final List<String> COMPILE_OPTIONS =
      List.of(
          "DEFAULT_CACHE_SIZE=-2000",
          "DEFAULT_FILE_FORMAT=4",
          "DEFAULT_JOURNAL_SIZE_LIMIT=-1",
          "DEFAULT_PAGE_SIZE=4096",
          "DEFAULT_SYNCHRONOUS=2",
          "DEFAULT_WAL_AUTOCHECKPOINT=1000",
          "DEFAULT_WAL_SYNCHRONOUS=2",
          "ENABLE_COLUMN_METADATA",
          "ENABLE_MATH_FUNCTIONS",
          "ENABLE_UPDATE_DELETE_LIMIT",
          "MAX_ATTACHED=10",
          "MAX_COLUMN=32767",
          "MAX_COMPOUND_SELECT=500",
          "MAX_DEFAULT_PAGE_SIZE=8192",
          "MAX_EXPR_DEPTH=1000",
          "MAX_FUNCTION_ARG=127",
          "MAX_LIKE_PATTERN_LENGTH=50000",
          "MAX_PAGE_COUNT=4294967294",
          "MAX_PAGE_SIZE=65536",
          "MAX_SQL_LENGTH=1073741824",
          "MAX_TRIGGER_DEPTH=1000",
          "MAX_VARIABLE_NUMBER=250000",
          "OMIT_LOAD_EXTENSION",
          "TEMP_STORE=1",
          "THREADSAFE=1");

  private ListPragmas() {}

  /** The options that {@code PRAGMA compile_options} lists. */
  static List<String> compileOptions() {
    return COMPILE_OPTIONS;
  }

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.listing(
            "database_list", false, ListPragmas::databases, "seq", "name", "file"),
        SessionPragma.listing(
            "collation_list",
            false,
            call -> new Rows().add(0, "RTRIM").add(1, "NOCASE").add(2, "BINARY").list(),
            "seq",
            "name"),
        SessionPragma.listing(
            "function_list",
            false,
            ListPragmas::functions,
            "name",
            "builtin",
            "type",
            "enc",
            "narg",
            "flags"),
        SessionPragma.listing("module_list", false, call -> Rows.NONE, "name"),
        SessionPragma.listing("pragma_list", false, call -> texts(Pragmas.names()), "name"),
        SessionPragma.listing(
            "compile_options", false, call -> texts(COMPILE_OPTIONS), "compile_options"));
  }

  private static List<Value[]> texts(List<String> texts) {
    Rows rows = new Rows();
    texts.forEach(rows::add);
    return rows.list();
  }

  /** 0 is main, 1 temp, which is listed once it exists, then the attached ones. */
  private static List<Value[]> databases(Call call) {
    DatabaseSession session = call.session();
    Rows rows = new Rows();
    int attached = 2;
    for (AttachedDatabase database : session.databases()) {
      int seq = database == session.main() ? 0 : database == session.temp() ? 1 : attached++;
      rows.add(seq, database.name(), database.path());
    }
    return rows.list();
  }

  private static List<Value[]> functions(Call call) {
    List<SqlFunction> all = new ArrayList<>(call.session().functions().all());
    all.sort(
        Comparator.comparing(SqlFunction::name)
            .thenComparing(SqlFunction::minArguments)
            .thenComparing(SqlFunction::maxArguments));
    Rows rows = new Rows();
    for (SqlFunction function : all) {
      String type = function instanceof AggregateFunction ? "w" : "s";
      int flags = INNOCUOUS | (function.isDeterministic() ? DETERMINISTIC : 0);
      if (function.minArguments() == function.maxArguments()) {
        rows.add(function.name(), 1, type, "utf8", function.minArguments(), flags);
      } else if (function.maxArguments() < 0 || function.maxArguments() > 3) {
        rows.add(function.name(), 1, type, "utf8", -1, flags);
      } else {
        for (int n = function.minArguments(); n <= function.maxArguments(); n++) {
          rows.add(function.name(), 1, type, "utf8", n, flags);
        }
      }
    }
    return rows.list();
  }
}
