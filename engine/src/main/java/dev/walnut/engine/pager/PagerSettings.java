// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;

/** What a connection has been told about how to work. Confined to its thread. */
final class PagerSettings {
  private static final long DEFAULT_CACHE_BYTES = 2000L * 1024;
  private static final int DEFAULT_AUTOCHECKPOINT = 1000;

  /** The rollback mode that holds while the database is not in WAL mode. */
  JournalMode journalMode = JournalMode.DELETE;

  Synchronous synchronous = Synchronous.FULL;
  LockingMode lockingMode = LockingMode.NORMAL;

  /** Read by other threads too, for the cache's budget. */
  volatile long cacheSizeBytes = DEFAULT_CACHE_BYTES;

  long journalSizeLimit = -1;
  int autocheckpoint = DEFAULT_AUTOCHECKPOINT;
  int maxPageCount = DatabaseHeader.MAX_PAGE_COUNT;
  boolean queryOnly;
  boolean cacheSpill = true;

  /** Bytes of changed pages below which nothing is spilled, whatever the cache may hold. */
  long spillThresholdBytes;

  /** Remembered only: see {@link Pager#setMmapSize}. Negative: never set. */
  long mmapSize = -1;

  /** Wanted for a database that is still empty; 0: no wish. */
  int newPageSize;

  int newReservedBytes;
}
