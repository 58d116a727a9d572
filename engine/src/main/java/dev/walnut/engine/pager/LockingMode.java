// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

/** Whether a connection gives up its locks when a transaction ends. */
public enum LockingMode {
  /** Locks last as long as the transaction. */
  NORMAL,
  /** Locks stay until the mode is NORMAL again and another transaction ends, or until close. */
  EXCLUSIVE
}
