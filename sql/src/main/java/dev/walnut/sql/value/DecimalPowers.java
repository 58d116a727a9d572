// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;

/**
 * Powers of ten as 128-bit binary mantissas, cut off below.
 *
 * <p>For each exponent p: 10^p = (M + d) * 2^{@link #binaryExponent}(p), where M is the unsigned
 * 128-bit number {@link #high}(p), {@link #low}(p) with its top bit set and 0 <= d < 1. For 0 <= p
 * <= {@link #MAX_EXACT}, d is 0. An entry is computed when the first number needs it: most programs
 * need few, and all of them would slow down every start.
 */
final class DecimalPowers {
  /** Smallest and largest exponent of the table. */
  static final int MIN = -400;

  static final int MAX = 400;

  /** Up to here powers of ten fit into 128 bits without loss (5^55 < 2^128). */
  static final int MAX_EXACT = 55;

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  /** Upper words; 0, which no mantissa has, until the entry is computed. */
  private static final long[] HIGH = new long[MAX - MIN + 1];

  private static final long[] LOW = new long[MAX - MIN + 1];

  private DecimalPowers() {}

  static long high(int p) {
    long high = (long) ELEMENT.getAcquire(HIGH, p - MIN);
    return high != 0 ? high : compute(p);
  }

  /** To be called after {@link #high} of the same power. */
  static long low(int p) {
    return LOW[p - MIN];
  }

  /** Computes an entry; several threads may do so at once with the same outcome. */
  private static long compute(int p) {
    BigInteger power = BigInteger.valueOf(5).pow(Math.abs(p));
    BigInteger mantissa;
    if (p < 0) {
      // 1/5^p with 128 significant bits: numerator 2^(bits + 127) gives 128 of them.
      mantissa = BigInteger.ONE.shiftLeft(power.bitLength() + 127).divide(power);
    } else {
      mantissa = power.shiftRight(power.bitLength() - 128);
    }
    LOW[p - MIN] = mantissa.longValue();
    long high = mantissa.shiftRight(64).longValue();
    ELEMENT.setRelease(HIGH, p - MIN, high);
    return high;
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
