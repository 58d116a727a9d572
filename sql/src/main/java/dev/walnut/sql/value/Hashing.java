// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

/**
 * Hash codes that agree with {@link Comparison}: equal values have equal hashes, so 1 and 1.0 do,
 * and under NOCASE {@code 'a'} and {@code 'A'}. For hash joins, DISTINCT and GROUP BY.
 */
public final class Hashing {
  private static final long PRIME_1 = 0x9E3779B97F4A7C15L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;

  private Hashing() {}

  /** A 64-bit hash of a value under a collation; all bits are usable. */
  public static long hash(Value value, Collation collation) {
    switch (value.type()) {
      case Value.INTEGER:
        return hash(value.integer());
      case Value.REAL:
        return hash(value.real());
      case Value.TEXT:
        return hashText(value.bytes(), value.offset(), value.length(), collation);
      case Value.BLOB:
        return mix(hashBytes(value.bytes(), value.offset(), value.length(), 3));
      default:
        return PRIME_2;
    }
  }

  /** The hash of an INTEGER. */
  public static long hash(long value) {
    return mix(value * PRIME_1 + 1);
  }

  /** The hash of a REAL: that of the integer it equals, if it does. */
  public static long hash(double value) {
    long integer = (long) value;
    if (integer == value && value < 0x1p63) {
      return hash(integer);
    }
    return mix(Double.doubleToLongBits(value) * PRIME_2 + 2);
  }

  /** The hash of a TEXT. */
  public static long hashText(byte[] text, int offset, int length, Collation collation) {
    if (collation == Collation.NOCASE) {
      long hash = length;
      for (int i = offset; i < offset + length; i++) {
        int c = text[i];
        if (c >= 'A' && c <= 'Z') {
          c += 32;
        }
        hash = hash * PRIME_1 + c;
      }
      return mix(hash);
    }
    if (collation == Collation.RTRIM) {
      while (length > 0 && text[offset + length - 1] == ' ') {
        length--;
      }
      return mix(hashBytes(text, offset, length, 4));
    }
    if (Collations.isBytewise(collation)) {
      return mix(hashBytes(text, offset, length, 4));
    }
    return 4; // nothing is known about what such a collation takes for equal
  }

  /** Whether {@link #hashText} tells texts apart under this collation. */
  public static boolean isUseful(Collation collation) {
    return collation == Collation.NOCASE
        || collation == Collation.RTRIM
        || Collations.isBytewise(collation);
  }

  private static long hashBytes(byte[] bytes, int offset, int length, long seed) {
    long hash = seed + length;
    int i = offset;
    int end = offset + length;
    for (; i + 8 <= end; i += 8) {
      long word = (long) Collations.LONGS.get(bytes, i);
      hash = Long.rotateLeft(hash ^ (word * PRIME_2), 27) * PRIME_1;
    }
    for (; i < end; i++) {
      hash = (hash ^ bytes[i]) * PRIME_1;
      hash ^= hash >>> 29;
    }
    return hash;
  }

  private static long mix(long hash) {
    hash = (hash ^ (hash >>> 32)) * PRIME_2;
    return hash ^ (hash >>> 29);
  }
}
