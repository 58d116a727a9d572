// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.journal;

/** How much a commit syncs; the order is SQLite's numbering, 0 to 3. */
public enum Synchronous {
  /** Nothing. */
  OFF,
  /** The journal once, then the database. */
  NORMAL,
  /** The journal's records before its header, then the database. */
  FULL,
  /** As FULL, and the directory after the journal's deletion. */
  EXTRA
}
