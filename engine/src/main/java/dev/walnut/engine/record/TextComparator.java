// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

/** The order of TEXT in a key, over bytes as they are stored. Implementations keep no state. */
@FunctionalInterface
public interface TextComparator {
  /** Negative, zero or positive, as the first text sorts before, with or after the second. */
  int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength);
}
