// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.record.RecordReader;

/**
 * A row whose columns lie in a serialised record: of a table, an index or a buffer. The record is
 * looked at when the first column is asked for.
 *
 * <p>Invariant: {@code bound} is true only while {@code record} is turned to the current row. Who
 * moves the row calls {@link #moved}.
 */
abstract class RecordRow extends RowSource {
  final RecordReader record = new RecordReader();
  private boolean bound;
  private boolean nullRow;

  /** The current row's record; one without columns if this is a row of NULLs. */
  final RecordReader record() {
    if (!bound) {
      bound = true;
      if (nullRow) {
        record.bindEmpty();
      } else {
        bind();
      }
    }
    return record;
  }

  /** Turns {@link #record} to the current row. */
  abstract void bind();

  /** The current row's rowid; the row is not one of NULLs. */
  abstract long rowid();

  final void moved() {
    bound = false;
  }

  final boolean isNullRow() {
    return nullRow;
  }

  final void setNullRow(boolean isNullRow) {
    if (nullRow != isNullRow) {
      nullRow = isNullRow;
      bound = false;
    }
  }
}
