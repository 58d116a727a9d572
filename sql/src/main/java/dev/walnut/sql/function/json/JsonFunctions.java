// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * Registers the JSON functions. Most come twice: {@code json_x} gives text that is marked as JSON,
 * {@code jsonb_x} gives JSONB.
 */
public final class JsonFunctions {
  enum Kind {
    JSON("", 1, 1),
    ARRAY("_array", 0, -1),
    OBJECT("_object", 0, -1),
    EXTRACT("_extract", 0, -1),
    SET("_set", 0, -1),
    INSERT("_insert", 0, -1),
    REPLACE("_replace", 0, -1),
    ARRAY_INSERT("_array_insert", 0, -1),
    REMOVE("_remove", 0, -1),
    PATCH("_patch", 2, 2),
    ARROW("->", 2, 2),
    DOUBLE_ARROW("->>", 2, 2),
    TYPE("json_type", 1, 2),
    VALID("json_valid", 1, 2),
    QUOTE("json_quote", 1, 1),
    ARRAY_LENGTH("json_array_length", 1, 2),
    PRETTY("json_pretty", 1, 2),
    ERROR_POSITION("json_error_position", 1, 1);

    final String suffix;
    final int minimum;
    final int maximum;

    Kind(String suffix, int minimum, int maximum) {
      this.suffix = suffix;
      this.minimum = minimum;
      this.maximum = maximum;
    }

    boolean hasBinaryForm() {
      return ordinal() <= PATCH.ordinal();
    }
  }

  private JsonFunctions() {}

  public static void register(FunctionRegistry registry) {
    for (Kind kind : Kind.values()) {
      if (kind.hasBinaryForm()) {
        registry.add(new Function(kind, "json" + kind.suffix, false));
        registry.add(new Function(kind, "jsonb" + kind.suffix, true));
      } else {
        registry.add(new Function(kind, kind.suffix, false));
      }
    }
    JsonAggregates.register(registry);
  }

  private static final class Function extends ScalarFunction {
    private final Kind kind;
    private final boolean binary;

    Function(Kind kind, String name, boolean binary) {
      super(name, kind.minimum, kind.maximum, true);
      this.kind = kind;
      this.binary = binary;
    }

    @Override
    public boolean takesBlob(int argumentIndex) {
      return true;
    }

    @Override
    public boolean readsJsonMark() {
      return true;
    }

    @Override
    public Call newCall() {
      return new JsonCall(kind, binary, "json" + kind.suffix);
    }
  }

  /** The document of a place of call, kept while the same text comes again. */
  static final class Documents {
    private byte[] text = new byte[0];
    private byte[] document;

    byte[] get(Value argument, FunctionContext context) {
      if (argument.type() != Value.TEXT) {
        return JsonValues.document(argument, context);
      }
      int from = argument.offset();
      int to = from + argument.length();
      if (document == null || !Arrays.equals(text, 0, text.length, argument.bytes(), from, to)) {
        document = JsonValues.document(argument, context);
        text = Arrays.copyOfRange(argument.bytes(), from, to);
      }
      return document;
    }
  }
}
