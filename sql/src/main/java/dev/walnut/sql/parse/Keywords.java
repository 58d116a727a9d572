// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

/**
 * Finds the keyword that a word is, without allocating: the tokenizer computes the hash of a word
 * while it reads it.
 *
 * <p>The table is open-addressed, twice as large as needed at least, and never changes.
 */
final class Keywords {
  /** Length of the longest keyword, CURRENT_TIMESTAMP. */
  static final int MAX_LENGTH = 17;

  private static final int SIZE = 1024;
  private static final TokenType[] TABLE = new TokenType[SIZE];
  private static final String[] TEXT = new String[SIZE];

  static {
    for (TokenType type : TokenType.values()) {
      if (type.isKeyword()) {
        String text = type.name();
        assert text.length() <= MAX_LENGTH;
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
          hash = hash(hash, text.charAt(i));
        }
        int slot = slot(hash);
        while (TABLE[slot] != null) {
          slot = (slot + 1) & (SIZE - 1);
        }
        TABLE[slot] = type;
        TEXT[slot] = text;
      }
    }
  }

  private Keywords() {}

  /** The hash of a word so far, extended by one char; case does not matter. */
  static int hash(int hash, char c) {
    return hash * 31 + (c | 0x20);
  }

  /** The keyword in {@code sql} at the range, whose hash is given; IDENTIFIER if it is none. */
  static TokenType find(String sql, int start, int end, int hash) {
    int length = end - start;
    if (length > MAX_LENGTH || length < 2) {
      return TokenType.IDENTIFIER;
    }
    int slot = slot(hash);
    TokenType candidate;
    while ((candidate = TABLE[slot]) != null) {
      if (matches(TEXT[slot], sql, start, length)) {
        return candidate;
      }
      slot = (slot + 1) & (SIZE - 1);
    }
    return TokenType.IDENTIFIER;
  }

  private static boolean matches(String keyword, String sql, int start, int length) {
    if (keyword.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = sql.charAt(start + i);
      if (c >= 'a' && c <= 'z') {
        c -= 0x20;
      }
      if (c != keyword.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int slot(int hash) {
    return (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (SIZE - 1);
  }
}
