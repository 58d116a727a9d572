// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.sql.function.FunctionContext;

/**
 * Reads JSON, and of JSON5 what SQLite takes, into JSONB: comments, commas at the end, labels that
 * are identifiers, single quotes, more escapes, hexadecimal numbers, numbers with bare points or a
 * plus sign, infinities and NaN (which is null). A zero byte ends the text.
 *
 * <p>States: {@link #parse} once, then {@link #errorOffset} and {@link #isStandard}.
 */
final class JsonParser {
  private static final int FAILED = -1;

  private final byte[] text;
  private final int start;
  private final int end;
  private final JsonBuffer out;
  private boolean standard = true;
  private int error = FAILED;
  private int depth;

  /** The last closing bracket that stood where a value or label could; -1 if none did. */
  private int lastEarlyEnd = -1;

  JsonParser(byte[] text, int offset, int length, FunctionContext context) {
    this.text = text;
    this.start = offset;
    int i = offset;
    while (i < offset + length && text[i] != 0) {
      i++;
    }
    this.end = i;
    this.out = new JsonBuffer(i - offset + 16, context);
  }

  /** The JSONB; null if the text is malformed. */
  byte[] parse() {
    int at = space(start);
    if (at >= end) {
      error = start;
      return null;
    }
    at = value(at);
    if (at < 0) {
      return null;
    }
    at = space(at);
    if (at < end) {
      // For what stands behind the value SQLite names the place of the last such bracket, if any.
      error = Math.max(start, lastEarlyEnd);
      return null;
    }
    return out.toArray();
  }

  /** Where the first error is, in bytes from the text's beginning; -1 if there is none. */
  int errorOffset() {
    return error < 0 ? -1 : error - start;
  }

  /** Whether the text keeps to the JSON standard. */
  boolean isStandard() {
    return standard;
  }

  private int fail(int at) {
    if (error < 0) {
      error = Math.min(at, end);
    }
    return FAILED;
  }

  private int at(int i) {
    return i < end ? text[i] & 0xff : 0;
  }

  /** Behind white space and comments. */
  private int space(int from) {
    int i = from;
    while (i < end) {
      int c = text[i];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        i++;
        continue;
      }
      int next = c == '/' ? comment(i) : otherSpace(i, c & 0xff);
      if (next == i) {
        break;
      }
      standard = false;
      i = next;
    }
    return i;
  }

  private int comment(int from) {
    if (at(from + 1) == '*') {
      for (int i = from + 2; i + 1 < end; i++) {
        if (text[i] == '*' && text[i + 1] == '/') {
          return i + 2;
        }
      }
      return from;
    }
    if (at(from + 1) == '/') {
      int i = from + 2;
      while (i < end && text[i] != '\n' && text[i] != '\r' && lineEnd(i) == 0) {
        i++;
      }
      return i;
    }
    return from;
  }

  /** Length of U+2028 or U+2029 at a position, or 0. */
  private int lineEnd(int i) {
    return at(i) == 0xe2 && at(i + 1) == 0x80 && (at(i + 2) & 0xfe) == 0xa8 ? 3 : 0;
  }

  private int otherSpace(int i, int c) {
    int second = at(i + 1);
    int third = at(i + 2);
    switch (c) {
      case 0x0b:
      case 0x0c:
        return i + 1;
      case 0xc2:
        return second == 0xa0 ? i + 2 : i;
      case 0xe1:
        return second == 0x9a && third == 0x80 ? i + 3 : i;
      case 0xe2:
        boolean isSpace =
            second == 0x80
                ? third <= 0x8a && third >= 0x80 || third == 0xa8 || third == 0xa9 || third == 0xaf
                : second == 0x81 && third == 0x9f;
        return isSpace ? i + 3 : i;
      case 0xe3:
        return second == 0x80 && third == 0x80 ? i + 3 : i;
      case 0xef:
        return second == 0xbb && third == 0xbf ? i + 3 : i;
      default:
        return i;
    }
  }

  /** Reads a value; where it ends, or FAILED. */
  private int value(int i) {
    int c = at(i);
    switch (c) {
      case '{':
        return object(i);
      case '[':
        return array(i);
      case '"':
      case '\'':
        return string(i, c);
      case 't':
        return literal(i, "true", Jsonb.TRUE);
      case 'f':
        return literal(i, "false", Jsonb.FALSE);
      case 'n':
        if (at(i + 1) == 'u') {
          return literal(i, "null", Jsonb.NULL);
        }
        return special(i, i);
      default:
        if (c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9') {
          return number(i);
        }
        return special(i, i);
    }
  }

  private int literal(int i, String word, int type) {
    if (!hasWord(i, word, false) || isWordByte(at(i + word.length()))) {
      return fail(i);
    }
    out.element(type, text, i, i);
    return i + word.length();
  }

  private boolean hasWord(int i, String word, boolean anyCase) {
    for (int k = 0; k < word.length(); k++) {
      int c = at(i + k);
      if (c != word.charAt(k) && !(anyCase && (c | 0x20) == word.charAt(k))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWordByte(int c) {
    return c >= '0' && c <= '9' || (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  }

  /** Infinity and NaN under their names, behind a sign perhaps. */
  private int special(int start, int i) {
    boolean negative = at(start) == '-';
    for (String word : new String[] {"infinity", "inf"}) {
      if (hasWord(i, word, true) && !isWordByte(at(i + word.length()))) {
        byte[] number = negative ? MINUS_INFINITY : INFINITY;
        out.element(Jsonb.FLOAT, number, 0, number.length);
        standard = false;
        return i + word.length();
      }
    }
    if (start == i) {
      for (String word : new String[] {"nan", "qnan", "snan"}) {
        if (hasWord(i, word, true) && !isWordByte(at(i + word.length()))) {
          out.element(Jsonb.NULL, text, i, i);
          standard = false;
          return i + word.length();
        }
      }
    }
    return fail(i);
  }

  private static final byte[] INFINITY = {'9', 'e', '9', '9', '9'};
  private static final byte[] MINUS_INFINITY = {'-', '9', 'e', '9', '9', '9'};

  private int array(int from) {
    if (++depth > Jsonb.MAX_DEPTH) {
      return fail(from);
    }
    int element = out.begin(Jsonb.ARRAY);
    int i = space(from + 1);
    while (at(i) != ']') {
      i = value(i);
      if (i < 0) {
        return FAILED;
      }
      i = space(i);
      if (at(i) == ']') {
        return close(element, i + 1);
      }
      i = comma(i, ']');
      if (i < 0) {
        return FAILED;
      }
    }
    lastEarlyEnd = i;
    return close(element, i + 1);
  }

  private int object(int from) {
    if (++depth > Jsonb.MAX_DEPTH) {
      return fail(from);
    }
    int element = out.begin(Jsonb.OBJECT);
    int i = space(from + 1);
    while (at(i) != '}') {
      i = label(i);
      if (i < 0) {
        return FAILED;
      }
      i = space(i);
      if (at(i) != ':') {
        return fail(i);
      }
      i = value(space(i + 1));
      if (i < 0) {
        return FAILED;
      }
      i = space(i);
      if (at(i) == '}') {
        return close(element, i + 1);
      }
      i = comma(i, '}');
      if (i < 0) {
        return FAILED;
      }
    }
    lastEarlyEnd = i;
    return close(element, i + 1);
  }

  private int close(int element, int end) {
    out.end(element);
    depth--;
    return end;
  }

  /** Behind a comma and the space after it. */
  private int comma(int i, int bracket) {
    if (at(i) != ',') {
      return fail(i);
    }
    int next = space(i + 1);
    if (at(next) == bracket) {
      standard = false;
    }
    return next;
  }

  private int label(int i) {
    int c = at(i);
    if (c == '"' || c == '\'') {
      return string(i, c);
    }
    boolean escaped = false;
    int j = i;
    while (j < end) {
      c = at(j);
      if (c == '\\') {
        if (at(j + 1) != 'u' || !hasHex(j + 2, 4)) {
          break;
        }
        escaped = true;
        j += 6;
      } else if (c == '$' || c == '_' || c >= 0x80 && otherSpace(j, c) == j || isWordByte(c)) {
        if (j == i && c >= '0' && c <= '9') {
          break;
        }
        j++;
      } else {
        break;
      }
    }
    if (j == i || isReserved(i, j)) {
      return fail(i);
    }
    standard = false;
    out.element(escaped ? Jsonb.TEXTJ : Jsonb.TEXT, text, i, j);
    return j;
  }

  /** Whether a bare label would be a value in a value's place: SQLite refuses it. */
  private boolean isReserved(int from, int to) {
    int length = to - from;
    for (String word : new String[] {"null", "true", "false"}) {
      if (word.length() == length && hasWord(from, word, false)) {
        return true;
      }
    }
    for (String word : new String[] {"infinity", "inf", "nan", "qnan", "snan"}) {
      if (word.length() == length && hasWord(from, word, true)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasHex(int i, int count) {
    for (int k = 0; k < count; k++) {
      if (JsonStrings.hexDigit(at(i + k)) < 0) {
        return false;
      }
    }
    return true;
  }

  private int string(int from, int quote) {
    int type = Jsonb.TEXT;
    if (quote == '\'') {
      standard = false;
    }
    int i = from + 1;
    while (true) {
      if (i >= end) {
        return fail(i);
      }
      int c = text[i] & 0xff;
      if (c == quote) {
        break;
      }
      if (c == '\\') {
        int next = escape(i + 1);
        if (next < 0) {
          return fail(i + 1);
        }
        if (isStandardEscape(at(i + 1))) {
          type = type == Jsonb.TEXT ? Jsonb.TEXTJ : type;
        } else {
          type = Jsonb.TEXT5;
          standard = false;
        }
        i = next;
      } else {
        if (c < 0x20 || c == '"') {
          type = Jsonb.TEXT5;
          standard = false;
        }
        i++;
      }
    }
    out.element(type, text, from + 1, i);
    return i + 1;
  }

  private static boolean isStandardEscape(int c) {
    return c == '"' || c == '\\' || c == '/' || c == 'b' || c == 'f' || c == 'n' || c == 'r'
        || c == 't' || c == 'u';
  }

  /** Behind the escape whose backslash stands before {@code i}; FAILED if it is none. */
  private int escape(int i) {
    int c = at(i);
    switch (c) {
      case 'u':
        return hasHex(i + 1, 4) ? i + 5 : FAILED;
      case 'x':
        return hasHex(i + 1, 2) ? i + 3 : FAILED;
      case '0':
        return at(i + 1) >= '0' && at(i + 1) <= '9' ? FAILED : i + 1;
      case '\'':
      case 'v':
      case '\n':
        return i + 1;
      case '\r':
        return at(i + 1) == '\n' ? i + 2 : i + 1;
      default:
        if (isStandardEscape(c)) {
          return i + 1;
        }
        return lineEnd(i) > 0 ? i + 3 : FAILED;
    }
  }

  private int number(int from) {
    int i = from;
    int c = at(i);
    boolean signed = c == '-' || c == '+';
    if (c == '+') {
      standard = false;
    }
    if (signed) {
      i++;
      c = at(i);
      if ((c | 0x20) == 'i') {
        return special(from, i);
      }
    }
    // A plus sign is not kept.
    int kept = at(from) == '+' ? i : from;
    if (c == '0' && (at(i + 1) | 0x20) == 'x' && JsonStrings.hexDigit(at(i + 2)) >= 0) {
      int j = i + 2;
      while (JsonStrings.hexDigit(at(j)) >= 0) {
        j++;
      }
      standard = false;
      out.element(Jsonb.INT5, text, kept, j);
      return j;
    }
    int digits = i;
    int j = skipDigits(i);
    if (j - digits > 1 && c == '0') {
      return fail(signed ? digits : digits + 1);
    }
    boolean bare = false;
    boolean real = false;
    int before = j - digits;
    if (at(j) == '.') {
      real = true;
      int fraction = j + 1;
      j = skipDigits(fraction);
      bare = before == 0 || j == fraction;
      if (before == 0 && j == fraction) {
        return fail(signed ? j : from);
      }
    } else if (before == 0) {
      return fail(from);
    }
    if ((at(j) | 0x20) == 'e') {
      int exponent = j + 1;
      if (at(exponent) == '+' || at(exponent) == '-') {
        exponent++;
      }
      int last = skipDigits(exponent);
      if (last == exponent) {
        return fail(exponent - 1);
      }
      real = true;
      j = last;
    }
    standard &= !bare;
    out.element(bare ? Jsonb.FLOAT5 : real ? Jsonb.FLOAT : Jsonb.INT, text, kept, j);
    return j;
  }

  private int skipDigits(int from) {
    int i = from;
    while (at(i) >= '0' && at(i) <= '9') {
      i++;
    }
    return i;
  }
}
