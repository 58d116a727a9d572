// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

/**
 * How a database is copied.
 *
 * @param pages pages in a step; between two steps others may write to the source, unless it is in
 *     WAL mode, where they may at any time. Negative: all at once
 * @param busyAttempts how often a step is tried again that found source or target in use
 * @param busySleepMillis how long to wait before that
 */
public record BackupSteps(int pages, int busyAttempts, long busySleepMillis) {
  /** 100 pages, 3 times, 100 ms: what sqlite-jdbc does. */
  public static final BackupSteps DEFAULT = new BackupSteps(100, 3, 100);

  public BackupSteps {
    if (pages == 0) {
      throw new IllegalArgumentException("a step of 0 pages");
    }
  }
}
