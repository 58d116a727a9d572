// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.function.ByteBuilder;
import dev.walnut.sql.value.DecimalWriter;

/**
 * One conversion of a format string, its flags, width and precision; writes numbers with them.
 *
 * <p>Reused from conversion to conversion: {@link #clear} first, then the parser sets the fields.
 */
final class FormatConversion {
  private static final int DEFAULT_PRECISION = 6;
  private static final int LARGEST_PRECISION = 100_000_000;

  boolean leftAligned;
  boolean zeroPadded;
  boolean alternate;
  boolean exact;
  boolean grouped;

  /** What stands before numbers that are not negative: '+', ' ' or 0 for nothing. */
  char plus;

  long width;

  /** -1 if none was given. */
  int precision;

  private final DecimalWriter decimal = new DecimalWriter();
  private final ByteBuilder number = new ByteBuilder(64);

  void clear() {
    leftAligned = false;
    zeroPadded = false;
    alternate = false;
    exact = false;
    grouped = false;
    plus = 0;
    width = 0;
    precision = -1;
  }

  /** Writes what {@code number} holds at the width, zeros going behind its sign or prefix. */
  private void emit(ByteBuilder out, int prefixLength, boolean padWithZeros) {
    long padding = width - number.length();
    if (!leftAligned && !padWithZeros) {
      out.repeat(' ', padding);
    }
    out.append(number.bytes(), 0, prefixLength);
    if (!leftAligned && padWithZeros) {
      out.repeat('0', padding);
    }
    out.append(number.bytes(), prefixLength, number.length() - prefixLength);
    if (leftAligned) {
      out.repeat(' ', padding);
    }
  }

  /** %d and %i; %u if not signed. */
  void writeDecimal(long value, boolean signed, boolean ordinal, ByteBuilder out) {
    char sign = signed ? value < 0 ? '-' : plus : 0;
    String digits = signed && value < 0 ? negated(value) : Long.toUnsignedString(value);
    if (ordinal) {
      digits += ordinalEnding(value);
    }
    writeInteger(sign, "", digits, grouped && !ordinal, out);
  }

  private static String negated(long value) {
    return Long.toUnsignedString(-value);
  }

  private static String ordinalEnding(long value) {
    long last = Math.abs(value % 10);
    boolean teen = Math.abs(value / 10 % 10) == 1;
    return teen || last > 3 || last == 0 ? "th" : last == 1 ? "st" : last == 2 ? "nd" : "rd";
  }

  /** %x, %X and %o. */
  void writeRadix(
      long value, int shift, boolean upperCase, boolean upperCasePrefix, ByteBuilder out) {
    String digits = shift == 4 ? Long.toHexString(value) : Long.toOctalString(value);
    String prefix = "";
    if (alternate && value != 0) {
      prefix = shift == 3 ? "0" : upperCasePrefix ? "0X" : "0x";
    }
    writeInteger(
        (char) 0,
        prefix,
        upperCase ? digits.toUpperCase(java.util.Locale.ROOT) : digits,
        false,
        out);
  }

  private void writeInteger(
      char sign, String prefix, String digits, boolean inGroups, ByteBuilder out) {
    number.reset(out.remaining());
    long wanted = precision;
    if (zeroPadded && wanted < width - (sign != 0 ? 1 : 0)) {
      wanted = width - (sign != 0 ? 1 : 0);
    }
    checkRoom(wanted + (inGroups ? wanted / 3 : 0), out);
    long zeros = Math.max(0, wanted - digits.length());
    if (sign != 0) {
      number.append(sign);
    }
    number.append(prefix);
    if (inGroups) {
      long total = zeros + digits.length();
      for (long i = 0; i < total; i++) {
        number.append(i < zeros ? '0' : digits.charAt((int) (i - zeros)));
        long left = total - 1 - i;
        if (left > 0 && left % 3 == 0) {
          number.append(',');
        }
      }
    } else {
      number.repeat('0', zeros);
      number.append(digits);
    }
    emit(out, 0, false);
  }

  /** %f, %e, %E, %g and %G. */
  void writeReal(double value, char conversion, ByteBuilder out) {
    number.reset(out.remaining());
    int digitsWanted = precision < 0 ? DEFAULT_PRECISION : Math.min(precision, LARGEST_PRECISION);
    boolean general = conversion == 'g' || conversion == 'G';
    boolean exponential = conversion == 'e' || conversion == 'E';
    if (general && digitsWanted == 0) {
      digitsWanted = 1;
    }
    int limit = exact ? 26 : 16;
    if (general) {
      decimal.decodeSignificant(value, digitsWanted, limit);
    } else if (exponential) {
      decimal.decodeSignificant(value, digitsWanted + 1, limit);
    } else {
      decimal.decodeFixed(value, digitsWanted, limit);
    }
    byte[] digits = decimal.digits();
    int count = decimal.count();
    int point = decimal.pointPosition();
    char sign = decimal.isNegative() ? '-' : plus;
    if (decimal.isInfinite()) {
      if (!zeroPadded) {
        if (sign != 0) {
          number.append(sign);
        }
        number.append("Inf");
        emit(out, 0, false);
        return;
      }
      digits = new byte[] {'9'};
      count = 1;
      point = 1000;
    } else if (decimal.isNegative()
        && alternate
        && !general
        && !exponential
        && plus == 0
        && digits[0] == '0') {
      sign = 0; // -0.00 without its sign
    }
    if (sign != 0) {
      number.append(sign);
    }
    int prefixLength = number.length();
    int exponent = point - 1;
    boolean stripsZeros = exact;
    if (general) {
      digitsWanted--;
      stripsZeros = !alternate;
      exponential = exponent < -4 || exponent > digitsWanted;
      if (!exponential) {
        digitsWanted -= exponent;
      }
    }
    int leading = exponential ? 0 : point - 1;
    checkRoom(Math.max(leading, 0) + (long) digitsWanted + width, out);
    int next = 0;
    if (leading < 0) {
      number.append('0');
    } else {
      for (; leading >= 0; leading--) {
        number.append(next < count ? digits[next] : '0');
        next++;
        if (grouped && leading > 0 && leading % 3 == 0) {
          number.append(',');
        }
      }
    }
    boolean hasPoint = digitsWanted > 0 || alternate || exact;
    if (hasPoint) {
      number.append('.');
    }
    long after = digitsWanted;
    int zerosBefore = exponential ? 0 : Math.max(0, -point);
    if (after > 0) {
      long zeros = Math.min(zerosBefore, after);
      number.repeat('0', zeros);
      after -= zeros;
      while (after > 0 && next < count) {
        number.append(digits[next++]);
        after--;
      }
      if (!stripsZeros) {
        number.repeat('0', after);
      }
    }
    if (stripsZeros && hasPoint) {
      stripZeros();
    }
    if (exponential) {
      appendExponent(exponent, conversion == 'E' || conversion == 'G');
    }
    emit(out, prefixLength, zeroPadded);
  }

  /** SQLite makes room for all digits asked for, also for those that it will not write. */
  private static void checkRoom(long wanted, ByteBuilder out) {
    if (wanted > 70 && wanted + 10 > out.remaining() + (long) out.length()) {
      throw new DatabaseException(ResultCode.TOOBIG);
    }
  }

  private void stripZeros() {
    int length = number.length();
    byte[] bytes = number.bytes();
    while (bytes[length - 1] == '0') {
      length--;
    }
    number.truncate(length);
    if (bytes[length - 1] == '.') {
      if (exact) {
        number.append('0');
      } else {
        number.truncate(length - 1);
      }
    }
  }

  private void appendExponent(int exponent, boolean upperCase) {
    number.append(upperCase ? 'E' : 'e');
    number.append(exponent < 0 ? '-' : '+');
    number.appendPadded(Math.abs(exponent), 2);
  }
}
