// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import java.math.BigInteger;

/**
 * Powers of ten as 128-bit binary mantissas, cut off below.
 *
 * <p>For each exponent p: 10^p = (M + d) * 2^{@link #binaryExponent}(p), where M is the unsigned
 * 128-bit number {@link #high}(p), {@link #low}(p) with its top bit set and 0 <= d < 1. For 0 <= p
 * <= {@link #MAX_EXACT}, d is 0. The table is computed once, when the first number needs it.
 */
final class DecimalPowers {
  /** Smallest and largest exponent of the table. */
  static final int MIN = -400;

  static final int MAX = 400;

  /** Up to here powers of ten fit into 128 bits without loss (5^55 < 2^128). */
  static final int MAX_EXACT = 55;

  private static final long[] HIGH = new long[MAX - MIN + 1];
  private static final long[] LOW = new long[MAX - MIN + 1];

  static {
    BigInteger five = BigInteger.valueOf(5);
    BigInteger power = BigInteger.ONE;
    for (int p = 0; p <= MAX; p++) {
      int excess = power.bitLength() - 128;
      put(p, excess > 0 ? power.shiftRight(excess) : power.shiftLeft(-excess));
      if (p > 0 && -p >= MIN) {
        // 1/5^p with 128 significant bits: numerator 2^(bits + 127) gives 128 of them.
        put(-p, BigInteger.ONE.shiftLeft(power.bitLength() + 127).divide(power));
      }
      power = power.multiply(five);
    }
  }

  private DecimalPowers() {}

  private static void put(int p, BigInteger mantissa) {
    HIGH[p - MIN] = mantissa.shiftRight(64).longValue();
    LOW[p - MIN] = mantissa.longValue();
  }

  static long high(int p) {
    return HIGH[p - MIN];
  }

  static long low(int p) {
    return LOW[p - MIN];
  }

  /** Floor of the binary logarithm of 10^p, less 127. */
  static int binaryExponent(int p) {
    return floorLog2OfPower(p) - 127;
  }

  /** Floor of log2(10^p); the factor's precision is enough for |p| <= 600. */
  static int floorLog2OfPower(int p) {
    return (int) ((p * 217706L) >> 16);
  }

  /** Floor of log10(2^e); the factor's precision is enough for |e| <= 1,600. */
  static int floorLog10OfPower(int e) {
    return (int) ((e * 1262611L) >> 22);
  }

  /** The upper 64 bits of the product of two unsigned numbers. */
  static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }
}
