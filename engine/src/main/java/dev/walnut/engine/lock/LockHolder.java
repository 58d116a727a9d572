// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

/**
 * One connection's place in the {@link LockTable}. Only the table changes the state, under its
 * mutex; the owner, whose thread made the change, reads it without.
 */
public final class LockHolder {
  LockState state = LockState.UNLOCKED;

  /** What this connection holds now. */
  public LockState state() {
    return state;
  }
}
