// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import dev.walnut.engine.record.KeyDescriptor;

/**
 * A cursor on a table tree, which maps rowids to records. Entries are in ascending order of the
 * rowid. Opened by {@link Btrees#openTable}; confined to its connection.
 *
 * <p>Seeks look at the remembered leaf first: probes in key order, appending and asking for the
 * neighbour of the last row seldom descend from the root.
 */
public final class BtreeCursor extends TreeCursor {
  /** A step that long is none any more: halving takes over. */
  private static final int LONG_STEP = 16;

  /** After so many misses in a row the remembered leaf is tried at every eighth seek only. */
  private static final int MISS_LIMIT = 4;

  private long savedRowid;
  private int misses;

  /** Rowids in the current leaf are more than this, and at most the other, if these are known. */
  private long lowBound;

  private long highBound;
  private boolean lowKnown;
  private boolean highKnown;

  BtreeCursor(Btrees trees, Tree tree) {
    super(trees, tree, true);
  }

  @Override
  public KeyDescriptor descriptor() {
    return null;
  }

  @Override
  void reopen() {
    super.reopen();
    misses = 0;
  }

  /** The current row's rowid. */
  public long rowid() {
    requireRow();
    return parsedRowid;
  }

  /**
   * Goes to the row with that rowid. If there is none, the cursor is left where the row would be,
   * and {@link #next} and {@link #previous} go to its neighbours.
   */
  public boolean seek(long rowid) {
    refreshPath();
    int index = -1;
    if (depth >= 0 && leaf && cellCount > 0 && (misses < MISS_LIMIT || (misses & 7) == 0)) {
      index = searchRemembered(rowid);
    }
    if (index < 0) {
      misses++;
      index = descend(rowid);
    } else {
      misses = 0;
    }
    if (index < cellCount && leafRowid(index) == rowid) {
      standOnRow(index);
      return true;
    }
    standInGap(index);
    return false;
  }

  /** Goes to the first row with at least that rowid; false if there is none. */
  public boolean seekAtLeast(long rowid) {
    return seek(rowid) || next();
  }

  /** Goes to the first row with a greater rowid; false if there is none. */
  public boolean seekGreater(long rowid) {
    seek(rowid);
    return next();
  }

  /** Goes to the last row with at most that rowid; false if there is none. */
  public boolean seekAtMost(long rowid) {
    return seek(rowid) || previous();
  }

  /** Goes to the last row with a smaller rowid; false if there is none. */
  public boolean seekLess(long rowid) {
    seek(rowid);
    return previous();
  }

  /**
   * Stores a row, in place of the one with the same rowid if there is one. The cursor is on the new
   * row afterwards.
   *
   * @param record the array that holds the record; it is copied
   * @return whether a row was replaced
   */
  public boolean insert(long rowid, byte[] record, int offset, int length) {
    boolean replaces = seek(rowid);
    beginChange();
    if (replaces) {
      requireRow();
      freeOverflow();
    }
    byte[] buffer = trees.cellBuffer;
    int at = Varint.put(buffer, 0, length);
    at += Varint.put(buffer, at, rowid);
    at = putPayload(buffer, at, record, offset, length);
    if (!putCell(cell, replaces ? 1 : 0, buffer, at)) {
      savedRowid = rowid;
      becomeSaved();
    }
    return replaces;
  }

  /**
   * Deletes the current row. {@link #next} and {@link #previous} then go to the rows that were next
   * to it.
   */
  public void delete() {
    requireCurrentRow();
    beginChange();
    savedRowid = parsedRowid;
    freeOverflow();
    if (removeFromLeaf()) {
      balanceCurrent();
      becomeSaved();
    } else {
      standInGap(cell);
    }
  }

  @Override
  void saveKey() {
    savedRowid = parsedRowid;
  }

  @Override
  boolean findSavedKey() {
    return seek(savedRowid);
  }

  /** Where the rowid is or belongs in the remembered leaf, or -1 if that may be elsewhere. */
  private int searchRemembered(long rowid) {
    int last = cellCount - 1;
    long greatest = leafRowid(last);
    if (rowid > greatest) {
      return isRightmost() ? cellCount : -1;
    }
    if (rowid == greatest) {
      return last;
    }
    long least = leafRowid(0);
    if (rowid <= least) {
      return rowid == least ? 0 : -1;
    }
    lowBound = least - 1;
    highBound = greatest;
    lowKnown = least != Long.MIN_VALUE;
    highKnown = true;
    return searchLeaf(rowid);
  }

  /** Goes down to the leaf where the rowid is or belongs; its place there. */
  private int descend(long rowid) {
    lowKnown = false;
    highKnown = false;
    enter(0, tree.root);
    if (!leaf && cellCount > 0) {
      takeRootBounds(rowid);
    }
    while (!leaf) {
      int index = searchInterior(rowid);
      pathCells[depth] = index;
      enter(depth + 1, childNumber(index));
    }
    return searchLeaf(rowid);
  }

  /** The root has no parent to give bounds: its own first and last keys do, if between them. */
  private void takeRootBounds(long rowid) {
    long least = interiorKey(0);
    long greatest = interiorKey(cellCount - 1);
    if (rowid > least && rowid <= greatest) {
      lowBound = least;
      highBound = greatest;
      lowKnown = true;
      highKnown = true;
    }
  }

  /** The first cell of an interior page whose key is not less; narrows the known bounds. */
  private int searchInterior(long rowid) {
    int low = 0;
    int high = cellCount;
    int guess = guess(rowid, high);
    int probe = guess < 0 ? high >>> 1 : guess;
    int step = guess < 0 ? LONG_STEP : 1;
    while (low < high) {
      long key = interiorKey(probe);
      if (key < rowid) {
        low = probe + 1;
        lowBound = key;
        lowKnown = true;
        probe = step < LONG_STEP ? Math.min(low + step, high) - 1 : (low + high) >>> 1;
      } else {
        high = probe;
        highBound = key;
        highKnown = true;
        probe = step < LONG_STEP ? Math.max(high - step, low) : (low + high) >>> 1;
      }
      step <<= 2;
    }
    return low;
  }

  /** The first cell of a leaf whose rowid is not less. */
  private int searchLeaf(long rowid) {
    int low = 0;
    int high = cellCount;
    int guess = guess(rowid, high);
    int probe = guess < 0 ? high >>> 1 : guess;
    int step = guess < 0 ? LONG_STEP : 1;
    while (low < high) {
      long key = leafRowid(probe);
      if (key == rowid) {
        return probe;
      }
      if (key < rowid) {
        low = probe + 1;
        probe = step < LONG_STEP ? Math.min(low + step, high) - 1 : (low + high) >>> 1;
      } else {
        high = probe;
        probe = step < LONG_STEP ? Math.max(high - step, low) : (low + high) >>> 1;
      }
      step <<= 2;
    }
    return low;
  }

  /**
   * Where to probe first: rowids are mostly dense, so their place follows from the bounds that the
   * parent gave; -1 without bounds. Searches step away from a guess by growing steps and halve what
   * is left once the steps are long.
   */
  private int guess(long rowid, int count) {
    if (lowKnown && highKnown) {
      long span = highBound - lowBound;
      long distance = rowid - lowBound - 1;
      if (span > 0 && span < 1L << 40 && distance >= 0 && distance < span) {
        return (int) (distance * count / span);
      }
    }
    return -1;
  }

  private long interiorKey(int index) {
    int position = cellOffset(index) + 4;
    return position + Varint.MAX_BYTES <= page.length
        ? Varint.get(page, position)
        : PageLayout.varint(page, position, pageNumber);
  }

  private long leafRowid(int index) {
    int position = Bytes.getShort(page, pointers + 2 * index);
    if (position < pointers || position + 2 * Varint.MAX_BYTES > page.length) {
      return edgeRowid(index);
    }
    if (page[position++] < 0 && page[position++] < 0) {
      position += Varint.length(page, position - 2) - 2;
    }
    return Varint.get(page, position);
  }

  /** The rowid of a cell that may be cut off by the end of the page. */
  private long edgeRowid(int index) {
    int position = cellOffset(index);
    PageLayout.varint(page, position, pageNumber);
    position += Varint.length(page, position);
    if (position >= page.length) {
      throw new CorruptDatabaseException(pageNumber, "cell extends past the page");
    }
    return PageLayout.varint(page, position, pageNumber);
  }
}
