// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import java.util.List;

/**
 * Reads lists of column names in parentheses. SQLite's grammar shares one kind of list with old
 * schemas, so that COLLATE and ASC or DESC behind a name are read and complained about.
 */
final class ColumnLists {
  private ColumnLists() {}

  /** A list that allows nothing but names, if a parenthesis opens one; else empty. */
  static List<String> optional(ParseState state) {
    return state.tokens.type == TokenType.LEFT_PAREN ? required(state) : List.of();
  }

  /** A list in parentheses whose names may be followed by what is complained about. */
  static List<String> required(ParseState state) {
    TokenStream tokens = state.tokens;
    tokens.expect(TokenType.LEFT_PAREN);
    int begin = tokens.beginList();
    do {
      String name = tokens.expectName();
      tokens.add(name);
      boolean decorated = false;
      if (tokens.accept(TokenType.COLLATE)) {
        tokens.expectAlias();
        decorated = true;
      }
      if (tokens.type == TokenType.ASC || tokens.type == TokenType.DESC) {
        tokens.advance();
        decorated = true;
      }
      if (decorated) {
        tokens.complain("syntax error after column name \"" + name + "\"");
      }
    } while (tokens.accept(TokenType.COMMA));
    tokens.expect(TokenType.RIGHT_PAREN);
    return tokens.endList(begin);
  }

  /** Names with commas between, in parentheses. */
  static List<String> names(TokenStream tokens) {
    tokens.expect(TokenType.LEFT_PAREN);
    List<String> names = nameList(tokens);
    tokens.expect(TokenType.RIGHT_PAREN);
    return names;
  }

  /** Names with commas between. */
  static List<String> nameList(TokenStream tokens) {
    int begin = tokens.beginList();
    do {
      tokens.add(tokens.expectName());
    } while (tokens.accept(TokenType.COMMA));
    return tokens.endList(begin);
  }
}
