// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

/** SQLite's order of values: NULL, numbers, TEXT by collation, BLOB. Never allocates. */
public final class Comparison {
  private Comparison() {}

  /** Negative, zero or positive; NULLs are equal to each other and before all others. */
  public static int compare(Value a, Value b, Collation collation) {
    int left = a.type();
    int right = b.type();
    if (left <= Value.REAL && right <= Value.REAL) {
      if (left == Value.INTEGER) {
        if (right == Value.INTEGER) {
          return Long.compare(a.integer(), b.integer());
        }
        return right == Value.NULL ? 1 : compare(a.integer(), b.real());
      }
      if (left == Value.REAL) {
        if (right == Value.REAL) {
          return compareReals(a.real(), b.real());
        }
        return right == Value.NULL ? 1 : -compare(b.integer(), a.real());
      }
      return right == Value.NULL ? 0 : -1;
    }
    if (left != right) {
      return left < right ? -1 : 1;
    }
    Collation rule = left == Value.TEXT ? collation : Collation.BINARY;
    return rule.compare(a.bytes(), a.offset(), a.length(), b.bytes(), b.offset(), b.length());
  }

  /** Order of an integer and a real, by their exact values. The real is not NaN. */
  public static int compare(long integer, double real) {
    if (real < -0x1p63) {
      return 1;
    }
    if (real >= 0x1p63) {
      return -1;
    }
    long truncated = (long) real;
    if (integer != truncated) {
      return integer < truncated ? -1 : 1;
    }
    // Equal whole parts: a fraction is left only below 2^53, where the conversion is exact.
    double whole = truncated;
    return whole < real ? -1 : whole > real ? 1 : 0;
  }

  /** Order of two reals that are not NaN; zeros of both signs are equal. */
  public static int compareReals(double a, double b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  /** Whether two values are equal in the sense of {@link #compare}. */
  public static boolean equal(Value a, Value b, Collation collation) {
    return compare(a, b, collation) == 0;
  }
}
