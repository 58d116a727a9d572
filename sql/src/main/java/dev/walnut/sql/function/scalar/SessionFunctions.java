// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.SimpleFunction;
import dev.walnut.sql.value.Value;
import java.util.Locale;

/** What a statement can ask about its connection and about the engine. */
public final class SessionFunctions {
  private SessionFunctions() {}

  public static void register(FunctionRegistry registry) {
    registry.add(SimpleFunction.varying("changes", 0, 0, (c, a, r) -> r.setInteger(c.changes())));
    registry.add(
        SimpleFunction.varying("total_changes", 0, 0, (c, a, r) -> r.setInteger(c.totalChanges())));
    registry.add(
        SimpleFunction.varying(
            "last_insert_rowid", 0, 0, (c, a, r) -> r.setInteger(c.lastInsertRowid())));
    registry.add(
        SimpleFunction.varying(
            "sqlite_version", 0, 0, (c, a, r) -> r.setText(CompileOptions.SQLITE_VERSION)));
    registry.add(
        SimpleFunction.varying(
            "sqlite_source_id", 0, 0, (c, a, r) -> r.setText(CompileOptions.SOURCE_ID)));
    registry.add(
        SimpleFunction.varying("sqlite_compileoption_get", 1, 1, SessionFunctions::option));
    registry.add(
        SimpleFunction.varying("sqlite_compileoption_used", 1, 1, SessionFunctions::optionUsed));
    registry.add(SimpleFunction.varying("load_extension", 1, 2, SessionFunctions::loadExtension));
    registry.add(SimpleFunction.varying("sqlite_log", 2, 2, (c, a, r) -> r.setNull()));
    registry.add(SimpleFunction.of("subtype", 1, 1, (c, a, r) -> r.setInteger(0)));
  }

  private static void option(FunctionContext context, Value[] arguments, Value result) {
    long index = arguments[0].asLong();
    if (index < 0 || index >= CompileOptions.ALL.size()) {
      result.setNull();
    } else {
      result.setText(CompileOptions.ALL.get((int) index));
    }
  }

  private static void optionUsed(FunctionContext context, Value[] arguments, Value result) {
    if (arguments[0].isNull()) {
      result.setNull();
      return;
    }
    String name = arguments[0].asString().toUpperCase(Locale.ROOT);
    if (name.startsWith("SQLITE_")) {
      name = name.substring(7);
    }
    boolean used = false;
    for (String option : CompileOptions.ALL) {
      used |=
          option.startsWith(name)
              && (option.length() == name.length() || option.charAt(name.length()) == '=');
    }
    result.setBoolean(used);
  }

  private static void loadExtension(FunctionContext context, Value[] arguments, Value result) {
    throw new DatabaseException(ResultCode.ERROR, "not authorized");
  }
}
