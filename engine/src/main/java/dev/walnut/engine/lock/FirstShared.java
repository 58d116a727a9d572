// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.lock;

/**
 * What must be looked at when the process regains SHARED, before anybody reads: a hot journal, and
 * whether another process has written.
 */
public interface FirstShared {
  /**
   * Called with SHARED held by the process for its first holder, inside the table's mutex, so that
   * no other connection passes before it returns.
   *
   * @param exclusive takes and drops EXCLUSIVE for recovery
   * @return false if another process is in the way: the SHARED lock is dropped again, and the
   *     caller is told "busy"
   */
  boolean revalidate(RecoveryLock exclusive);

  /** The way from SHARED to EXCLUSIVE without RESERVED, for hot-journal recovery alone. */
  interface RecoveryLock {
    /** Tries to take EXCLUSIVE; false if another process holds any lock. */
    boolean tryExclusive();

    /** Goes back to SHARED. */
    void backToShared();
  }
}
