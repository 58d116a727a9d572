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

  /** A type that begins with a quote loses what the quote ends, as SQLite's unquoting does. */
  private static String text(String sql, int start, int end) {
    char first = sql.charAt(start);
    if (first != '"' && first != '\'' && first != '`' && first != '[') {
      return sql.substring(start, end);
    }
    Tokenizer tokenizer = new Tokenizer(sql);
    tokenizer.scan(start);
    return SqlText.unquote(sql, start, tokenizer.end);
  }
}
