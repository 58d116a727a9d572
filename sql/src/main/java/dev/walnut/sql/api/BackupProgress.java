// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

/** Is told how far the copying of a database has come. */
@FunctionalInterface
public interface BackupProgress {
  /**
   * Called after each step, by the thread that copies. What it throws ends the backup, whose target
   * stays as it was. It must not use the connection that the backup runs on.
   *
   * @param remainingPages pages that are still to be copied; grows again if the source was changed
   *     meanwhile
   * @param pageCount pages in all
   */
  void progress(int remainingPages, int pageCount);
}
