// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

/** Quoting and unquoting of names and strings. */
public final class SqlText {
  private SqlText() {}

  /**
   * The meaning of a quoted name or string: outer quotes removed, doubled ones made single.
   *
   * @param sql text that has a token in {@code "}, {@code '}, backticks or brackets
   * @param start offset of the opening quote
   * @param end offset after the closing quote
   */
  public static String unquote(String sql, int start, int end) {
    char quote = sql.charAt(start);
    if (quote == '[') {
      return sql.substring(start + 1, end - 1);
    }
    int doubled = sql.indexOf(quote, start + 1);
    if (doubled == end - 1) {
      return sql.substring(start + 1, end - 1);
    }
    StringBuilder text = new StringBuilder(end - start);
    for (int i = start + 1; i < end - 1; i++) {
      char c = sql.charAt(i);
      text.append(c);
      if (c == quote) {
        i++;
      }
    }
    return text.toString();
  }

  /** A name in double quotes. */
  public static String quoteName(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Whether a name, written without quotes, would be read as a keyword. */
  public static boolean isKeyword(String name) {
    if (name.length() > Keywords.MAX_LENGTH) {
      return false;
    }
    int hash = 0;
    for (int i = 0; i < name.length(); i++) {
      hash = Keywords.hash(hash, name.charAt(i));
    }
    return Keywords.find(name, 0, name.length(), hash) != TokenType.IDENTIFIER;
  }

  /** A string literal. */
  public static String quoteString(String value) {
    return '\'' + value.replace("'", "''") + '\'';
  }

  /** The text of a range without space at either end. */
  static String trimmed(String sql, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && isSpace(sql.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(sql.charAt(to - 1))) {
      to--;
    }
    return sql.substring(from, to);
  }

  /** Whether SQLite takes a char for space. */
  static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
