// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

/**
 * Binary to decimal: the digits that SQLite shows for a double.
 *
 * <p>SQLite works from an integer that approximates the value and rounds that once more to the
 * digits asked for, half up. The integer is the product of the 64-bit mantissa with a 64-bit power
 * of ten cut off below. It has one digit (or two) more than the significant digits asked for and is
 * cut off; or, from 17 digits on and for a fixed number of decimals, it has 18 or 19 and is
 * rounded. Measured against SQLite 3.54.1: both steps, errors included, decide the digits that
 * users see, so they are the same here.
 *
 * <p>Asked for exactly 17 digits, shorter text that gives back the same double is preferred where
 * the digits look like an artefact: a run of nines or zeros up to the 16th digit.
 *
 * <p>Reusable and mutable: each decoding fills the fields anew. Not thread-safe.
 */
public final class DecimalWriter {
  private static final int MOST_DIGITS = 18;

  private static final long[] TENS = new long[20];

  static {
    TENS[0] = 1;
    for (int i = 1; i < 19; i++) {
      TENS[i] = TENS[i - 1] * 10;
    }
  }

  private final byte[] digits = new byte[20];
  private int count;
  private int pointPosition;
  private boolean negative;
  private boolean infinite;

  /** ASCII digits, the first {@link #count} of them; no zeros at the end. "0" for zero. */
  public byte[] digits() {
    return digits;
  }

  /** How many digits there are, at least 1. */
  public int count() {
    return count;
  }

  /** Where the decimal point stands: the value is 0.d1d2d3... * 10^pointPosition. */
  public int pointPosition() {
    return pointPosition;
  }

  public boolean isNegative() {
    return negative;
  }

  public boolean isInfinite() {
    return infinite;
  }

  /** The double nearest to the decoded digits. */
  public double value() {
    if (infinite) {
      return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    double magnitude = DecimalReader.toDouble(prefix(count), pointPosition - count);
    return negative ? -magnitude : magnitude;
  }

  /**
   * Decodes to a number of significant digits.
   *
   * @param limit the most digits that are given, 16 or 26 in SQLite's uses
   */
  public void decodeSignificant(double value, int significant, int limit) {
    decode(value, significant, false, limit);
  }

  /** Decodes to a number of digits after the decimal point; see {@link #decodeSignificant}. */
  public void decodeFixed(double value, int afterPoint, int limit) {
    decode(value, afterPoint, true, limit);
  }

  private void decode(double value, int precision, boolean fixed, int limit) {
    long bits = Double.doubleToRawLongBits(value);
    negative = bits < 0;
    infinite = false;
    int biased = (int) (bits >>> 52) & 0x7ff;
    long mantissa = bits & ((1L << 52) - 1);
    if (biased == 0x7ff) {
      infinite = true;
      negative &= mantissa == 0;
      count = 0;
      pointPosition = 0;
      return;
    }
    if (biased == 0 && mantissa == 0) {
      negative = false;
      digits[0] = '0';
      count = 1;
      pointPosition = 1;
      return;
    }
    int exponent;
    if (biased == 0) {
      exponent = -1074;
    } else {
      mantissa |= 1L << 52;
      exponent = biased - 1075;
    }
    int zeros = Long.numberOfLeadingZeros(mantissa);
    mantissa <<= zeros;
    exponent -= zeros;
    int digitsWanted = fixed ? MOST_DIGITS : Math.min(MOST_DIGITS, Math.max(1, precision) + 1);
    int power = digitsWanted - 1 - DecimalPowers.floorLog10OfPower(exponent + 63);
    long product = DecimalPowers.multiplyHigh(mantissa, DecimalPowers.high(power));
    int shift = -(64 + exponent + DecimalPowers.binaryExponent(power) + 64);
    long integer;
    if (digitsWanted == MOST_DIGITS) {
      integer = ((product >>> (shift - 1)) + 1) >>> 1;
    } else {
      integer = shift >= 64 ? 0 : product >>> shift;
    }
    int length = integer >= TENS[digitsWanted] ? digitsWanted + 1 : digitsWanted;
    long rest = integer;
    for (int i = length - 1; i >= 0; i--) {
      long tenth = rest / 10;
      digits[i] = (byte) ('0' + (rest - tenth * 10));
      rest = tenth;
    }
    count = length;
    pointPosition = length - power;

    int keep = fixed ? saturatedSum(pointPosition, precision) : precision;
    if (keep > limit) {
      keep = limit;
    }
    if (keep <= 0) {
      if (keep == 0 && digits[0] >= '5') {
        digits[0] = '1';
        pointPosition++;
      } else {
        digits[0] = '0';
        pointPosition = 1;
      }
      count = 1;
      return;
    }
    if (keep == 17 && shorten(Math.abs(value))) {
      return;
    }
    if (keep < count) {
      round(keep);
    }
    stripZeros();
  }

  private static int saturatedSum(int a, int b) {
    return (int) Math.min(Integer.MAX_VALUE, (long) a + b);
  }

  /** Cuts to {@code keep} digits, half up. */
  private void round(int keep) {
    count = keep;
    if (digits[keep] >= '5') {
      int i = keep - 1;
      while (i >= 0 && digits[i] == '9') {
        digits[i--] = '0';
      }
      if (i >= 0) {
        digits[i]++;
      } else {
        digits[0] = '1';
        count = 1;
        pointPosition++;
      }
    }
  }

  private void stripZeros() {
    while (count > 1 && digits[count - 1] == '0') {
      count--;
    }
  }

  /** Replaces the digits by fewer ones that read back as the same value, where SQLite would. */
  private boolean shorten(double value) {
    if (digits[14] == '9' && digits[15] == '9') {
      int end = 14;
      while (end > 0 && digits[end - 1] == '9') {
        end--;
      }
      long prefix = prefix(end) + 1;
      int prefixPower = pointPosition - end;
      if (DecimalReader.toDouble(prefix, prefixPower) != value) {
        return false;
      }
      if (end == 0) {
        digits[0] = '1';
        count = 1;
        pointPosition++;
      } else {
        digits[end - 1]++;
        count = end;
      }
      return true;
    }
    if (digits[13] == '0' && digits[14] == '0' && (digits[15] == '0' || pointPosition >= 17)) {
      int end = 13;
      while (end > 1 && digits[end - 1] == '0') {
        end--;
      }
      if (DecimalReader.toDouble(prefix(end), pointPosition - end) == value) {
        count = end;
        return true;
      }
    }
    return false;
  }

  private long prefix(int end) {
    long prefix = 0;
    for (int i = 0; i < end; i++) {
      prefix = prefix * 10 + (digits[i] - '0');
    }
    return prefix;
  }
}
