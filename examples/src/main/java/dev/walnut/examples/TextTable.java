// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples;

import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Prints a result set, or rows of text, as aligned columns. */
public final class TextTable {

  private static final int MAX_WIDTH = 40;

  private TextTable() {}

  /**
   * Prints the names and at most a number of rows.
   *
   * @return how many rows the result had
   */
  static int print(PrintStream out, ResultSet rows, int maxRows) throws SQLException {
    ResultSetMetaData metaData = rows.getMetaData();
    int columnCount = metaData.getColumnCount();
    List<String[]> lines = new ArrayList<>();
    String[] names = new String[columnCount];
    for (int i = 0; i < columnCount; i++) {
      names[i] = metaData.getColumnLabel(i + 1);
    }
    lines.add(names);
    int rowCount = 0;
    while (rows.next()) {
      rowCount++;
      if (rowCount <= maxRows) {
        String[] line = new String[columnCount];
        for (int i = 0; i < columnCount; i++) {
          line[i] = text(rows.getObject(i + 1));
        }
        lines.add(line);
      }
    }
    print(out, lines);
    if (rowCount > maxRows) {
      out.println("  ... " + rowCount + " rows in total");
    }
    return rowCount;
  }

  /** Prints rows of equally many cells, the first being the names. */
  public static void print(PrintStream out, List<String[]> lines) {
    int[] widths = new int[lines.get(0).length];
    for (String[] line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line[i].length());
      }
    }
    for (String[] line : lines) {
      StringBuilder text = new StringBuilder("  ");
      for (int i = 0; i < widths.length; i++) {
        text.append(line[i]).append(" ".repeat(widths[i] - line[i].length() + 2));
      }
      out.println(text.toString().stripTrailing());
    }
  }

  private static String text(Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof byte[] bytes) {
      return bytes.length + " bytes";
    }
    String text = value.toString().replace('\n', ' ');
    return text.length() <= MAX_WIDTH ? text : text.substring(0, MAX_WIDTH - 3) + "...";
  }
}
