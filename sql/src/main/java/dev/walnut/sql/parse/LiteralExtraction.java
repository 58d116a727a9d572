// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.value.Numbers;
import java.nio.charset.StandardCharsets;

/**
 * Takes the literals out of a statement's text where a parameter in their place means the same, so
 * that texts that differ in literals alone can share one compiled statement.
 *
 * <p>A literal is taken out only
 *
 * <ul>
 *   <li>in a SELECT, UPDATE or DELETE, after the first WHERE or SET, directly behind a comparison
 *       operator ({@code = == < > <= >= <> !=}), BETWEEN, or the AND of such a BETWEEN;
 *   <li>in an INSERT or REPLACE, inside the parentheses of VALUES, between commas or parentheses.
 * </ul>
 *
 * <p>Before WHERE a literal may name a result column; in ORDER BY, GROUP BY and LIMIT it may have a
 * meaning of its own; in an IN list or a function's arguments the planner may look at it. Those
 * stay. A text with comments, parameters, RETURNING (whose columns are named by their text), more
 * than one statement, or anything that this class does not know, is left alone as a whole: it makes
 * no errors, it only gives up.
 *
 * <p>Reusable; not thread-safe.
 */
public final class LiteralExtraction {
  private static final int MAX_LITERALS = 64;
  private static final int MAX_TEXT = 2000;

  // What stood before the current place.
  private static final int OTHER = 0;
  private static final int COMPARISON = 1;
  private static final int BETWEEN = 2;
  private static final int LIST = 3;

  private final StringBuilder template = new StringBuilder(128);
  private final boolean[] isText = new boolean[MAX_LITERALS];
  private final boolean[] isReal = new boolean[MAX_LITERALS];
  private final long[] integers = new long[MAX_LITERALS];
  private final double[] reals = new double[MAX_LITERALS];
  private final String[] texts = new String[MAX_LITERALS];
  private int count;

  private String sql;
  private int length;
  private int copied;
  private boolean insert;
  private boolean open;
  private boolean betweenAnd;
  private int before;

  /**
   * Reads a text.
   *
   * @return whether literals were taken out; then {@link #template} and {@link #bind} may be used
   *     until the next call
   */
  public boolean extract(String text) {
    sql = text;
    length = text.length();
    count = 0;
    if (length > MAX_TEXT || !beginsWell()) {
      return false;
    }
    template.setLength(0);
    copied = 0;
    open = false;
    betweenAnd = false;
    before = OTHER;
    return scan() && count > 0 && finish();
  }

  private boolean finish() {
    template.append(sql, copied, length);
    return true;
  }

  /** The text with {@code ?} for each literal taken out. */
  public String template() {
    return template.toString();
  }

  /** Whether {@link #template} equals a text; makes no string. */
  public boolean isTemplate(String text) {
    return text.contentEquals(template);
  }

  /** A hash of {@link #template}; makes no string. */
  public int templateHash() {
    int hash = 0;
    for (int i = 0; i < template.length(); i++) {
      hash = 31 * hash + template.charAt(i);
    }
    return hash;
  }

  /** Sets the literals as parameters of a statement compiled from {@link #template}. */
  public void bind(SqlStatement statement) {
    for (int i = 0; i < count; i++) {
      if (isText[i]) {
        statement.setText(i + 1, texts[i]);
      } else if (isReal[i]) {
        statement.setDouble(i + 1, reals[i]);
      } else {
        statement.setLong(i + 1, integers[i]);
      }
    }
  }

  private boolean beginsWell() {
    int start = 0;
    while (start < length && sql.charAt(start) <= ' ') {
      start++;
    }
    insert = isWord(start, "INSERT") || isWord(start, "REPLACE");
    return insert || isWord(start, "SELECT") || isWord(start, "UPDATE") || isWord(start, "DELETE");
  }

  private boolean isWord(int start, String word) {
    int end = start + word.length();
    return sql.regionMatches(true, start, word, 0, word.length())
        && (end == length || !isNameChar(sql.charAt(end)));
  }

  private static boolean isNameChar(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '$'
        || c > 127;
  }

  private boolean scan() {
    int at = 0;
    while (at < length) {
      char c = sql.charAt(at);
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        at++;
      } else if (c >= '0' && c <= '9' || c == '\'' || c == '-' || c == '.') {
        at = literal(at, c);
      } else if (isNameChar(c)) {
        at = word(at);
      } else {
        at = punctuation(at, c);
      }
      if (at < 0) {
        return false;
      }
    }
    return true;
  }

  /** A name or keyword; -1 gives up. */
  private int word(int start) {
    int end = start + 1;
    while (end < length && isNameChar(sql.charAt(end))) {
      end++;
    }
    if (end < length && sql.charAt(end) == '\'') {
      return -1;
    }
    int previous = before;
    before = OTHER;
    switch (end - start) {
      case 3:
        if (isWord(start, "SET")) {
          open = true;
        } else if (betweenAnd && isWord(start, "AND")) {
          before = BETWEEN;
          betweenAnd = false;
        }
        break;
      case 5:
        if (isWord(start, "WHERE")) {
          open = true;
        }
        break;
      case 6:
        if (insert && isWord(start, "VALUES")) {
          open = true;
        } else if (insert && isWord(start, "SELECT")) {
          // Its ORDER BY and GROUP BY have lists of their own.
          return -1;
        }
        break;
      case 7:
        if (isWord(start, "BETWEEN")) {
          before = BETWEEN;
        }
        break;
      case 9:
        if (isWord(start, "RETURNING")) {
          return -1;
        }
        break;
      default:
        break;
    }
    if (previous == BETWEEN && before != BETWEEN) {
      betweenAnd = false;
    }
    return end;
  }

  private int punctuation(int start, char c) {
    char next = start + 1 < length ? sql.charAt(start + 1) : 0;
    switch (c) {
      case '=':
        before = COMPARISON;
        return start + (next == '=' ? 2 : 1);
      case '<':
        before = next == '<' ? OTHER : COMPARISON;
        return start + (next == '<' || next == '=' || next == '>' ? 2 : 1);
      case '>':
        before = next == '>' ? OTHER : COMPARISON;
        return start + (next == '>' || next == '=' ? 2 : 1);
      case '!':
        before = COMPARISON;
        return next == '=' ? start + 2 : -1;
      case '(':
      case ',':
        before = insert ? LIST : OTHER;
        return start + 1;
      case ')':
      case '*':
      case '+':
      case '%':
      case '&':
      case '~':
        before = OTHER;
        return start + 1;
      case '|':
        before = OTHER;
        return start + 1;
      case '/':
        before = OTHER;
        return next == '*' ? -1 : start + 1;
      case '"':
      case '`':
        return quotedName(start, c);
      case ';':
        return endsAt(start + 1) ? length : -1;
      default:
        return -1;
    }
  }

  private boolean endsAt(int start) {
    for (int i = start; i < length; i++) {
      if (sql.charAt(i) > ' ') {
        return false;
      }
    }
    return true;
  }

  private int quotedName(int start, char quote) {
    int end = sql.indexOf(quote, start + 1);
    before = OTHER;
    return end < 0 ? -1 : end + 1;
  }

  /** A number, string or minus sign, or a point that begins a number or joins names. */
  private int literal(int start, char c) {
    int first = start;
    boolean negative = false;
    char next = start + 1 < length ? sql.charAt(start + 1) : 0;
    if (c == '-') {
      if (next == '-') {
        return -1;
      }
      if (next == '>') {
        before = OTHER;
        return start + (start + 2 < length && sql.charAt(start + 2) == '>' ? 3 : 2);
      }
      if (before == OTHER || next < '0' || next > '9') {
        before = OTHER;
        return start + 1;
      }
      negative = true;
      first++;
    } else if (c == '.') {
      if (next >= '0' && next <= '9') {
        return -1;
      }
      before = OTHER;
      return start + 1;
    }
    int place = before;
    before = OTHER;
    int end = c == '\'' ? stringEnd(first) : numberEnd(first);
    if (end < 0 || !open || place == OTHER || !mayStand(place, end)) {
      return end;
    }
    if (count == MAX_LITERALS) {
      return -1;
    }
    if (c == '\'') {
      takeText(first, end);
    } else if (!takeNumber(first, end, negative)) {
      return -1;
    }
    template.append(sql, copied, start).append('?');
    copied = end;
    count++;
    betweenAnd = place == BETWEEN && !betweenAnd && isFirstOfBetween(end);
    return end;
  }

  /** Whether AND follows, so that the literal was BETWEEN's lower bound. */
  private boolean isFirstOfBetween(int end) {
    return isWord(skipSpace(end), "AND");
  }

  private int skipSpace(int start) {
    int at = start;
    while (at < length && sql.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }

  /** In a list the literal must be the whole element. */
  private boolean mayStand(int place, int end) {
    if (place != LIST) {
      return true;
    }
    int at = skipSpace(end);
    return at < length && (sql.charAt(at) == ',' || sql.charAt(at) == ')');
  }

  private int stringEnd(int start) {
    int at = start + 1;
    while (at < length) {
      char c = sql.charAt(at);
      if (c == '\'') {
        if (at + 1 < length && sql.charAt(at + 1) == '\'') {
          at++;
        } else {
          return at + 1;
        }
      } else if (c == 0) {
        return -1;
      }
      at++;
    }
    return -1;
  }

  /** Where a decimal number ends; -1 if it is of another form or runs into a name. */
  private int numberEnd(int start) {
    int at = digits(start);
    if (at < length && sql.charAt(at) == '.') {
      at = digits(at + 1);
    }
    if (at < length && (sql.charAt(at) | 0x20) == 'e') {
      int exponent = at + 1;
      if (exponent < length && (sql.charAt(exponent) == '+' || sql.charAt(exponent) == '-')) {
        exponent++;
      }
      at = digits(exponent);
      if (at == exponent) {
        return -1;
      }
    }
    return at < length && (isNameChar(sql.charAt(at)) || sql.charAt(at) == '.') ? -1 : at;
  }

  private int digits(int start) {
    int at = start;
    while (at < length && sql.charAt(at) >= '0' && sql.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private void takeText(int start, int end) {
    String content = sql.substring(start + 1, end - 1);
    isText[count] = true;
    texts[count] = content.indexOf('\'') < 0 ? content : content.replace("''", "'");
  }

  private boolean takeNumber(int start, int end, boolean negative) {
    isText[count] = false;
    long value = 0;
    for (int i = start; i < end; i++) {
      int digit = sql.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return takeReal(start, end, negative);
      }
      if (value > (Long.MAX_VALUE - 9) / 10) {
        return false;
      }
      value = value * 10 + digit;
    }
    isReal[count] = false;
    integers[count] = negative ? -value : value;
    return true;
  }

  private boolean takeReal(int start, int end, boolean negative) {
    byte[] digits = sql.substring(start, end).getBytes(StandardCharsets.US_ASCII);
    double value = Numbers.textToReal(digits, 0, digits.length);
    isReal[count] = true;
    reals[count] = negative ? -value : value;
    return true;
  }
}
