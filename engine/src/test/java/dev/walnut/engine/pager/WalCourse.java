// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.wal.CheckpointMode;

/** What happens between the transactions of a {@link CrashWorkload} in WAL mode. */
enum WalCourse {
  /** The log grows; closing copies it. */
  NO_CHECKPOINT,
  /** A checkpoint every few frames, hence rewinds. */
  AUTOMATIC,
  /** A checkpoint after each commit, each time of another mode. */
  EACH_MODE,
  /** A reader keeps an old snapshot over three commits while checkpoints are tried. */
  WITH_READER;

  void prepare(Pager pager) {
    pager.settings().setAutocheckpoint(this == AUTOMATIC ? 4 : 0);
    if (this != NO_CHECKPOINT) {
      pager.settings().setJournalSizeLimit(this == AUTOMATIC ? 0 : 2000);
    }
  }

  /** After the commit of that number. */
  void between(Pager pager, Pager reader, int commit) {
    if (this == EACH_MODE) {
      CheckpointMode[] modes = CheckpointMode.values();
      pager.checkpoint(modes[commit % modes.length]);
    } else if (this == WITH_READER) {
      if (commit % 4 == 1) {
        reader.beginRead();
      } else if (commit % 4 == 0) {
        reader.endRead();
      }
      pager.checkpoint(commit % 2 == 0 ? CheckpointMode.RESTART : CheckpointMode.PASSIVE);
    }
  }
}
