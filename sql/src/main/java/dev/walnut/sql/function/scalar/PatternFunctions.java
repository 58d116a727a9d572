// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import static dev.walnut.sql.function.Arguments.error;
import static dev.walnut.sql.function.Arguments.lengthToZero;
import static dev.walnut.sql.function.Arguments.toText;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Utf8;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * like(pattern, text [, escape]) and glob(pattern, text), which the operators LIKE and GLOB call.
 * Each place of call keeps its last pattern compiled.
 */
public final class PatternFunctions {
  private PatternFunctions() {}

  public static void register(FunctionRegistry registry) {
    registry.add(new Function("like", 3, false));
    registry.add(new Function("glob", 2, true));
  }

  private static final class Function extends ScalarFunction {
    private final boolean isGlob;

    Function(String name, int maximum, boolean isGlob) {
      super(name, 2, maximum, true);
      this.isGlob = isGlob;
    }

    @Override
    public Call newCall() {
      return new PatternCall(isGlob);
    }
  }

  private static final class PatternCall implements ScalarFunction.Call {
    private static final int NO_ESCAPE = -1;

    private final boolean isGlob;
    private LikePattern compiled;
    private byte[] compiledFrom = new byte[0];
    private int compiledEscape;
    private boolean compiledFoldsCase;

    PatternCall(boolean isGlob) {
      this.isGlob = isGlob;
    }

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      Value pattern = arguments[0];
      Value text = arguments[1];
      if (!pattern.isNull()) {
        toText(pattern);
        if (pattern.length() > context.maxLikePatternLength()) {
          throw error("LIKE or GLOB pattern too complex");
        }
      }
      int escape = NO_ESCAPE;
      if (arguments.length == 3) {
        if (arguments[2].isNull()) {
          result.setNull();
          return;
        }
        escape = escapeCharacter(arguments[2]);
      }
      if (pattern.isNull() || text.isNull()) {
        result.setNull();
        return;
      }
      toText(text);
      int patternLength = lengthToZero(pattern);
      boolean foldsCase = !isGlob && !context.caseSensitiveLike();
      if (compiled == null
          || compiledEscape != escape
          || compiledFoldsCase != foldsCase
          || !Arrays.equals(
              compiledFrom,
              0,
              compiledFrom.length,
              pattern.bytes(),
              pattern.offset(),
              pattern.offset() + patternLength)) {
        compile(pattern, patternLength, escape, foldsCase);
      }
      result.setBoolean(compiled.matches(text.bytes(), text.offset(), lengthToZero(text)));
    }

    private static int escapeCharacter(Value escape) {
      toText(escape);
      int length = lengthToZero(escape);
      int end = escape.offset() + length;
      if (length == 0 || Utf8.next(escape.bytes(), escape.offset(), end) != end) {
        throw error("ESCAPE expression must be a single character");
      }
      return Utf8.codePointAt(escape.bytes(), escape.offset(), end) & 0x7fffffff;
    }

    private void compile(Value pattern, int length, int escape, boolean foldsCase) {
      compiledFrom =
          Arrays.copyOfRange(pattern.bytes(), pattern.offset(), pattern.offset() + length);
      compiledEscape = escape;
      compiledFoldsCase = foldsCase;
      compiled =
          isGlob
              ? LikePattern.glob(compiledFrom, 0, length)
              : LikePattern.like(compiledFrom, 0, length, escape, foldsCase);
    }
  }
}
