// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

/**
 * The little that the driver itself must see in a statement's text: where the next statement begins
 * and with which word. White space and comments are SQLite's.
 */
final class SqlText {
  private SqlText() {}

  /**
   * Where a statement begins at or after an offset, past white space, comments and semicolons.
   *
   * @return -1 if there is none
   */
  static int statementStart(String sql, int from) {
    int i = from;
    int n = sql.length();
    while (i < n) {
      int next = sql.charAt(i) == ';' ? i + 1 : afterBlank(sql, i);
      if (next == i) {
        return i;
      }
      i = next;
    }
    return -1;
  }

  /**
   * The end of the white space or comment that begins at an offset; the offset itself if none does.
   */
  static int afterBlank(String sql, int i) {
    int n = sql.length();
    char c = sql.charAt(i);
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\ufeff') {
      return i + 1;
    }
    if (c == '-' && i + 1 < n && sql.charAt(i + 1) == '-') {
      int end = sql.indexOf('\n', i);
      return end < 0 ? n : end + 1;
    }
    if (c == '/' && i + 1 < n && sql.charAt(i + 1) == '*') {
      int end = sql.indexOf("*/", i + 2);
      return end < 0 ? n : end + 2;
    }
    return i;
  }

  /** Whether the statement that begins at or after an offset has that first word. */
  static boolean startsWith(String sql, int from, String word) {
    int start = statementStart(sql, from);
    return start >= 0 && wordAt(sql, start, word);
  }

  /**
   * The word that says what a statement does: INSERT, REPLACE, UPDATE or DELETE, also after WITH.
   * Empty if it is none of these.
   */
  static String changeVerb(String sql) {
    int depth = 0;
    int i = 0;
    int n = sql.length();
    boolean with = false;
    boolean first = true;
    while (i < n) {
      char c = sql.charAt(i);
      int blank = afterBlank(sql, i);
      if (blank != i) {
        i = blank;
      } else if (isQuote(c)) {
        i = afterQuoted(sql, i);
        first = false;
      } else if (isWordChar(c)) {
        int end = wordEnd(sql, i);
        if (depth == 0) {
          for (String verb : VERBS) {
            if (end - i == verb.length() && sql.regionMatches(true, i, verb, 0, verb.length())) {
              return verb;
            }
          }
          if (first) {
            with = wordAt(sql, i, "WITH");
          }
          if (!with) {
            return "";
          }
        }
        first = false;
        i = end;
      } else {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        i++;
      }
    }
    return "";
  }

  private static final String[] VERBS = {"INSERT", "REPLACE", "UPDATE", "DELETE"};

  /** The end of a quoted string or name that begins at an offset; the text's end if it is open. */
  static int afterQuoted(String sql, int from) {
    char open = sql.charAt(from);
    char close = open == '[' ? ']' : open;
    int n = sql.length();
    int i = from + 1;
    while (i < n) {
      if (sql.charAt(i) == close) {
        if (open != '[' && i + 1 < n && sql.charAt(i + 1) == close) {
          i++;
        } else {
          return i + 1;
        }
      }
      i++;
    }
    return n;
  }

  static boolean isQuote(char c) {
    return c == '\'' || c == '"' || c == '`' || c == '[';
  }

  static boolean isWordChar(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c > 127;
  }

  static int wordEnd(String sql, int from) {
    int i = from;
    while (i < sql.length() && isWordChar(sql.charAt(i))) {
      i++;
    }
    return i;
  }

  static boolean wordAt(String sql, int at, String word) {
    return sql.regionMatches(true, at, word, 0, word.length())
        && wordEnd(sql, at) == at + word.length();
  }

  /** What follows the last WHERE outside parentheses and quotes; null if there is none. */
  static String lastCondition(String sql) {
    int depth = 0;
    int found = -1;
    int i = 0;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      int blank = afterBlank(sql, i);
      if (blank != i) {
        i = blank;
      } else if (isQuote(c)) {
        i = afterQuoted(sql, i);
      } else if (isWordChar(c)) {
        int end = wordEnd(sql, i);
        if (depth == 0 && wordAt(sql, i, "WHERE")) {
          found = end;
        }
        i = end;
      } else {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        i++;
      }
    }
    return found < 0 ? null : sql.substring(found).strip();
  }
}
