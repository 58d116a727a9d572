// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.parse.SqlText;
import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of a stored definition with their places, coarse but exact: names, strings, other
 * words of punctuation; space and comments are left out. For editing text that has been parsed
 * before.
 */
final class DefinitionTokens {
  /** What a token is. */
  enum Kind {
    /** A name or keyword without quotes, or a name in quotes. */
    NAME,
    STRING,
    NUMBER,
    PUNCTUATION
  }

  /**
   * A token.
   *
   * @param text a name without its quotes, else as written
   * @param quoted whether it is a name in quotes
   */
  record Token(Kind kind, String text, boolean quoted, int start, int end) {
    boolean isName(String name) {
      return kind == Kind.NAME && text.equalsIgnoreCase(name);
    }

    boolean isKeyword(String keyword) {
      return kind == Kind.NAME && !quoted && text.equalsIgnoreCase(keyword);
    }

    boolean is(char c) {
      return kind == Kind.PUNCTUATION && text.charAt(0) == c;
    }
  }

  private DefinitionTokens() {}

  static List<Token> of(String sql) {
    List<Token> tokens = new ArrayList<>();
    int i = 0;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      int end = i + 1;
      if (c <= ' ') {
        i++;
        continue;
      }
      if (c == '-' && sql.startsWith("--", i)) {
        end = sql.indexOf('\n', i);
        i = end < 0 ? sql.length() : end;
        continue;
      }
      if (c == '/' && sql.startsWith("/*", i)) {
        end = sql.indexOf("*/", i + 2);
        i = end < 0 ? sql.length() : end + 2;
        continue;
      }
      Kind kind = Kind.PUNCTUATION;
      boolean quoted = false;
      String text = null;
      if (c == '"' || c == '`' || c == '[' || c == '\'') {
        end = endOfQuoted(sql, i, c == '[' ? ']' : c);
        kind = c == '\'' ? Kind.STRING : Kind.NAME;
        quoted = c != '\'';
        text = SqlText.unquote(sql, i, end);
      } else if (c >= '0' && c <= '9') {
        kind = Kind.NUMBER;
        end = endOfWord(sql, i);
      } else if (isWord(c)) {
        kind = Kind.NAME;
        end = endOfWord(sql, i);
      }
      tokens.add(new Token(kind, text != null ? text : sql.substring(i, end), quoted, i, end));
      i = end;
    }
    return tokens;
  }

  private static int endOfQuoted(String sql, int start, char close) {
    int i = start + 1;
    while (i < sql.length()) {
      if (sql.charAt(i) == close) {
        if (close == ']' || i + 1 >= sql.length() || sql.charAt(i + 1) != close) {
          return i + 1;
        }
        i++;
      }
      i++;
    }
    return sql.length();
  }

  private static int endOfWord(String sql, int start) {
    int i = start;
    while (i < sql.length() && isWord(sql.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '$'
        || c >= 0x80;
  }
}
