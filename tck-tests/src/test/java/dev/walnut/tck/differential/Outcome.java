// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * What a statement did.
 *
 * @param kind rows, a count, an error, or an exception that no driver may throw
 * @param columns labels of the result columns
 * @param rows the rows; values are Long, Double, String, byte[] or null
 * @param count update count, -1 if it says nothing
 * @param code SQLite's primary result code of an error
 * @param message the error's message without the driver's decoration
 */
record Outcome(
    Kind kind, List<String> columns, List<Object[]> rows, long count, int code, String message) {

  private static final int SHOWN_ROWS = 12;

  enum Kind {
    ROWS,
    COUNT,
    ERROR,
    CRASH
  }

  static Outcome rows(List<String> columns, List<Object[]> rows) {
    return new Outcome(Kind.ROWS, columns, rows, -1, 0, "");
  }

  static Outcome count(long count) {
    return new Outcome(Kind.COUNT, List.of(), List.of(), count, 0, "");
  }

  static Outcome error(int code, String message) {
    return new Outcome(Kind.ERROR, List.of(), List.of(), -1, code, message);
  }

  static Outcome crash(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown.toString());
    StackTraceElement[] trace = thrown.getStackTrace();
    for (int i = 0; i < Math.min(5, trace.length); i++) {
      text.append("\n    at ").append(trace[i]);
    }
    return new Outcome(Kind.CRASH, List.of(), List.of(), -1, 0, text.toString());
  }

  /** Says how an outcome differs from what SQLite did, or returns null if it does not. */
  String differenceFrom(Outcome expected, Step step) {
    if (kind != expected.kind) {
      return "expected " + expected.describe(step) + "\n  got " + describe(step);
    }
    boolean same =
        switch (kind) {
          case ROWS -> columns.equals(expected.columns) && texts(step).equals(expected.texts(step));
          case COUNT -> count == expected.count;
          case ERROR -> sameError(expected, step);
          case CRASH -> false;
        };
    return same ? null : "expected " + expected.describe(step) + "\n  got " + describe(step);
  }

  private boolean sameError(Outcome expected, Step step) {
    if (code != expected.code) {
      return false;
    }
    return message.equals(expected.message)
        || step.allows(Tolerance.CONSTRAINT) && code == 19
        || MessageRules.tolerated(expected.message, message);
  }

  /** The rows as texts, sorted if their order means nothing. */
  private List<String> texts(Step step) {
    boolean loose = step.allows(Tolerance.NUMBERS);
    List<String> texts = new ArrayList<>(rows.size());
    for (Object[] row : rows) {
      StringBuilder text = new StringBuilder();
      for (Object value : row) {
        text.append(text.isEmpty() ? "" : ", ").append(valueText(value, loose));
      }
      texts.add(text.toString());
    }
    if (step.allows(Tolerance.ORDER)) {
      Collections.sort(texts);
    }
    return texts;
  }

  private static String valueText(Object value, boolean loose) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof byte[] bytes) {
      return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }
    if (value instanceof String text) {
      return "'" + text + "'";
    }
    double number = ((Number) value).doubleValue();
    if (loose) {
      return String.format(Locale.ROOT, "%.11e", number == 0 ? 0.0 : number);
    }
    // JDBC cannot tell what SQLite means by the sign of a zero, and neither can SQL.
    return value instanceof Double && number == 0 ? "0.0" : value.toString();
  }

  String describe(Step step) {
    return switch (kind) {
      case ROWS -> {
        List<String> texts = texts(step);
        String shown = String.join("\n    ", texts.subList(0, Math.min(SHOWN_ROWS, texts.size())));
        yield rows.size() + " rows " + columns + "\n    " + shown;
      }
      case COUNT -> "count " + count;
      case ERROR -> "error " + code + ": " + message;
      case CRASH -> "exception " + message;
    };
  }

  /** What kind of failure it is, without names and numbers, to tell known ones from new ones. */
  String signature() {
    return switch (kind) {
      case ROWS, COUNT -> kind.name();
      case ERROR ->
          "ERROR " + code + " " + message.replaceAll("[\"'].*?[\"']|\\b[a-z]\\w?\\b|\\d+", "_");
      case CRASH -> {
        String[] lines = message.split("\n");
        yield "CRASH "
            + lines[0].replaceAll("\\d+", "_")
            + (lines.length > 1 ? lines[1].replaceAll(":\\d+", "") : "");
      }
    };
  }
}
