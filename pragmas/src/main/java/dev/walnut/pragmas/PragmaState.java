// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.pager.LockingMode;

/**
 * What the pragmas of one session remember and nobody else looks at: settings that SQLite reports
 * back, whose effect belongs to parts that do not exist here or do not need them. Confined to the
 * session.
 */
final class PragmaState {
  boolean legacyAlterTable;
  boolean readUncommitted;
  boolean trustedSchema = true;
  boolean emptyResultCallbacks;
  boolean checkpointFullfsync;
  boolean fullfsync;
  boolean cacheSpill = true;
  int cacheSpillPages;
  int threads;
  int analysisLimit;
  int walAutocheckpoint = 1000;
  long mmapSize;
  int mainCacheSize = DEFAULT_CACHE_SIZE;
  LockingMode defaultLockingMode = LockingMode.NORMAL;
  String tempDirectory = "";

  static final int DEFAULT_CACHE_SIZE = -2000;
}
