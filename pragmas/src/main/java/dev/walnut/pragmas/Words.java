// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import java.util.Locale;

/** How SQLite reads the argument of a pragma: numbers, switches and words. */
final class Words {
  private Words() {}

  /**
   * A 32-bit number at the beginning of a text: an optional sign and digits, or {@code 0x} and up
   * to eight hexadecimal digits. 0 if there is none or it does not fit.
   */
  static int integer(String text) {
    boolean negative = text.startsWith("-");
    int at = negative || text.startsWith("+") ? 1 : 0;
    if (!negative && text.regionMatches(true, at, "0x", 0, 2)) {
      return hexadecimal(text, at + 2);
    }
    long value = 0;
    int digits = 0;
    while (at < text.length() && isDigit(text.charAt(at)) && digits < 11) {
      value = value * 10 + text.charAt(at) - '0';
      at++;
      digits++;
    }
    value = negative ? -value : value;
    return digits > 10 || value != (int) value ? 0 : (int) value;
  }

  private static int hexadecimal(String text, int from) {
    long value = 0;
    int at = from;
    while (at < text.length() && Character.digit(text.charAt(at), 16) >= 0 && at - from < 9) {
      value = value * 16 + Character.digit(text.charAt(at), 16);
      at++;
    }
    return at == from || value > Integer.MAX_VALUE ? 0 : (int) value;
  }

  /** A 64-bit number; 0 if the text is none, the nearest bound if it does not fit. */
  static long longInteger(String text) {
    String t = text.strip();
    int end = t.startsWith("-") || t.startsWith("+") ? 1 : 0;
    while (end < t.length() && isDigit(t.charAt(end))) {
      end++;
    }
    try {
      return Long.parseLong(t.substring(t.startsWith("+") ? 1 : 0, end));
    } catch (NumberFormatException e) {
      if (end > 18) {
        return t.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
      }
      return 0;
    }
  }

  /** Whether the text is a number from its first to its last character. */
  static boolean isInteger(String text) {
    int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if (at == text.length()) {
      return false;
    }
    for (int i = at; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** A switch: a number other than 0, or on, yes, true. Anything else is off. */
  static boolean flag(String text) {
    return level(text, 0, false) != 0;
  }

  /**
   * The levels of synchronous: off, on (1), full (2), extra (3), or a number.
   *
   * @param otherwise for other texts
   * @param levels whether full and extra are words here
   */
  static int level(String text, int otherwise, boolean levels) {
    if (!text.isEmpty() && isDigit(text.charAt(0))) {
      return integer(text) & 0xff;
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "on", "yes", "true" -> 1;
      case "off", "no", "false" -> 0;
      case "full" -> levels ? 2 : otherwise;
      case "extra" -> levels ? 3 : otherwise;
      default -> otherwise;
    };
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
