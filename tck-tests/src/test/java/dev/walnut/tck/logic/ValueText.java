// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Writes the value of a result column as sqllogictest does. */
final class ValueText {

  private static final double EXACT_LONG_LIMIT = 1e12;

  private ValueText() {}

  /**
   * Returns the text of a value.
   *
   * @param rows a result on a row
   * @param column from 1
   * @param type the letter of the column: I, R or T
   */
  static String of(ResultSet rows, int column, char type) throws SQLException {
    Object value = rows.getObject(column);
    if (value == null) {
      return "NULL";
    }
    return switch (type) {
      case 'I' -> Integer.toString((int) toLong(value));
      case 'R' -> real(toDouble(value));
      case 'T' -> text(value instanceof String s ? s : rows.getString(column));
      default -> throw new IllegalArgumentException("column type " + type);
    };
  }

  private static long toLong(Object value) {
    if (value instanceof Double || value instanceof Float) {
      return (long) ((Number) value).doubleValue();
    }
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    String digits = numericPrefix(textOf(value), false);
    if (digits.isEmpty()) {
      return 0;
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException tooLarge) {
      return digits.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  private static double toDouble(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    String digits = numericPrefix(textOf(value), true);
    return digits.isEmpty() ? 0 : Double.parseDouble(digits);
  }

  private static String textOf(Object value) {
    return value instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : value.toString();
  }

  private static String numericPrefix(String text, boolean real) {
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    int end = start;
    if (end < text.length() && (text.charAt(end) == '-' || text.charAt(end) == '+')) {
      end++;
    }
    int digitCount = 0;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
      digitCount++;
    }
    if (real && end < text.length() && text.charAt(end) == '.') {
      end++;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
        digitCount++;
      }
    }
    if (digitCount == 0) {
      return "";
    }
    if (real && end < text.length() && (text.charAt(end) | 0x20) == 'e') {
      int exponent = end + 1;
      if (exponent < text.length()
          && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
        exponent++;
      }
      if (exponent < text.length() && isDigit(text.charAt(exponent))) {
        while (exponent < text.length() && isDigit(text.charAt(exponent))) {
          exponent++;
        }
        end = exponent;
      }
    }
    return text.substring(start, end);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** As {@code %.3f}, with no more than 16 significant digits, as SQLite's own printf writes it. */
  private static String real(double value) {
    if (Double.isNaN(value)) {
      return "NULL";
    }
    if (Double.isInfinite(value)) {
      return value < 0 ? "-Inf" : "Inf";
    }
    if (value == Math.rint(value) && Math.abs(value) < EXACT_LONG_LIMIT) {
      return (long) value + ".000";
    }
    BigDecimal exact = new BigDecimal(Math.abs(value));
    if (exact.precision() - exact.scale() > 13) {
      exact = exact.round(new MathContext(16, RoundingMode.HALF_UP));
    }
    String digits = exact.setScale(3, RoundingMode.HALF_UP).toPlainString();
    return value < 0 ? "-" + digits : digits;
  }

  private static String text(String value) {
    if (value.isEmpty()) {
      return "(empty)";
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '~') {
        return printable(value);
      }
    }
    return value;
  }

  private static String printable(String value) {
    StringBuilder out = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      out.append(b < ' ' || b > '~' ? '@' : (char) b);
    }
    return out.toString();
  }
}
