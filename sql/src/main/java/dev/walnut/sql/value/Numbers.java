// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import java.nio.charset.StandardCharsets;

/**
 * Conversions between numbers and their text, with SQLite's rules.
 *
 * <p>Numeric text is: spaces, a sign, digits, a point and digits, an exponent, spaces. A prefix of
 * that form is enough for the {@code textTo...} methods; {@link #classify} tells whether the whole
 * text has it. Digits past the 19th or 20th only count as zeros, as in SQLite.
 */
public final class Numbers {
  /** {@link #classify}: does not begin with a number. */
  public static final int NO_NUMBER = 0;

  /** {@link #classify}: begins with an integer and goes on with something else. */
  public static final int INTEGER_PREFIX = 1;

  /** {@link #classify}: begins with a number that has a point or exponent, and goes on. */
  public static final int REAL_PREFIX = 2;

  /** {@link #classify}: the whole text is an integer, of any size. */
  public static final int INTEGER = 3;

  /** {@link #classify}: the whole text is a number with a point or exponent. */
  public static final int REAL = 4;

  /**
   * {@link #classify}: an integer, of any size, a zero byte, and anything. It is a number as {@link
   * #INTEGER} is, but counts as a real in arithmetic.
   */
  public static final int INTEGER_THEN_ZERO = 5;

  /** 2^64 - 1 less 9, divided by 10: up to here one more digit fits. */
  private static final long LAST_EXTENDABLE = 1844674407370955160L;

  /** Exponents past this are all alike: zero or infinity. */
  private static final int EXPONENT_LIMIT = 10_000;

  /** The longest text of {@link #realToText}: sign, 17 digits, point, exponent. */
  public static final int MAX_REAL_TEXT = 25;

  private static final byte[] DIGIT_TENS = new byte[100];
  private static final byte[] DIGIT_ONES = new byte[100];

  static {
    for (int i = 0; i < 100; i++) {
      DIGIT_TENS[i] = (byte) ('0' + i / 10);
      DIGIT_ONES[i] = (byte) ('0' + i % 10);
    }
  }

  private Numbers() {}

  /** Truncates toward zero; values outside the range of a long become its nearest bound. */
  public static long realToInteger(double value) {
    return (long) value;
  }

  /** Whether a byte is one of SQLite's white space characters. */
  public static boolean isSpace(byte c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  /** The integer that a text begins with, 0 if none; saturates. */
  public static long textToInteger(byte[] text, int offset, int length) {
    int end = offset + length;
    int i = offset;
    while (i < end && isSpace(text[i])) {
      i++;
    }
    boolean negative = false;
    if (i < end && (text[i] == '-' || text[i] == '+')) {
      negative = text[i] == '-';
      i++;
    }
    long value = 0;
    while (i < end && isDigit(text[i])) {
      int digit = text[i] - '0';
      if (value > 922337203685477580L || (value == 922337203685477580L && digit > 7)) {
        // 2^63 itself needs no exception: saturating gives its negative.
        return negative ? Long.MIN_VALUE : Long.MAX_VALUE;
      }
      value = value * 10 + digit;
      i++;
    }
    return negative ? -value : value;
  }

  /** The number that a text begins with, 0.0 if none. */
  public static double textToReal(byte[] text, int offset, int length) {
    int end = offset + length;
    int i = offset;
    while (i < end && isSpace(text[i])) {
      i++;
    }
    boolean negative = false;
    if (i < end && (text[i] == '-' || text[i] == '+')) {
      negative = text[i] == '-';
      i++;
    }
    long significand = 0;
    int exponent = 0;
    boolean anyDigit = false;
    while (i < end && isDigit(text[i])) {
      if (Long.compareUnsigned(significand, LAST_EXTENDABLE) <= 0) {
        significand = significand * 10 + (text[i] - '0');
      } else {
        exponent++;
      }
      anyDigit = true;
      i++;
    }
    if (i < end && text[i] == '.') {
      i++;
      while (i < end && isDigit(text[i])) {
        if (Long.compareUnsigned(significand, LAST_EXTENDABLE) <= 0) {
          significand = significand * 10 + (text[i] - '0');
          exponent--;
        }
        anyDigit = true;
        i++;
      }
    }
    if (!anyDigit) {
      return 0;
    }
    if (i + 1 < end && (text[i] | 0x20) == 'e') {
      i++;
      boolean negativeExponent = false;
      if (text[i] == '-' || text[i] == '+') {
        negativeExponent = text[i] == '-';
        i++;
      }
      int written = 0;
      while (i < end && isDigit(text[i])) {
        if (written < EXPONENT_LIMIT) {
          written = written * 10 + (text[i] - '0');
        }
        i++;
      }
      exponent += negativeExponent ? -written : written;
    }
    double value = DecimalReader.toDouble(significand, exponent);
    return negative ? -value : value;
  }

  /** What kind of numeric text this is: {@link #NO_NUMBER} ... {@link #INTEGER_THEN_ZERO}. */
  public static int classify(byte[] text, int offset, int length) {
    int end = offset + length;
    int i = offset;
    while (i < end && isSpace(text[i])) {
      i++;
    }
    if (i < end && (text[i] == '-' || text[i] == '+')) {
      i++;
    }
    int start = i;
    while (i < end && isDigit(text[i])) {
      i++;
    }
    int digits = i - start;
    boolean real = false;
    if (i < end && text[i] == '.') {
      int fraction = ++i;
      while (i < end && isDigit(text[i])) {
        i++;
      }
      digits += i - fraction;
      real = true;
    }
    if (digits == 0) {
      return NO_NUMBER;
    }
    if (i < end && (text[i] | 0x20) == 'e') {
      int j = i + 1;
      if (j < end && (text[j] == '-' || text[j] == '+')) {
        j++;
      }
      if (j >= end || !isDigit(text[j])) {
        return real ? REAL_PREFIX : INTEGER_PREFIX;
      }
      while (j < end && isDigit(text[j])) {
        j++;
      }
      i = j;
      real = true;
    }
    while (i < end && isSpace(text[i])) {
      i++;
    }
    if (i < end) {
      if (text[i] == 0) {
        return real ? REAL : INTEGER_THEN_ZERO;
      }
      return real ? REAL_PREFIX : INTEGER_PREFIX;
    }
    return real ? REAL : INTEGER;
  }

  /**
   * Whether the integer that a text begins with is outside the range of a long, so that {@link
   * #textToInteger} saturates.
   */
  public static boolean overflows(byte[] text, int offset, int length) {
    int end = offset + length;
    int i = offset;
    while (i < end && isSpace(text[i])) {
      i++;
    }
    boolean negative = false;
    if (i < end && (text[i] == '-' || text[i] == '+')) {
      negative = text[i] == '-';
      i++;
    }
    while (i < end && text[i] == '0') {
      i++;
    }
    int first = i;
    long value = 0;
    while (i < end && isDigit(text[i])) {
      if (i - first >= 19) {
        return true;
      }
      value = value * 10 + (text[i] - '0');
      i++;
    }
    // 19 digits fit into an unsigned long
    return value < 0 && !(negative && value == Long.MIN_VALUE);
  }

  /** The decimal text of an integer, in an array of its own. */
  public static byte[] integerToText(long value) {
    byte[] text = new byte[integerTextLength(value)];
    writeInteger(value, text, text.length);
    return text;
  }

  /** How many bytes {@link #integerToText} gives, 1 to 20. */
  public static int integerTextLength(long value) {
    int sign = value < 0 ? 1 : 0;
    if (value == Long.MIN_VALUE) {
      return 20;
    }
    long magnitude = Math.abs(value);
    long bound = 10;
    for (int length = 1; length < 19; length++) {
      if (magnitude < bound) {
        return length + sign;
      }
      bound *= 10;
    }
    return 19 + sign;
  }

  /**
   * Writes an integer's text so that it ends just before {@code end}.
   *
   * @return where the text begins
   */
  public static int writeInteger(long value, byte[] target, int end) {
    int i = end;
    // Work with negative numbers: they have the one more value.
    long rest = value < 0 ? value : -value;
    while (rest <= -100) {
      long next = rest / 100;
      int pair = (int) (next * 100 - rest);
      target[--i] = DIGIT_ONES[pair];
      target[--i] = DIGIT_TENS[pair];
      rest = next;
    }
    int pair = (int) -rest;
    target[--i] = DIGIT_ONES[pair];
    if (pair >= 10) {
      target[--i] = DIGIT_TENS[pair];
    }
    if (value < 0) {
      target[--i] = '-';
    }
    return i;
  }

  /** SQLite's text of a real, in an array of its own: up to 17 significant digits. */
  public static byte[] realToText(double value) {
    byte[] text = new byte[MAX_REAL_TEXT];
    return java.util.Arrays.copyOf(text, writeReal(value, text, 0));
  }

  /**
   * Writes a real's text.
   *
   * @param target with at least {@link #MAX_REAL_TEXT} bytes from {@code offset}
   * @return how many bytes were written
   */
  public static int writeReal(double value, byte[] target, int offset) {
    long integer = (long) value;
    if (integer == value && integer > -1_000_000_000_000_000L && integer < 1_000_000_000_000_000L) {
      int length = integerTextLength(integer);
      writeInteger(integer, target, offset + length);
      target[offset + length] = '.';
      target[offset + length + 1] = '0';
      return length + 2;
    }
    DecimalWriter writer = new DecimalWriter();
    writer.decodeSignificant(value, 17, 26);
    int at = offset;
    if (writer.isNegative()) {
      target[at++] = '-';
    }
    if (writer.isInfinite()) {
      target[at++] = 'I';
      target[at++] = 'n';
      target[at++] = 'f';
      return at - offset;
    }
    byte[] digits = writer.digits();
    int count = writer.count();
    int point = writer.pointPosition();
    int exponent = point - 1;
    if (exponent < -4 || exponent > 16) {
      target[at++] = digits[0];
      target[at++] = '.';
      if (count == 1) {
        target[at++] = '0';
      } else {
        System.arraycopy(digits, 1, target, at, count - 1);
        at += count - 1;
      }
      target[at++] = 'e';
      target[at++] = (byte) (exponent < 0 ? '-' : '+');
      int magnitude = Math.abs(exponent);
      if (magnitude >= 100) {
        target[at++] = (byte) ('0' + magnitude / 100);
        magnitude %= 100;
      }
      target[at++] = DIGIT_TENS[magnitude];
      target[at++] = DIGIT_ONES[magnitude];
      return at - offset;
    }
    if (point <= 0) {
      target[at++] = '0';
      target[at++] = '.';
      for (int i = point; i < 0; i++) {
        target[at++] = '0';
      }
      System.arraycopy(digits, 0, target, at, count);
      at += count;
    } else {
      for (int i = 0; i < point; i++) {
        target[at++] = i < count ? digits[i] : (byte) '0';
      }
      target[at++] = '.';
      if (count > point) {
        System.arraycopy(digits, point, target, at, count - point);
        at += count - point;
      } else {
        target[at++] = '0';
      }
    }
    return at - offset;
  }

  /** {@link #realToText} as a {@code String}. */
  public static String realToString(double value) {
    byte[] text = new byte[MAX_REAL_TEXT];
    return new String(text, 0, writeReal(value, text, 0), StandardCharsets.US_ASCII);
  }
}
