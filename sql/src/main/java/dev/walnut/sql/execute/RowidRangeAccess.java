// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;

/** A range of rowids, in either direction. */
final class RowidRangeAccess extends Access {
  private final StoredRow row;
  private final Evaluator lower;
  private final boolean lowerInclusive;
  private final Evaluator upper;
  private final boolean upperInclusive;
  private final boolean descending;
  private final Value value = new Value();
  private BtreeCursor cursor;
  private long first;
  private long last;
  private boolean started;
  private boolean empty;

  /** Either bound may be null. */
  RowidRangeAccess(
      StoredRow row,
      Evaluator lower,
      boolean lowerInclusive,
      Evaluator upper,
      boolean upperInclusive,
      boolean descending) {
    this.row = row;
    this.lower = lower;
    this.lowerInclusive = lowerInclusive;
    this.upper = upper;
    this.upperInclusive = upperInclusive;
    this.descending = descending;
  }

  @Override
  void open() {
    row.openCursor();
    cursor = row.table();
    started = false;
    empty = false;
    first = Long.MIN_VALUE;
    last = Long.MAX_VALUE;
    if (lower != null) {
      lower.evaluate(value);
      setLower();
    }
    if (upper != null && !empty) {
      upper.evaluate(value);
      setUpper();
    }
    empty |= first > last;
  }

  private void setLower() {
    if (value.type() == Value.TEXT) {
      Affinities.applyNumeric(value);
    }
    if (value.type() == Value.REAL) {
      double ceiling = Math.ceil(value.real());
      if (ceiling >= 0x1p63) {
        empty = true;
        return;
      }
      first = (long) ceiling;
      if (ceiling == value.real() && !lowerInclusive && ceiling >= -0x1p63) {
        exclude();
      }
    } else if (value.type() == Value.INTEGER) {
      first = value.integer();
      if (!lowerInclusive) {
        exclude();
      }
    } else {
      // NULL is greater than nothing, and text and blobs are greater than all integers.
      empty = true;
    }
  }

  private void exclude() {
    if (first == Long.MAX_VALUE) {
      empty = true;
    } else {
      first++;
    }
  }

  private void setUpper() {
    if (value.type() == Value.TEXT) {
      Affinities.applyNumeric(value);
    }
    if (value.type() == Value.REAL) {
      double floor = Math.floor(value.real());
      if (floor < -0x1p63) {
        empty = true;
        return;
      }
      last = (long) floor;
      if (floor == value.real() && !upperInclusive && floor < 0x1p63) {
        excludeLast();
      }
    } else if (value.type() == Value.INTEGER) {
      last = value.integer();
      if (!upperInclusive) {
        excludeLast();
      }
    } else if (value.isNull()) {
      empty = true;
    }
  }

  private void excludeLast() {
    if (last == Long.MIN_VALUE) {
      empty = true;
    } else {
      last--;
    }
  }

  @Override
  boolean next() {
    if (empty) {
      return false;
    }
    row.moved();
    if (descending) {
      boolean found = started ? cursor.previous() : cursor.seekAtMost(last);
      started = true;
      return found && cursor.rowid() >= first;
    }
    boolean found = started ? cursor.next() : cursor.seekAtLeast(first);
    started = true;
    return found && (last == Long.MAX_VALUE || cursor.rowid() <= last);
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
