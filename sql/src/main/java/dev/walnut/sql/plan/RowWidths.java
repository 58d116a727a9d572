// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexLayout;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.value.Affinity;
import java.util.Locale;

/**
 * How wide SQLite takes the rows of tables and indexes to be, by the declared types alone, and what
 * it makes of that: whether a scan reads the table or an index that holds all that is asked for.
 *
 * <p>The order in which a scan finds rows shows: in a SELECT without ORDER BY, and in the outcome
 * of an UPDATE that breaks a key half-way. So the choice is made as SQLite makes it. The unit of
 * width is four bytes; costs are compared in steps of a tenth of a power of two, which makes near
 * ties ties.
 */
final class RowWidths {
  private static final int LONG_TEXT = 5;
  private static final int MAX_WIDTH = 255;

  /** What a row of a table's own tree costs in a scan, in tenths of a power of two. */
  private static final int TABLE_STEP = 16;

  private RowWidths() {}

  /** Whether an index's entries are narrower than the table's rows. */
  static boolean isNarrower(Table table, Index index) {
    return logarithm(width(table, index)) < logarithm(width(table));
  }

  /** What an entry costs in a scan of a whole index, where a row of a table scan costs 1. */
  static double scanStep(Table table, Index index) {
    int step = 1 + 15 * logarithm(width(table, index)) / logarithm(width(table));
    return Math.pow(2, (step - TABLE_STEP) / 10.0);
  }

  private static int width(Table table) {
    int width = table.rowidColumn() < 0 ? 1 : 0;
    for (Column column : table.columns()) {
      width += width(column);
    }
    return width;
  }

  private static int width(Table table, Index index) {
    IndexLayout layout = IndexLayout.of(table, index);
    int width = 0;
    for (int i = 0; i < layout.fieldCount(); i++) {
      int column = layout.column(i);
      width += column < 0 ? 1 : width(table.columns().get(column));
    }
    return width;
  }

  private static int width(Column column) {
    String type = column.declaredType();
    if (type == null || type.isEmpty() || column.affinity().isNumeric()) {
      return 1;
    }
    String lower = type.toLowerCase(Locale.ROOT);
    int at = lower.lastIndexOf("char");
    if (at < 0) {
      at = column.affinity() == Affinity.BLOB ? lower.indexOf("blob(") : -1;
    }
    return at < 0 ? LONG_TEXT : Math.min(MAX_WIDTH, firstNumber(lower, at) / 4 + 1);
  }

  private static int firstNumber(String text, int from) {
    int at = from;
    while (at < text.length() && !isDigit(text.charAt(at))) {
      at++;
    }
    int number = 0;
    while (at < text.length() && isDigit(text.charAt(at)) && number < 1_000_000) {
      number = number * 10 + text.charAt(at++) - '0';
    }
    return number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Ten times the binary logarithm of a width in bytes, of whose digits the first four count. */
  private static int logarithm(int width) {
    int bytes = 4 * width;
    int dropped = Math.max(0, 28 - Integer.numberOfLeadingZeros(bytes));
    int leading = bytes >> dropped << dropped;
    return (int) Math.round(10 * Math.log(leading) / Math.log(2));
  }
}
