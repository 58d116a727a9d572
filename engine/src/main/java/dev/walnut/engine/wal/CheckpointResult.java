// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

/** What a checkpoint did: the three columns of {@code PRAGMA wal_checkpoint}. */
public final class CheckpointResult {
  private final boolean busy;
  private final int logFrames;
  private final int checkpointedFrames;

  /**
   * @param busy whether somebody kept it from doing all that its mode asks for
   * @param logFrames frames in the log; -1 if not known, or there is no log
   * @param checkpointedFrames frames of these that are in the database file; -1 likewise
   */
  public CheckpointResult(boolean busy, int logFrames, int checkpointedFrames) {
    this.busy = busy;
    this.logFrames = logFrames;
    this.checkpointedFrames = checkpointedFrames;
  }

  /** Whether somebody kept it from doing all that its mode asks for. */
  public boolean isBusy() {
    return busy;
  }

  /** Frames in the log, or -1. */
  public int logFrames() {
    return logFrames;
  }

  /** Frames that are in the database file, or -1. */
  public int checkpointedFrames() {
    return checkpointedFrames;
  }
}
