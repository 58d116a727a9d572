// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

/** How much a checkpoint waits and does; in rising order, as SQLite has them. */
public enum CheckpointMode {
  /** Nothing: tells how far the last checkpoint came. */
  NOOP,
  /** Copies what no reader stops, and waits for nobody. */
  PASSIVE,
  /** Waits for the writer, and for readers until all can be copied. */
  FULL,
  /** As FULL, and waits until the next writer can begin the log anew. */
  RESTART,
  /** As RESTART, and cuts the log to zero bytes. */
  TRUNCATE
}
