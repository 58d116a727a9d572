// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

/** Which entry an index seek wants, in the index's own order. */
public enum SeekMode {
  /** The first one equal to the key in the key's columns. */
  EQUAL,
  /** The first one not before the key. */
  AT_LEAST,
  /** The first one after all that are equal to the key. */
  GREATER,
  /** The last one not after the key: of equal ones the last. */
  AT_MOST,
  /** The last one before all that are equal to the key. */
  LESS
}
