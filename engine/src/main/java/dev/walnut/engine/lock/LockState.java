// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

/** What a connection may do with a database file, in rising order. */
public enum LockState {
  /** Nothing. */
  UNLOCKED,
  /** Read; any number of connections. */
  SHARED,
  /** Read, and prepare a change; one connection, beside readers. */
  RESERVED,
  /** As RESERVED, waiting for readers to leave; no new ones are let in. */
  PENDING,
  /** Write the file; nobody else may read. */
  EXCLUSIVE;

  /** Whether this state grants all that {@code other} does. */
  public boolean atLeast(LockState other) {
    return compareTo(other) >= 0;
  }
}
