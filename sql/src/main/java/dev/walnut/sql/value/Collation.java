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

  /**
   * BINARY for a database: code point order for UTF-8, the order of the stored bytes for UTF-16.
   *
   * @param encoding the text encoding in the file's header: 1 UTF-8, 2 UTF-16 little endian, 3
   *     UTF-16 big endian; others count as UTF-8
   */
  static Collation binaryFor(int encoding) {
    switch (encoding) {
      case 2:
        return Utf16Collation.LITTLE_ENDIAN;
      case 3:
        return Utf16Collation.BIG_ENDIAN;
      default:
        return BINARY;
    }
  }
}
