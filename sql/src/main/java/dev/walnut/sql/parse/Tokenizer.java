// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;

/**
 * Cuts SQL text into tokens. Stateless but for the token it found last: {@link #scan} reads the
 * token at a position into {@link #type}, {@link #start} and {@link #end}.
 *
 * <p>Words WINDOW, OVER and FILTER are reported as keywords always; {@link TokenStream} decides by
 * their neighbours. The text ends at a NUL char, as it does for SQLite. Every char from U+0080 on
 * belongs to words.
 */
final class Tokenizer {
  /** Bits of {@link #CLASS}. */
  private static final byte WORD = 1;

  private static final byte DIGIT = 2;
  private static final byte HEX_DIGIT = 4;
  private static final byte SPACE = 8;

  private static final byte[] CLASS = new byte[128];

  static {
    for (char c = '0'; c <= '9'; c++) {
      CLASS[c] = WORD | DIGIT | HEX_DIGIT;
    }
    for (char c = 'a'; c <= 'z'; c++) {
      byte hex = c <= 'f' ? HEX_DIGIT : 0;
      CLASS[c] = (byte) (WORD | hex);
      CLASS[c - 0x20] = (byte) (WORD | hex);
    }
    CLASS['_'] = WORD;
    CLASS['$'] = WORD;
    for (char c : new char[] {' ', '\t', '\n', '\f', '\r', 0x0b}) {
      CLASS[c] = SPACE;
    }
  }

  private final String sql;
  private final int length;

  /** The token found last. */
  TokenType type;

  /** Offset of its first char. */
  int start;

  /** Offset after its last char. */
  int end;

  /** Whether a number has {@code _} between its digits. */
  boolean hasSeparators;

  /** Whether the text ended inside a comment. */
  boolean commentIsOpen;

  Tokenizer(String sql) {
    this.sql = sql;
    this.length = sql.length();
  }

  /**
   * Reads the first token at or after a position. {@link #type} is null afterwards if the text from
   * {@link #start} to {@link #end} is no token.
   */
  void scan(int position) {
    int i = skipSpace(position);
    start = i;
    char c = at(i);
    if (c >= 128) {
      word(i);
      return;
    }
    if ((CLASS[c] & WORD) != 0 && c != '$') {
      if ((CLASS[c] & DIGIT) != 0) {
        number(i);
      } else if ((c | 0x20) == 'x' && at(i + 1) == '\'') {
        blob(i);
      } else {
        word(i);
      }
      return;
    }
    switch (c) {
      case 0 -> found(TokenType.END_OF_INPUT, i);
      case ';' -> found(TokenType.SEMICOLON, i + 1);
      case ',' -> found(TokenType.COMMA, i + 1);
      case '(' -> found(TokenType.LEFT_PAREN, i + 1);
      case ')' -> found(TokenType.RIGHT_PAREN, i + 1);
      case '*' -> found(TokenType.STAR, i + 1);
      case '+' -> found(TokenType.PLUS, i + 1);
      case '/' -> found(TokenType.SLASH, i + 1);
      case '%' -> found(TokenType.PERCENT, i + 1);
      case '&' -> found(TokenType.AMPERSAND, i + 1);
      case '~' -> found(TokenType.TILDE, i + 1);
      case '-' -> {
        if (at(i + 1) != '>') {
          found(TokenType.MINUS, i + 1);
        } else if (at(i + 2) == '>') {
          found(TokenType.DOUBLE_ARROW, i + 3);
        } else {
          found(TokenType.ARROW, i + 2);
        }
      }
      case '=' -> found(TokenType.EQUAL, at(i + 1) == '=' ? i + 2 : i + 1);
      case '<' -> {
        switch (at(i + 1)) {
          case '=' -> found(TokenType.LESS_EQUAL, i + 2);
          case '>' -> found(TokenType.NOT_EQUAL, i + 2);
          case '<' -> found(TokenType.SHIFT_LEFT, i + 2);
          default -> found(TokenType.LESS, i + 1);
        }
      }
      case '>' -> {
        switch (at(i + 1)) {
          case '=' -> found(TokenType.GREATER_EQUAL, i + 2);
          case '>' -> found(TokenType.SHIFT_RIGHT, i + 2);
          default -> found(TokenType.GREATER, i + 1);
        }
      }
      case '!' -> {
        if (at(i + 1) == '=') {
          found(TokenType.NOT_EQUAL, i + 2);
        } else {
          found(null, i + 1);
        }
      }
      case '|' -> {
        if (at(i + 1) == '|') {
          found(TokenType.CONCAT, i + 2);
        } else {
          found(TokenType.BAR, i + 1);
        }
      }
      case '\'' -> quoted(i, c, TokenType.STRING);
      case '"' -> quoted(i, c, TokenType.QUOTED_IDENTIFIER);
      case '`' -> quoted(i, c, TokenType.BRACKETED_IDENTIFIER);
      case '[' -> {
        int close = indexOf(']', i + 1);
        if (close < 0) {
          found(null, endOfText(i));
        } else {
          found(TokenType.BRACKETED_IDENTIFIER, close + 1);
        }
      }
      case '.' -> {
        if (isDigit(at(i + 1))) {
          number(i);
        } else {
          found(TokenType.DOT, i + 1);
        }
      }
      case '?' -> {
        int j = i + 1;
        while (isDigit(at(j))) {
          j++;
        }
        found(TokenType.PARAMETER, j);
      }
      case '$', '@', ':', '#' -> namedParameter(i);
      default -> found(null, i + 1);
    }
  }

  private void found(TokenType type, int end) {
    this.type = type;
    this.end = end;
  }

  /** The char at an offset; 0 at and after the end of the text. */
  private char at(int i) {
    return i < length ? sql.charAt(i) : 0;
  }

  private int skipSpace(int position) {
    int i = position;
    while (true) {
      char c = at(i);
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f') {
        i++;
        // SQLite takes a vertical tab for space only behind other space.
        while (at(i) == 0x0b) {
          i++;
        }
      } else if (c == '-' && at(i + 1) == '-') {
        i += 2;
        while ((c = at(i)) != '\n' && c != 0) {
          i++;
        }
      } else if (c == '/' && at(i + 1) == '*' && at(i + 2) != 0) {
        i = endOfComment(i);
      } else if (c == '\uFEFF') {
        i++;
      } else {
        return i;
      }
    }
  }

  /** The offset after a comment; an unterminated one goes up to the end of the text. */
  private int endOfComment(int i) {
    int j = i + 3;
    char previous = at(i + 2);
    char c;
    while ((c = at(j)) != 0) {
      j++;
      if (previous == '*' && c == '/') {
        return j;
      }
      previous = c;
    }
    commentIsOpen = true;
    return j;
  }

  private int indexOf(char wanted, int from) {
    char c;
    for (int i = from; (c = at(i)) != 0; i++) {
      if (c == wanted) {
        return i;
      }
    }
    return -1;
  }

  private int endOfText(int from) {
    int i = from;
    while (at(i) != 0) {
      i++;
    }
    return i;
  }

  private void word(int from) {
    int hash = 0;
    boolean ascii = true;
    int i = from;
    for (; i < length; i++) {
      char c = sql.charAt(i);
      if (c >= 128) {
        ascii = false;
      } else if ((CLASS[c] & WORD) == 0) {
        break;
      }
      hash = Keywords.hash(hash, c);
    }
    found(ascii ? Keywords.find(sql, from, i, hash) : TokenType.IDENTIFIER, i);
  }

  private void quoted(int from, char quote, TokenType type) {
    int i = from + 1;
    while (true) {
      int close = indexOf(quote, i);
      if (close < 0) {
        found(null, endOfText(i));
        return;
      }
      if (at(close + 1) != quote) {
        found(type, close + 1);
        return;
      }
      i = close + 2;
    }
  }

  private void blob(int from) {
    int i = from + 2;
    while (isHexDigit(at(i))) {
      i++;
    }
    if (at(i) == '\'' && (i - from) % 2 == 0) {
      found(TokenType.BLOB, i + 1);
      return;
    }
    while (at(i) != '\'' && at(i) != 0) {
      i++;
    }
    found(null, at(i) == 0 ? i : i + 1);
  }

  private void number(int from) {
    int i = from;
    hasSeparators = false;
    TokenType kind = TokenType.INTEGER;
    if (at(i) == '0' && (at(i + 1) | 0x20) == 'x' && isHexDigit(at(i + 2))) {
      i += 3;
      while (isHexDigit(at(i)) || isSeparator(i)) {
        i++;
      }
    } else {
      i = digits(i);
      if (at(i) == '.') {
        kind = TokenType.FLOAT;
        i = digits(i + 1);
      }
      if ((at(i) | 0x20) == 'e' && startsExponent(i + 1)) {
        kind = TokenType.FLOAT;
        i = digits(i + 2);
      }
    }
    boolean valid = true;
    while (isWord(at(i))) {
      valid = false;
      i++;
    }
    found(valid ? kind : null, i);
  }

  private boolean startsExponent(int i) {
    char c = at(i);
    return isDigit(c) || ((c == '+' || c == '-') && isDigit(at(i + 1)));
  }

  private int digits(int from) {
    int i = from;
    while (isDigit(at(i)) || isSeparator(i)) {
      i++;
    }
    return i;
  }

  private boolean isSeparator(int i) {
    if (at(i) == '_') {
      hasSeparators = true;
      return true;
    }
    return false;
  }

  /** Whether each {@code _} of a number has a digit before and behind it. */
  static boolean separatorsStandBetweenDigits(String sql, int from, int to) {
    boolean hex = to - from > 2 && (sql.charAt(from + 1) | 0x20) == 'x';
    for (int i = from; i < to; i++) {
      if (sql.charAt(i) == '_') {
        char before = i > from ? sql.charAt(i - 1) : 0;
        char after = i + 1 < to ? sql.charAt(i + 1) : 0;
        boolean between =
            hex ? isHexDigit(before) && isHexDigit(after) : isDigit(before) && isDigit(after);
        if (!between) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * {@code :name}, {@code @name}, {@code $name}, with {@code ::} and one {@code (...)} as in Tcl.
   */
  private void namedParameter(int from) {
    int nameLength = 0;
    int i = from + 1;
    while (true) {
      char c = at(i);
      if (isWord(c)) {
        nameLength++;
        i++;
      } else if (c == '(' && nameLength > 0) {
        do {
          i++;
          c = at(i);
        } while (c != 0 && !isSpace(c) && c != ')');
        if (c == ')') {
          found(TokenType.PARAMETER, i + 1);
        } else {
          found(null, i);
        }
        return;
      } else if (c == ':' && at(i + 1) == ':') {
        i += 2;
      } else {
        break;
      }
    }
    found(nameLength > 0 ? TokenType.PARAMETER : null, i);
  }

  private static boolean isWord(char c) {
    return c >= 128 || (CLASS[c] & WORD) != 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isHexDigit(char c) {
    return c < 128 && (CLASS[c] & HEX_DIGIT) != 0;
  }

  private static boolean isSpace(char c) {
    return c < 128 && (CLASS[c] & SPACE) != 0;
  }

  /** The error for text that is no token. */
  DatabaseException unrecognized() {
    return new DatabaseException(
        ResultCode.ERROR, "unrecognized token: \"" + sql.substring(start, end) + "\"");
  }
}
