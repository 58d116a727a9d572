// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

/** Reads declared types: words, then up to two numbers in parentheses. */
final class TypeNames {
  private TypeNames() {}

  /** The text of a type; null if there is none. */
  static String parse(TokenStream tokens) {
    if (!tokens.type.isAlias()) {
      return null;
    }
    int start = tokens.start;
    while (tokens.type.isAlias()) {
      tokens.advance();
    }
    if (tokens.accept(TokenType.LEFT_PAREN)) {
      signedNumber(tokens);
      if (tokens.accept(TokenType.COMMA)) {
        signedNumber(tokens);
      }
      tokens.expect(TokenType.RIGHT_PAREN);
    }
    return text(tokens.sql(), start, tokens.previousEnd);
  }

  private static void signedNumber(TokenStream tokens) {
    if (tokens.type == TokenType.PLUS || tokens.type == TokenType.MINUS) {
      tokens.advance();
    }
    if (!tokens.isPlainNumber()) {
      throw tokens.syntaxError();
    }
    tokens.advance();
  }

  /**
   * SQLite removes quotes from a type in two ways, one after the other: first and last char if no
   * other quote stands between them, then everything outside of what a leading quote encloses.
   */
  private static String text(String sql, int start, int end) {
    int from = start;
    int to = end;
    if (isQuote(sql.charAt(from)) && to - from >= 2 && !hasQuote(sql, from + 1, to - 1)) {
      from++;
      to--;
    }
    if (from == to || !isQuote(sql.charAt(from))) {
      return sql.substring(from, to);
    }
    Tokenizer tokenizer = new Tokenizer(sql);
    tokenizer.scan(from);
    return tokenizer.end <= to
        ? SqlText.unquote(sql, from, tokenizer.end)
        : sql.substring(from, to);
  }

  private static boolean hasQuote(String sql, int from, int to) {
    for (int i = from; i < to; i++) {
      if (isQuote(sql.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`' || c == '[';
  }
}
