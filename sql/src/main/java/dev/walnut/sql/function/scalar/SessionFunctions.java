// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import static dev.walnut.sql.function.Arguments.error;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Value;
import java.util.Locale;

/** What a statement can ask about its connection and about the engine. */
public final class SessionFunctions {
  private enum Kind {
    CHANGES("changes", 0, 0),
    TOTAL_CHANGES("total_changes", 0, 0),
    LAST_INSERT_ROWID("last_insert_rowid", 0, 0),
    SQLITE_VERSION("sqlite_version", 0, 0),
    SQLITE_SOURCE_ID("sqlite_source_id", 0, 0),
    COMPILEOPTION_GET("sqlite_compileoption_get", 1, 1),
    COMPILEOPTION_USED("sqlite_compileoption_used", 1, 1),
    LOAD_EXTENSION("load_extension", 1, 2),
    SQLITE_LOG("sqlite_log", 2, 2),
    SUBTYPE("subtype", 1, 1);

    final String functionName;
    final int minimum;
    final int maximum;

    Kind(String functionName, int minimum, int maximum) {
      this.functionName = functionName;
      this.minimum = minimum;
      this.maximum = maximum;
    }
  }

  private SessionFunctions() {}

  public static void register(FunctionRegistry registry) {
    for (Kind kind : Kind.values()) {
      registry.add(new Function(kind));
    }
  }

  /** One of these functions; being stateless, it serves as its own call. */
  private static final class Function extends ScalarFunction implements ScalarFunction.Call {
    private final Kind kind;

    Function(Kind kind) {
      super(kind.functionName, kind.minimum, kind.maximum, kind == Kind.SUBTYPE);
      this.kind = kind;
    }

    @Override
    public boolean readsJsonMark() {
      return kind == Kind.SUBTYPE;
    }

    @Override
    public Call newCall() {
      return this;
    }

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      switch (kind) {
        case CHANGES:
          result.setInteger(context.changes());
          break;
        case TOTAL_CHANGES:
          result.setInteger(context.totalChanges());
          break;
        case LAST_INSERT_ROWID:
          result.setInteger(context.lastInsertRowid());
          break;
        case SQLITE_VERSION:
          result.setText(CompileOptions.SQLITE_VERSION);
          break;
        case SQLITE_SOURCE_ID:
          result.setText(CompileOptions.SOURCE_ID);
          break;
        case COMPILEOPTION_GET:
          option(arguments, result);
          break;
        case COMPILEOPTION_USED:
          optionUsed(arguments, result);
          break;
        case LOAD_EXTENSION:
          throw error("not authorized");
        case SQLITE_LOG:
          result.setNull();
          break;
        case SUBTYPE:
          result.setInteger(arguments[0].isJson() ? 'J' : 0);
          break;
      }
    }
  }

  private static void option(Value[] arguments, Value result) {
    long index = arguments[0].asLong();
    if (index < 0 || index >= CompileOptions.ALL.size()) {
      result.setNull();
    } else {
      result.setText(CompileOptions.ALL.get((int) index));
    }
  }

  private static void optionUsed(Value[] arguments, Value result) {
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
}
