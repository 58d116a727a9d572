// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.btree.SeekMode;
import dev.walnut.engine.record.KeyComparison;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.sql.catalog.StoredText;

/**
 * A part of an index, or all of it: entries equal to the leading parts and within a range of the
 * next one, in either direction. With IN parts, one search after the other.
 */
final class IndexSearchAccess extends Access {
  private final StoredRow row;
  private final StoredRow target;
  private final KeyPart[] equal;
  private final KeyBound first;
  private final KeyBound last;
  private final boolean descending;
  private final boolean hasIn;
  private final StoredText text;
  private final SearchKey startKey;
  private final SearchKey endKey;
  private final KeyComparison end = new KeyComparison();
  private IndexCursor cursor;
  private boolean checksEnd;
  private boolean endInclusive;
  private boolean started;
  private boolean exhausted;

  /**
   * @param row the index's row
   * @param target the table's row, found through the index; null if the index covers
   * @param first where the range begins in the index's own order; null: no bound
   * @param last where it ends
   */
  IndexSearchAccess(
      StoredRow row,
      StoredRow target,
      KeyPart[] equal,
      KeyBound first,
      KeyBound last,
      boolean descending) {
    this.row = row;
    this.target = target;
    this.equal = equal;
    this.first = first;
    this.last = last;
    this.descending = descending;
    this.text = row.text();
    this.startKey = new SearchKey(equal.length + 1);
    this.endKey = new SearchKey(equal.length + 1);
    boolean in = false;
    for (KeyPart part : equal) {
      in |= part.in != null;
    }
    this.hasIn = in;
  }

  @Override
  void open() {
    row.openCursor();
    if (target != null) {
      target.openCursor();
    }
    cursor = row.index();
    started = false;
    exhausted = false;
    for (KeyPart part : equal) {
      if (part.in != null) {
        part.in.open();
      } else if (!part.compute()) {
        exhausted = true;
        return;
      }
    }
    if (first != null && !first.compute() || last != null && !last.compute()) {
      exhausted = true;
      return;
    }
    if (hasIn) {
      exhausted = !firstCombination();
    }
  }

  private boolean firstCombination() {
    for (KeyPart part : equal) {
      if (part.in != null) {
        part.in.rewind();
        if (!part.in.next()) {
          return false;
        }
        part.value.set(part.in.value());
      }
    }
    return true;
  }

  private boolean nextCombination() {
    for (int i = equal.length - 1; i >= 0; i--) {
      InValues in = equal[i].in;
      if (in != null) {
        if (in.next()) {
          equal[i].value.set(in.value());
          return true;
        }
        in.rewind();
        in.next();
        equal[i].value.set(in.value());
      }
    }
    return false;
  }

  @Override
  boolean next() {
    while (!exhausted) {
      boolean found;
      if (started) {
        found = descending ? cursor.previous() : cursor.next();
      } else {
        started = true;
        found = start();
      }
      row.moved();
      if (found && checksEnd) {
        int order = cursor.compareTo(end);
        found = order == 0 ? endInclusive : order < 0 != descending;
      }
      if (found) {
        if (target != null) {
          target.defer();
        }
        return true;
      }
      if (hasIn && nextCombination()) {
        started = false;
      } else {
        exhausted = true;
      }
    }
    return false;
  }

  /** Seeks the first entry and prepares the check for the last one. */
  private boolean start() {
    int prefix = equal.length;
    KeyBound from = descending ? last : first;
    KeyBound to = descending ? first : last;
    fill(endKey, to);
    checksEnd = endKey.columnCount() > 0;
    endInclusive = to == null || to.inclusive;
    if (checksEnd) {
      cursor.prepare(end, endKey);
    }
    fill(startKey, from);
    if (prefix == 0 && from == null) {
      return descending ? cursor.last() : cursor.first();
    }
    boolean inclusive = from == null || from.inclusive;
    SeekMode mode;
    if (descending) {
      mode = inclusive ? SeekMode.AT_MOST : SeekMode.LESS;
    } else {
      mode = inclusive ? SeekMode.AT_LEAST : SeekMode.GREATER;
    }
    return cursor.seek(startKey, mode);
  }

  private void fill(SearchKey key, KeyBound bound) {
    int count = equal.length;
    key.setColumnCount(bound == null ? count : count + 1);
    for (int i = 0; i < count; i++) {
      text.set(key, i, equal[i].value);
    }
    if (bound != null) {
      text.set(key, count, bound.value);
    }
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
    if (target != null) {
      target.setNullRow(nullRow);
    }
  }
}
