// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

/**
 * Where a connection's transaction stands.
 *
 * <pre>
 *   OPEN -- beginRead --> READER -- beginWrite --> WRITER_LOCKED -- write --> WRITER_CHANGED
 *    ^                      ^ |                        |                        |      |
 *    +------ endRead -------|-+      commit, rollback  |     commit, rollback   |      | spill
 *    |                      +--------------------------+------------------------+      v
 *    |                      +------------ commit, rollback ----------------- WRITER_WRITTEN
 *    |                                                                               |
 *    +----------------- rollback (undone, or left to a hot journal) -- ERROR <-------+ failure
 * </pre>
 */
public enum PagerState {
  /** No transaction. */
  OPEN,
  /** A read transaction: SHARED is held. */
  READER,
  /** A write transaction without a change: RESERVED or more is held. */
  WRITER_LOCKED,
  /** Pages were changed in memory; no file was. */
  WRITER_CHANGED,
  /** The journal is durable and the database file has been written to. */
  WRITER_WRITTEN,
  /** A file could not be written; only {@code rollback} is allowed. */
  ERROR;

  /** Whether a write transaction is open and usable. */
  public boolean isWriter() {
    return this == WRITER_LOCKED || this == WRITER_CHANGED || this == WRITER_WRITTEN;
  }
}
