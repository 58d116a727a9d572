// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.util.List;

/**
 * The tokens of one text with one token of look-ahead, and the small questions that all parsers ask
 * of it. The current token is the one that has not been used yet.
 */
final class TokenStream {
  private final String sql;
  private final Tokenizer tokenizer;

  /** The current token: kind, first char, after its last char. */
  TokenType type = TokenType.SEMICOLON;

  int start;
  int end;

  /** Offset after the token that was used last. */
  int previousEnd;

  /** Offset of the token that was used last. */
  int previousStart;

  /** What is wrong with the text before the current token; null if nothing is. */
  private String complaint;

  /** Items of the lists that are being read, innermost on top. */
  private Object[] pending = new Object[16];

  private int pendingCount;

  TokenStream(String sql, int offset) {
    this.sql = sql;
    this.tokenizer = new Tokenizer(sql);
    this.end = offset;
    this.previousEnd = offset;
    advance();
  }

  String sql() {
    return sql;
  }

  /** Uses the current token and reads the next one. */
  void advance() {
    if (complaint != null) {
      throw error(complaint);
    }
    TokenType previous = type;
    previousStart = start;
    previousEnd = end;
    Tokenizer t = tokenizer;
    t.scan(end);
    TokenType found = t.type;
    if (found == null) {
      throw t.unrecognized();
    }
    start = t.start;
    end = t.end;
    if (found == TokenType.WINDOW || found == TokenType.OVER || found == TokenType.FILTER) {
      found = keywordOrIdentifier(found, previous);
    }
    type = found;
  }

  /** Whether the number that is the current token has digit separators. */
  boolean hasSeparators() {
    return tokenizer.hasSeparators;
  }

  /** Whether this is a number without digit separators. */
  boolean isPlainNumber() {
    return (type == TokenType.INTEGER || type == TokenType.FLOAT) && !tokenizer.hasSeparators;
  }

  /** Complains about the number that was used last if a separator stands wrong in it. */
  void checkSeparators(int numberStart, int numberEnd) {
    if (!Tokenizer.separatorsStandBetweenDigits(sql, numberStart, numberEnd)) {
      complain("unrecognized token: \"" + sql.substring(numberStart, numberEnd) + "\"");
    }
  }

  /** WINDOW, OVER and FILTER are keywords only between certain neighbours. */
  private TokenType keywordOrIdentifier(TokenType word, TokenType previous) {
    boolean keyword;
    if (word == TokenType.WINDOW) {
      tokenizer.scan(end);
      keyword = canNameWindow(tokenizer.type);
      if (keyword) {
        tokenizer.scan(tokenizer.end);
        keyword = tokenizer.type == TokenType.AS;
      }
    } else if (previous != TokenType.RIGHT_PAREN) {
      keyword = false;
    } else {
      tokenizer.scan(end);
      keyword =
          tokenizer.type == TokenType.LEFT_PAREN
              || (word == TokenType.OVER && canNameWindow(tokenizer.type));
    }
    return keyword ? word : TokenType.IDENTIFIER;
  }

  private static boolean canNameWindow(TokenType type) {
    return type != null
        && (type.isAlias()
            || type.isJoinWord()
            || type == TokenType.WINDOW
            || type == TokenType.OVER);
  }

  /** Uses the current token if it is of a kind. */
  boolean accept(TokenType wanted) {
    if (type != wanted) {
      return false;
    }
    advance();
    return true;
  }

  /** Uses the current token, which must be of a kind. */
  void expect(TokenType wanted) {
    if (type != wanted) {
      throw syntaxError();
    }
    advance();
  }

  /** Uses the current token, which must be able to name something. */
  String expectName() {
    if (!type.isName()) {
      throw syntaxError();
    }
    String name = name();
    advance();
    return name;
  }

  /** Uses the current token, which must be able to be an alias, a type word or a collation. */
  String expectAlias() {
    if (!type.isAlias()) {
      throw syntaxError();
    }
    String name = name();
    advance();
    return name;
  }

  /** Whether {@code . *} stands behind the current token. */
  boolean isFollowedByDotStar() {
    char next = end < sql.length() ? sql.charAt(end) : 0;
    if (next == ',' || next == 0 || next == '(') {
      return false;
    }
    tokenizer.scan(end);
    if (tokenizer.type != TokenType.DOT) {
      return false;
    }
    tokenizer.scan(tokenizer.end);
    return tokenizer.type == TokenType.STAR;
  }

  /** The current token as a name: without quotes. */
  String name() {
    return isQuoted(type) ? SqlText.unquote(sql, start, end) : sql.substring(start, end);
  }

  private static boolean isQuoted(TokenType type) {
    return type == TokenType.QUOTED_IDENTIFIER
        || type == TokenType.BRACKETED_IDENTIFIER
        || type == TokenType.STRING;
  }

  /** The current token as it stands in the text. */
  String text() {
    return sql.substring(start, end);
  }

  /** The complaint about the current token. */
  DatabaseException syntaxError() {
    if (type == TokenType.END_OF_INPUT) {
      return error("incomplete input");
    }
    return error("near \"" + text() + "\": syntax error");
  }

  /** A complaint with SQLite's words. */
  static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }

  /**
   * Says that what has been read is wrong in meaning. The error is thrown when the current token is
   * used: if that is a syntax error itself, or something before it draws another complaint, SQLite
   * reports the later one.
   */
  void complain(String message) {
    complaint = message;
  }

  boolean hasComplaint() {
    return complaint != null;
  }

  /** Throws what was complained about, if anything was, at the end of a statement. */
  void throwComplaint() {
    if (complaint != null) {
      throw error(complaint);
    }
  }

  /** Begins a list; the result goes to {@link #endList}. Lists nest. */
  int beginList() {
    return pendingCount;
  }

  /** Adds an item to the innermost list. */
  void add(Object item) {
    if (pendingCount == pending.length) {
      pending = java.util.Arrays.copyOf(pending, pendingCount * 2);
    }
    pending[pendingCount++] = item;
  }

  /** Replaces an item at a place that {@link #beginList} gave before the item was added. */
  void set(int position, Object item) {
    pending[position] = item;
  }

  /** Takes the items since {@link #beginList} as an immutable list. */
  @SuppressWarnings("unchecked")
  <T> List<T> endList(int begin) {
    int count = pendingCount - begin;
    List<T> list;
    switch (count) {
      case 0 -> list = List.of();
      case 1 -> list = List.of((T) pending[begin]);
      case 2 -> list = List.of((T) pending[begin], (T) pending[begin + 1]);
      default -> {
        Object[] items = new Object[count];
        System.arraycopy(pending, begin, items, 0, count);
        list = (List<T>) List.of(items);
      }
    }
    while (pendingCount > begin) {
      pending[--pendingCount] = null;
    }
    return list;
  }
}
