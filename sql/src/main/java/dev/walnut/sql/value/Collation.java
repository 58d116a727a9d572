// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

/**
 * Rule that compares and orders TEXT. Implementations are stateless and thread-safe; both arguments
 * are UTF-8, possibly malformed.
 */
public interface Collation {
  /** The name as SQLite prints it, for example {@code NOCASE}. */
  String name();

  /** Negative, zero or positive, as the first text sorts before, with or after the second. */
  int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength);

  /** Bytes as unsigned numbers. */
  Collation BINARY = Collations.BINARY;

  /** ASCII letters without regard to case. */
  Collation NOCASE = Collations.NOCASE;

  /** As BINARY, but spaces at the end do not count. */
  Collation RTRIM = Collations.RTRIM;
}
