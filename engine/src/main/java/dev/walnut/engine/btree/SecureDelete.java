// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

/** What becomes of deleted content; the order is that of {@code PRAGMA secure_delete}'s numbers. */
public enum SecureDelete {
  /** It stays until something else is written over it. */
  OFF,
  /** It is overwritten with zeroes, in pages that are freed too. */
  ON,
  /** It is overwritten where that costs no write: in pages that stay in use. */
  FAST
}
