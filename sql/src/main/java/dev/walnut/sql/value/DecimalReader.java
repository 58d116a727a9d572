// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decimal to binary: the double nearest to significand * 10^exponent, ties to even.
 *
 * <p>Method. Small numbers are exact in double arithmetic. Others multiply the significand by a
 * 128-bit power of ten; the product's error is below one unit of its middle word, so the rounding
 * is certain unless that word is all ones or the remainder is an apparent tie. Those few go through
 * {@link BigDecimal}.
 */
final class DecimalReader {
  private static final double[] EXACT = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private DecimalReader() {}

  /**
   * @param significand unsigned
   * @param exponent any; far too small gives 0.0, far too large infinity
   */
  static double toDouble(long significand, int exponent) {
    if (significand == 0) {
      return 0;
    }
    if (significand >>> 53 == 0 && exponent >= -22 && exponent <= 22) {
      return exponent < 0
          ? (double) significand / EXACT[-exponent]
          : (double) significand * EXACT[exponent];
    }
    if (exponent < -345) {
      return 0; // the significand is below 2 * 10^19
    }
    if (exponent > 309) {
      return Double.POSITIVE_INFINITY;
    }
    int shift = Long.numberOfLeadingZeros(significand);
    long w = significand << shift;
    long high = DecimalPowers.high(exponent);
    long low = DecimalPowers.low(exponent);
    // The product w * (high:low) as three words t2:t1:t0; true value is below one more unit of t1.
    long t2 = DecimalPowers.multiplyHigh(w, high);
    long t1 = w * high;
    long carryIn = DecimalPowers.multiplyHigh(w, low);
    long t0 = w * low;
    t1 += carryIn;
    if (Long.compareUnsigned(t1, carryIn) < 0) {
      t2++;
    }
    boolean exact = exponent >= 0 && exponent <= DecimalPowers.MAX_EXACT;
    if (!exact && t1 == -1L) {
      return exactly(significand, exponent);
    }
    boolean sticky = !exact || (t1 | t0) != 0;
    // value = t2 * 2^binary, plus what sticky stands for
    int binary = DecimalPowers.binaryExponent(exponent) - shift + 128;
    int drop = t2 < 0 ? 11 : 10;
    if (binary + drop < -1074) {
      drop = -1074 - binary;
    }
    if (drop >= 64) {
      return drop > 64 ? 0 : exactly(significand, exponent);
    }
    long kept = t2 >>> drop;
    long rest = t2 & ((1L << drop) - 1);
    long half = 1L << (drop - 1);
    if (rest == half && t1 == 0 && !exact) {
      return exactly(significand, exponent);
    }
    if (Long.compareUnsigned(rest, half) > 0 || (rest == half && (sticky || (kept & 1) != 0))) {
      kept++;
    }
    return scale(kept, binary + drop);
  }

  /** mantissa * 2^exponent, exact unless it overflows; the mantissa is at most 2^53. */
  private static double scale(long mantissa, int exponent) {
    if (mantissa == 0) {
      return 0;
    }
    if (mantissa == 1L << 53) {
      mantissa >>>= 1;
      exponent++;
    }
    if (exponent > 971) {
      return Double.POSITIVE_INFINITY;
    }
    if (mantissa < 1L << 52) {
      return Double.longBitsToDouble(mantissa); // subnormal: the exponent is -1074
    }
    return Double.longBitsToDouble(
        ((long) (exponent + 1075) << 52) | (mantissa & ((1L << 52) - 1)));
  }

  private static double exactly(long significand, int exponent) {
    BigInteger unsigned = BigInteger.valueOf(significand >>> 1).shiftLeft(1);
    if ((significand & 1) != 0) {
      unsigned = unsigned.setBit(0);
    }
    return Double.parseDouble(unsigned + "e" + exponent);
  }
}
