// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import java.nio.charset.StandardCharsets;

/** Conversions between numbers and their text, with SQLite's rules. */
public final class Numbers {
  private Numbers() {}

  /** Truncates toward zero; values outside the range of a long become its nearest bound. */
  public static long realToInteger(double value) {
    return (long) value;
  }

  /** The integer that a text begins with, 0 if none; saturates. */
  public static long textToInteger(byte[] text, int offset, int length) {
    return realToInteger(textToReal(text, offset, length));
  }

  /** The number that a text begins with, 0.0 if none. */
  public static double textToReal(byte[] text, int offset, int length) {
    try {
      return Double.parseDouble(new String(text, offset, length, StandardCharsets.UTF_8).trim());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  public static byte[] integerToText(long value) {
    return Long.toString(value).getBytes(StandardCharsets.US_ASCII);
  }

  public static int integerTextLength(long value) {
    return Long.toString(value).length();
  }

  public static byte[] realToText(double value) {
    return Double.toString(value).getBytes(StandardCharsets.US_ASCII);
  }
}
