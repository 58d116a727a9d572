// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import java.util.Random;

/** What becomes of writes that were not synced when the power fails. */
public enum PowerLoss {
  /** All of them reach the disk, as after the kill of a process. */
  KEPT,
  /** None does. */
  DROPPED,
  /** All of them do up to some point in time, and the last one in part. */
  CUT_OFF,
  /** Any subset of the sectors does, in whatever order. */
  TORN;

  /** How many of {@code count} directory changes, which keep their order, survive. */
  int survivingDirectoryChanges(int count, Random random) {
    switch (this) {
      case KEPT:
        return count;
      case DROPPED:
        return 0;
      default:
        return random.nextInt(count + 1);
    }
  }
}
