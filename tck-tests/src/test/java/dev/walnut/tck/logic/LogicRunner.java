// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import dev.walnut.tck.logic.LogicRecord.Kind;
import dev.walnut.tck.logic.LogicRecord.SortMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs one script on one connection, whose database must be empty.
 *
 * <p>One runner serves one script and one thread; {@link #current()} may be called by others.
 */
final class LogicRunner {

  private static final int SQL_SHOWN_CHARS = 2000;

  private final LogicScript script;
  private final int maxFailures;
  private final Map<String, List<String>> resultByLabel = new HashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final MessageDigest md5;
  private volatile LogicRecord current;
  private volatile long currentStartNanos;
  private int passedCount;
  private int failedCount;

  /**
   * Makes a runner.
   *
   * @param maxFailures how many failures are described, at least 0; further ones are only counted
   */
  LogicRunner(LogicScript script, int maxFailures) {
    this.script = script;
    this.maxFailures = maxFailures;
    try {
      this.md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The record being run, or null. */
  LogicRecord current() {
    return current;
  }

  /** How long the current record has been running, in milliseconds. */
  long currentMillis() {
    return (System.nanoTime() - currentStartNanos) / 1_000_000;
  }

  LogicReport run(Connection connection) throws SQLException {
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement()) {
      for (LogicRecord record : script.records()) {
        currentStartNanos = System.nanoTime();
        current = record;
        String problem;
        try {
          problem =
              record.kind() == Kind.STATEMENT
                  ? runStatement(statement, record)
                  : runQuery(statement, record);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
          problem = "threw " + describe(e);
        }
        count(record, problem);
      }
    } finally {
      current = null;
    }
    return new LogicReport(
        script.name(), passedCount, failedCount, failures, System.nanoTime() - start);
  }

  private void count(LogicRecord record, String problem) {
    if (problem == null) {
      passedCount++;
      return;
    }
    failedCount++;
    if (failures.size() < maxFailures) {
      String sql = record.sql();
      if (sql.length() > SQL_SHOWN_CHARS) {
        sql = sql.substring(0, SQL_SHOWN_CHARS) + "...";
      }
      failures.add(script.name() + ":" + record.line() + ": " + problem + "\n  " + sql);
    }
  }

  private static String runStatement(Statement statement, LogicRecord record) {
    try {
      for (String command : commands(record.sql())) {
        statement.execute(command);
      }
    } catch (SQLException e) {
      return record.mustFail() ? null : "failed with " + describe(e);
    }
    return record.mustFail() ? "succeeded, but must fail" : null;
  }

  private String runQuery(Statement statement, LogicRecord record) {
    List<String> values;
    try {
      values = fetch(statement, record);
    } catch (ColumnCountException e) {
      return e.getMessage();
    } catch (SQLException e) {
      if (!record.expected().isEmpty()
          || e.getMessage() == null
          || !e.getMessage().contains("integer overflow")) {
        return "failed with " + describe(e);
      }
      // The original program takes a query that fails while stepping for an empty result.
      values = List.of();
    }
    List<String> actual = values;
    if (record.hashThreshold() > 0 && values.size() > record.hashThreshold()) {
      actual = List.of(values.size() + " values hashing to " + hash(values));
    }
    if (!actual.equals(record.expected())) {
      String shown = actual.size() == 1 && values.size() > 1 ? " " + first(values, 40) : "";
      return "expected " + record.expected() + " got " + first(actual, 40) + shown;
    }
    if (record.label() != null) {
      List<String> earlier = resultByLabel.putIfAbsent(record.label(), actual);
      if (earlier != null && !earlier.equals(actual)) {
        return "label " + record.label() + " had " + earlier + " but now " + actual;
      }
    }
    return null;
  }

  private static List<String> first(List<String> values, int count) {
    return values.size() <= count ? values : values.subList(0, count);
  }

  private static List<String> fetch(Statement statement, LogicRecord record)
      throws SQLException, ColumnCountException {
    String types = record.types();
    int columnCount = types.length();
    List<String> values = new ArrayList<>();
    List<String[]> rowList = record.sortMode() == SortMode.ROWSORT ? new ArrayList<>() : null;
    try (ResultSet rows = statement.executeQuery(record.sql())) {
      int actualCount = rows.getMetaData().getColumnCount();
      if (actualCount != columnCount) {
        throw new ColumnCountException(
            "expected " + columnCount + " columns, got " + actualCount + " columns");
      }
      while (rows.next()) {
        String[] row = rowList == null ? null : new String[columnCount];
        for (int i = 0; i < columnCount; i++) {
          String value = ValueText.of(rows, i + 1, types.charAt(i));
          if (row == null) {
            values.add(value);
          } else {
            row[i] = value;
          }
        }
        if (row != null) {
          rowList.add(row);
        }
      }
    }
    if (rowList != null) {
      rowList.sort(ROW_ORDER);
      for (String[] row : rowList) {
        Collections.addAll(values, row);
      }
    } else if (record.sortMode() == SortMode.VALUESORT) {
      Collections.sort(values);
    }
    return values;
  }

  // The texts are ASCII, so the order of chars is the order of bytes.
  private static final Comparator<String[]> ROW_ORDER =
      (left, right) -> {
        for (int i = 0; i < left.length; i++) {
          int order = left[i].compareTo(right[i]);
          if (order != 0) {
            return order;
          }
        }
        return 0;
      };

  private String hash(List<String> values) {
    for (String value : values) {
      md5.update(value.getBytes(StandardCharsets.US_ASCII));
      md5.update((byte) '\n');
    }
    return HexFormat.of().formatHex(md5.digest());
  }

  /** Splits a record at semicolons outside quotes; a trigger is one command. */
  static List<String> commands(String sql) {
    String start = sql.stripLeading().toUpperCase(Locale.ROOT);
    if (sql.indexOf(';') < 0 || start.matches("(?s)CREATE\\s+(TEMP\\w*\\s+)?TRIGGER\\b.*")) {
      return List.of(sql);
    }
    List<String> commands = new ArrayList<>();
    char quote = 0;
    int from = 0;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == ';') {
        commands.add(sql.substring(from, i));
        from = i + 1;
      }
    }
    commands.add(sql.substring(from));
    commands.removeIf(String::isBlank);
    return commands;
  }

  private static String describe(Throwable e) {
    StringBuilder text = new StringBuilder();
    if (e instanceof SQLException sqlException) {
      text.append("SQLException ").append(sqlException.getErrorCode()).append(' ');
      text.append(e.getMessage());
    } else {
      text.append(e);
    }
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (!(e instanceof SQLException) || cause instanceof RuntimeException) {
      StackTraceElement[] trace = cause.getStackTrace();
      for (int i = 0; i < Math.min(4, trace.length); i++) {
        text.append("\n    at ").append(trace[i]);
      }
    }
    return text.toString();
  }

  private static final class ColumnCountException extends Exception {
    private static final long serialVersionUID = 1L;

    ColumnCountException(String message) {
      super(message);
    }
  }
}
