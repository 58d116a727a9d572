// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the two databases that a program runs on. */
final class Side implements AutoCloseable {

  // sqlite-jdbc writes "[SQLITE_NAME] what the code means (what SQLite said)".
  private static final Pattern DECORATED =
      Pattern.compile("\\[(SQLITE_\\w+)] +.*? \\((.*)\\)", Pattern.DOTALL);
  private static final Pattern DECORATED_EMPTY =
      Pattern.compile("\\[(SQLITE_\\w+)] +(.*)", Pattern.DOTALL);
  private static final int MAX_ROWS = 20_000;

  private final Connection connection;
  private volatile Statement running;
  private volatile long startNanos;

  Side(String url) throws SQLException {
    this.connection = DriverManager.getConnection(url);
  }

  Connection connection() {
    return connection;
  }

  /** How long the current statement has been running, in milliseconds; 0 if none is. */
  long runningMillis() {
    return running == null ? 0 : (System.nanoTime() - startNanos) / 1_000_000;
  }

  /** Asks the running statement to stop. */
  void cancel() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Outcome execute(String sql) {
    startNanos = System.nanoTime();
    try (Statement statement = connection.createStatement()) {
      running = statement;
      if (!statement.execute(sql)) {
        return Outcome.count(changesRows(sql) ? statement.getUpdateCount() : -1);
      }
      try (ResultSet result = statement.getResultSet()) {
        return read(result);
      }
    } catch (SQLException e) {
      if (e.getCause() instanceof RuntimeException cause && isFault(cause)) {
        return Outcome.crash(cause);
      }
      return Outcome.error(e.getErrorCode() & 0xff, plainMessage(e.getMessage()));
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
      return Outcome.crash(e);
    } finally {
      running = null;
    }
  }

  /** A fault of our code that was wrapped, as against an error that the engine reports. */
  private static boolean isFault(RuntimeException cause) {
    return cause.getClass().getName().startsWith("java.");
  }

  private static boolean changesRows(String sql) {
    return sql.startsWith("INSERT")
        || sql.startsWith("UPDATE")
        || sql.startsWith("DELETE")
        || sql.startsWith("REPLACE");
  }

  private static Outcome read(ResultSet result) throws SQLException {
    ResultSetMetaData metaData = result.getMetaData();
    int columnCount = metaData.getColumnCount();
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= columnCount; i++) {
      columns.add(metaData.getColumnLabel(i));
    }
    List<Object[]> rows = new ArrayList<>();
    while (rows.size() < MAX_ROWS && result.next()) {
      Object[] row = new Object[columnCount];
      for (int i = 0; i < columnCount; i++) {
        Object value = result.getObject(i + 1);
        row[i] =
            value instanceof Integer || value instanceof Short || value instanceof Byte
                ? Long.valueOf(((Number) value).longValue())
                : value;
      }
      rows.add(row);
    }
    if (rows.size() == MAX_ROWS && result.next()) {
      // Which of the rows were read is undefined without an order; that there are many is not.
      rows.clear();
    }
    return Outcome.rows(columns, rows);
  }

  static String plainMessage(String message) {
    if (message == null) {
      return "";
    }
    Matcher matcher = DECORATED.matcher(message);
    if (matcher.matches()) {
      return matcher.group(2);
    }
    matcher = DECORATED_EMPTY.matcher(message);
    return matcher.matches() ? matcher.group(2) : message;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
