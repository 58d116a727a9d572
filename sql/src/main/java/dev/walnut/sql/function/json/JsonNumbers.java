// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.sql.function.ByteBuilder;
import dev.walnut.sql.value.Numbers;
import dev.walnut.sql.value.Value;

/** JSON5's forms of numbers as JSON's, and JSON's numbers as SQL's. */
final class JsonNumbers {
  private JsonNumbers() {}

  /** Writes a hexadecimal number in decimal; one of more than 64 bits as infinite. */
  static void writeHexadecimal(byte[] bytes, int from, int end, ByteBuilder out) {
    int i = from;
    if (bytes[i] == '-') {
      out.append('-');
      i++;
    }
    if (hexDigits(bytes, i, end) > 16) {
      out.append("9.0e999");
    } else {
      out.append(Long.toUnsignedString(hexadecimal(bytes, i, end)));
    }
  }

  private static int hexDigits(byte[] bytes, int from, int end) {
    int i = from + 2;
    while (i < end && bytes[i] == '0') {
      i++;
    }
    return end - i;
  }

  private static long hexadecimal(byte[] bytes, int from, int end) {
    long value = 0;
    for (int i = from + 2; i < end; i++) {
      value = value << 4 | Math.max(0, JsonStrings.hexDigit(bytes[i]));
    }
    return value;
  }

  /** Writes a number with a zero beside the point that has no digits there. */
  static void writeBarePoint(byte[] bytes, int from, int end, ByteBuilder out) {
    int i = from;
    if (bytes[i] == '-') {
      out.append('-');
      i++;
    }
    if (i < end && bytes[i] == '.') {
      out.append('0');
    }
    for (; i < end; i++) {
      out.append(bytes[i]);
      if (bytes[i] == '.' && (i + 1 == end || bytes[i + 1] < '0' || bytes[i + 1] > '9')) {
        out.append('0');
      }
    }
  }

  /** Sets the SQL value of a number element. */
  static void toValue(int type, byte[] bytes, int from, int end, Value result) {
    if (from == end) {
      throw Jsonb.malformed();
    }
    if (type == Jsonb.INT5) {
      boolean negative = bytes[from] == '-';
      int start = negative ? from + 1 : from;
      int digits = hexDigits(bytes, start, end);
      long value = hexadecimal(bytes, start, end);
      if (digits > 16) {
        result.setReal(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
      } else if (value >= 0) {
        result.setInteger(negative ? -value : value);
      } else if (negative && value == Long.MIN_VALUE) {
        result.setInteger(value);
      } else {
        double real = (value >>> 1 | value & 1) * 2.0;
        result.setReal(negative ? -real : real);
      }
    } else if (type == Jsonb.INT && !Numbers.overflows(bytes, from, end - from)) {
      result.setInteger(Numbers.textToInteger(bytes, from, end - from));
    } else {
      result.setReal(Numbers.textToReal(bytes, from, end - from));
    }
  }
}
