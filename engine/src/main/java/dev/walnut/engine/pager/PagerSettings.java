// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;

/** What a connection has been told about how to work. Confined to its thread. */
public final class PagerSettings {
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

  /** Remembered only: see {@link #setMmapSize}. Negative: never set. */
  long mmapSize = -1;

  /** Wanted for a database that is still empty; 0: no wish. */
  int newPageSize;

  int newReservedBytes;

  PagerSettings() {}

  /** Frames in the log from which on a commit is followed by a checkpoint; 0: never. */
  public int autocheckpoint() {
    return autocheckpoint;
  }

  /** Sets {@link #autocheckpoint}; negative is 0. */
  public void setAutocheckpoint(int frames) {
    this.autocheckpoint = Math.max(0, frames);
  }

  /** The synchronous level. */
  public Synchronous synchronous() {
    return synchronous;
  }

  /** Sets the synchronous level for the next write transaction. */
  public void setSynchronous(Synchronous level) {
    this.synchronous = level;
  }

  /**
   * Sets whether changed pages may be written before the commit, once there are many of them.
   *
   * @param thresholdBytes how many bytes of them stay in memory in any case
   */
  public void setCacheSpill(boolean spills, long thresholdBytes) {
    this.cacheSpill = spills;
    this.spillThresholdBytes = thresholdBytes;
  }

  /** What {@link #setMmapSize} was given; negative if it was not called. */
  public long mmapSize() {
    return mmapSize;
  }

  /**
   * Remembers how many bytes of the file the user wants mapped. Without effect: a mapped page that
   * cannot be read would kill the process instead of failing a statement, and the page cache holds
   * what is in use anyway.
   */
  public void setMmapSize(long bytes) {
    this.mmapSize = bytes;
  }

  /** Bytes that a persistent journal may keep after a commit; negative: no limit. */
  public long journalSizeLimit() {
    return journalSizeLimit;
  }

  /** Sets {@link #journalSizeLimit}. */
  public void setJournalSizeLimit(long bytes) {
    this.journalSizeLimit = Math.max(-1, bytes);
  }

  /** Whether this connection refuses to begin write transactions. */
  public boolean isQueryOnly() {
    return queryOnly;
  }

  /** Sets {@link #isQueryOnly}. */
  public void setQueryOnly(boolean queryOnly) {
    this.queryOnly = queryOnly;
  }
}
