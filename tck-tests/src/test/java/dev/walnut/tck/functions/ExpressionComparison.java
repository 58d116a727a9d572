// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import dev.walnut.driver.WalnutDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;

/** Runs the same statements on SQLite, through sqlite-jdbc, and on Walnut, both in memory. */
final class ExpressionComparison implements AutoCloseable {
  private final Connection reference;
  private final Connection tested;

  ExpressionComparison() throws SQLException {
    reference = DriverManager.getConnection("jdbc:sqlite::memory:");
    tested = new WalnutDriver().connect("jdbc:walnut::memory:", new Properties());
  }

  /** Runs a statement, which must succeed, on both. */
  void execute(String sql) throws SQLException {
    for (Connection connection : new Connection[] {reference, tested}) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }

  /**
   * Compares each line of a resource: an expression, or a statement if it begins with SELECT or
   * WITH. Empty lines and those that begin with # do not count.
   */
  List<String> differences(String resource) throws IOException {
    List<String> differences = new ArrayList<>();
    try (InputStream in = ExpressionComparison.class.getResourceAsStream(resource);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String difference = difference(line);
          if (difference != null) {
            differences.add(difference);
          }
        }
      }
    }
    return differences;
  }

  /** How the two differ; null if they do not. */
  String difference(String text) {
    boolean whole =
        text.startsWith("SELECT ") || text.startsWith("WITH ") || text.startsWith("PRAGMA ");
    String sql = whole ? text : "SELECT " + text;
    String expected = outcome(reference, sql);
    String actual = outcome(tested, sql);
    return expected.equals(actual)
        ? null
        : text + "\n  expected " + expected + "\n  but was  " + actual;
  }

  private static String outcome(Connection connection, String sql) {
    StringBuilder text = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columnCount = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        text.append('[');
        for (int i = 1; i <= columnCount; i++) {
          text.append(i == 1 ? "" : ", ").append(describe(rows.getObject(i)));
        }
        text.append(']');
      }
      return text.toString();
    } catch (SQLException e) {
      return "error: " + Reference.message(e);
    }
  }

  private static String describe(Object value) {
    if (value instanceof byte[] bytes) {
      return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }
    return value instanceof String ? '"' + value.toString() + '"' : String.valueOf(value);
  }

  @Override
  public void close() throws SQLException {
    reference.close();
    tested.close();
  }
}
