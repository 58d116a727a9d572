// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import dev.walnut.sql.value.Utf8;
import java.util.Arrays;

/**
 * A LIKE or GLOB pattern, compiled once and matched against many texts.
 *
 * <p>The pattern becomes a list of tokens: a character, any one character, any run of characters, a
 * set of characters, or "never". Patterns of ASCII characters with runs at the ends only, the
 * common ones, are matched on the text's bytes; others character by character, returning to the
 * last run on a mismatch, so that the work is at most the product of both lengths.
 */
final class LikePattern {
  private static final int ONE = -1;
  private static final int RUN = -2;
  private static final int NEVER = -3;
  private static final int SETS = -4; // and below: set number SETS - token

  private static final byte[] FOLD = new byte[256];

  static {
    for (int i = 0; i < 256; i++) {
      FOLD[i] = (byte) (i >= 'A' && i <= 'Z' ? i + 32 : i);
    }
  }

  private enum Shape {
    EXACT,
    PREFIX,
    SUFFIX,
    INFIX,
    GENERAL
  }

  private final boolean foldsCase;
  private int[] tokens = new int[16];
  private int count;
  private CharacterSet[] sets = new CharacterSet[0];
  private Shape shape = Shape.GENERAL;
  private byte[] literal;

  private LikePattern(boolean foldsCase) {
    this.foldsCase = foldsCase;
  }

  /**
   * Compiles a LIKE pattern.
   *
   * @param escape the character that takes the special meaning from the next one; -1 for none
   */
  static LikePattern like(byte[] pattern, int offset, int length, int escape, boolean foldsCase) {
    LikePattern compiled = new LikePattern(foldsCase);
    int end = offset + length;
    int i = offset;
    while (i < end) {
      int c = codePoint(pattern, i, end);
      i = Utf8.next(pattern, i, end);
      if (c == escape) {
        if (i >= end) {
          compiled.add(NEVER);
        } else {
          compiled.addCharacter(codePoint(pattern, i, end));
          i = Utf8.next(pattern, i, end);
        }
      } else if (c == '%') {
        compiled.addRun();
      } else if (c == '_') {
        compiled.add(ONE);
      } else {
        compiled.addCharacter(c);
      }
    }
    compiled.chooseShape();
    return compiled;
  }

  /** Compiles a GLOB pattern. */
  static LikePattern glob(byte[] pattern, int offset, int length) {
    LikePattern compiled = new LikePattern(false);
    int end = offset + length;
    int i = offset;
    while (i < end) {
      int c = codePoint(pattern, i, end);
      i = Utf8.next(pattern, i, end);
      if (c == '*') {
        compiled.addRun();
      } else if (c == '?') {
        compiled.add(ONE);
      } else if (c == '[') {
        CharacterSet set = new CharacterSet();
        i = set.read(pattern, i, end);
        if (i < 0) {
          compiled.add(NEVER);
          break;
        }
        compiled.addSet(set);
      } else {
        compiled.addCharacter(c);
      }
    }
    compiled.chooseShape();
    return compiled;
  }

  private static int codePoint(byte[] text, int at, int end) {
    byte c = text[at];
    return c >= 0 ? c : Utf8.codePointAt(text, at, end) & 0x7fffffff;
  }

  private void add(int token) {
    if (count == tokens.length) {
      tokens = Arrays.copyOf(tokens, count * 2);
    }
    tokens[count++] = token;
  }

  private void addCharacter(int c) {
    add(foldsCase && c < 0x80 ? FOLD[c] : c);
  }

  private void addRun() {
    if (count == 0 || tokens[count - 1] != RUN) {
      add(RUN);
    }
  }

  private void addSet(CharacterSet set) {
    sets = Arrays.copyOf(sets, sets.length + 1);
    sets[sets.length - 1] = set;
    add(SETS - (sets.length - 1));
  }

  private void chooseShape() {
    boolean runFirst = count > 0 && tokens[0] == RUN;
    boolean runLast = count > 1 && tokens[count - 1] == RUN;
    int from = runFirst ? 1 : 0;
    int to = runLast ? count - 1 : count;
    byte[] bytes = new byte[to - from];
    for (int i = from; i < to; i++) {
      if (tokens[i] < 0 || tokens[i] >= 0x80) {
        return;
      }
      bytes[i - from] = (byte) tokens[i];
    }
    literal = bytes;
    if (runFirst && (runLast || bytes.length == 0)) {
      shape = Shape.INFIX;
    } else if (runFirst) {
      shape = Shape.SUFFIX;
    } else {
      shape = runLast ? Shape.PREFIX : Shape.EXACT;
    }
  }

  /** Whether the whole range matches. */
  boolean matches(byte[] text, int offset, int length) {
    switch (shape) {
      case EXACT:
        return length == literal.length && hasLiteralAt(text, offset);
      case PREFIX:
        return length >= literal.length && hasLiteralAt(text, offset);
      case SUFFIX:
        return length >= literal.length && hasLiteralAt(text, offset + length - literal.length);
      case INFIX:
        return containsLiteral(text, offset, offset + length);
      default:
        return matchesTokens(text, offset, offset + length);
    }
  }

  private boolean hasLiteralAt(byte[] text, int at) {
    byte[] wanted = literal;
    if (!foldsCase) {
      return Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length);
    }
    for (int i = 0; i < wanted.length; i++) {
      if (FOLD[text[at + i] & 0xff] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean containsLiteral(byte[] text, int from, int end) {
    if (literal.length == 0) {
      return true;
    }
    int lower = literal[0];
    int upper = foldsCase && lower >= 'a' && lower <= 'z' ? lower - 32 : lower;
    int last = end - literal.length;
    if (lower == upper) {
      for (int i = from; i <= last; i++) {
        if (text[i] == lower && hasLiteralAt(text, i)) {
          return true;
        }
      }
      return false;
    }
    for (int i = from; i <= last; i++) {
      int c = text[i];
      if ((c == lower || c == upper) && hasLiteralAt(text, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean matchesTokens(byte[] text, int offset, int end) {
    int[] pattern = tokens;
    int token = 0;
    int at = offset;
    int runToken = -1;
    int runAt = 0;
    while (true) {
      if (token < count && pattern[token] == RUN) {
        runToken = token++;
        runAt = at;
        if (token == count) {
          return true;
        }
        continue;
      }
      if (at < end) {
        int c = codePoint(text, at, end);
        if (token < count && accepts(pattern[token], c)) {
          token++;
          at = Utf8.next(text, at, end);
          continue;
        }
      } else if (token == count) {
        return true;
      } else {
        return false; // a longer run would leave even less text
      }
      if (runToken < 0) {
        return false;
      }
      runAt = Utf8.next(text, runAt, end);
      at = runAt;
      token = runToken + 1;
    }
  }

  private boolean accepts(int token, int c) {
    if (token >= 0) {
      return token == c || (foldsCase && c < 0x80 && FOLD[c] == token);
    }
    if (token == ONE) {
      return true;
    }
    return token <= SETS && sets[SETS - token].contains(c);
  }

  /** What stands in brackets in a GLOB pattern: characters and ranges, perhaps inverted. */
  private static final class CharacterSet {
    private boolean inverted;
    private int[] bounds = new int[8];
    private int size;

    /**
     * Reads from behind the opening bracket; returns the position behind the closing one, or -1.
     */
    int read(byte[] pattern, int from, int end) {
      int i = from;
      if (i < end && pattern[i] == '^') {
        inverted = true;
        i++;
      }
      if (i < end && pattern[i] == ']') {
        add(']', ']');
        i++;
      }
      int prior = 0;
      while (i < end && pattern[i] != ']') {
        int c = codePoint(pattern, i, end);
        i = Utf8.next(pattern, i, end);
        if (c == '-' && i < end && pattern[i] != ']' && prior > 0) {
          add(prior, codePoint(pattern, i, end));
          i = Utf8.next(pattern, i, end);
          prior = 0;
        } else {
          add(c, c);
          prior = c;
        }
      }
      return i < end ? i + 1 : -1;
    }

    private void add(int low, int high) {
      if (size == bounds.length) {
        bounds = Arrays.copyOf(bounds, size * 2);
      }
      bounds[size++] = low;
      bounds[size++] = high;
    }

    boolean contains(int c) {
      for (int i = 0; i < size; i += 2) {
        if (c >= bounds[i] && c <= bounds[i + 1]) {
          return !inverted;
        }
      }
      return inverted;
    }
  }
}
