// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import dev.walnut.engine.record.KeyComparison;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.SearchKey;

/**
 * A cursor on an index tree, a sorted set of records: an index, or a WITHOUT ROWID table. Opened by
 * {@link Btrees#openIndex}; confined to its connection.
 *
 * <p>The tree's order is that of a {@link KeyDescriptor}; no two records are equal in its columns.
 * "Before" and "after" below are meant in that order, descending columns included.
 */
public final class IndexCursor extends TreeCursor {
  /** After so many misses in a row the remembered leaf is tried at every eighth seek only. */
  private static final int MISS_LIMIT = 4;

  private final KeyDescriptor descriptor;
  private final KeyComparison comparison = new KeyComparison();
  private KeyComparison rowComparison;

  private RecordReader keyReader;
  private SearchKey ownKey;
  private byte[] savedKey;
  private int savedKeyBytes;

  /** Keys of up to so many bytes are local, and have a payload size of one byte. */
  private final int shortKeyBytes;

  /** A short key that begins before this offset lies inside the page whatever its size. */
  private final int shortKeyLimit;

  private boolean matched;
  private int misses;

  IndexCursor(Btrees trees, Tree tree, KeyDescriptor descriptor) {
    super(trees, tree, false);
    this.descriptor = descriptor;
    this.shortKeyBytes = Math.min(127, format.maxLocalIndex);
    this.shortKeyLimit = format.usableSize - shortKeyBytes;
  }

  @Override
  void reopen() {
    super.reopen();
    misses = 0;
  }

  @Override
  public KeyDescriptor descriptor() {
    return descriptor;
  }

  /**
   * Goes to an entry by key. The key may have fewer columns than the order: then entries that agree
   * with it in its columns are all equal to it.
   *
   * @return false if there is no such entry; {@link #next} and {@link #previous} then go to the
   *     neighbours of where it would be, except that a seek past an end leaves no position
   */
  public boolean seek(SearchKey key, SeekMode mode) {
    comparison.prepare(key, descriptor, overflow);
    switch (mode) {
      case EQUAL:
        return locate(false, false) || stepOntoEqual();
      case AT_LEAST:
        return locate(false, false) || next();
      case GREATER:
        locate(true, false);
        return next();
      case AT_MOST:
        locate(true, false);
        return previous();
      case LESS:
        locate(false, false);
        return previous();
      default:
        throw new AssertionError(mode);
    }
  }

  /**
   * Compares the current entry with a key: negative if it is before the key, zero if it agrees in
   * all of the key's columns.
   */
  public int compareTo(SearchKey key) {
    requireRow();
    if (rowComparison == null) {
      rowComparison = new KeyComparison();
    }
    rowComparison.prepare(key, descriptor, overflow);
    return rowComparison.compare(page, payloadOffset(), localBytes(), totalBytes());
  }

  /** Like {@link #compareTo} with a key that was prepared with this tree's descriptor. */
  public int compareTo(KeyComparison prepared) {
    requireRow();
    return prepared.compare(page, payloadOffset(), localBytes(), totalBytes());
  }

  /** Prepares a key for many calls of {@link #compareTo(KeyComparison)}. */
  public void prepare(KeyComparison target, SearchKey key) {
    target.prepare(key, descriptor, overflow);
  }

  /**
   * Stores a record, in place of the one with an equal key if there is one (which is how a WITHOUT
   * ROWID table's row is updated). The cursor is on the new entry afterwards.
   *
   * @param record the array that holds the record; it is copied
   * @return whether a record was replaced
   */
  public boolean insert(byte[] record, int offset, int length) {
    takeKey(record, offset, length);
    boolean replaces = locate(false, true);
    beginChange();
    if (replaces) {
      requireRow();
      freeOverflow();
    }
    store(replaces ? 1 : 0, record, offset, length);
    return replaces;
  }

  /**
   * Stores a record that the caller knows to be after all others of the tree: it is compared with
   * none. For filling an empty tree.
   *
   * @param record the array that holds the record; it is copied
   */
  public void append(byte[] record, int offset, int length) {
    refreshPath();
    if (depth < 0 || !leaf || !isRightmost()) {
      enter(0, tree.root);
      descendLast();
    }
    standInGap(cellCount);
    beginChange();
    store(0, record, offset, length);
  }

  /** Puts a record at the cursor's place, instead of so many (0 or 1) of the entries there. */
  private void store(int replaced, byte[] record, int offset, int length) {
    byte[] buffer = trees.cellBuffer;
    int at = 0;
    if (!leaf) {
      Bytes.putInt(buffer, 0, childNumber(cell));
      at = 4;
    }
    at += Varint.put(buffer, at, length);
    at = putPayload(buffer, at, record, offset, length);
    if (!putCell(cell, replaced, buffer, at)) {
      savedKey = copyOf(savedKey, record, offset, length);
      savedKeyBytes = length;
      becomeSaved();
    }
  }

  /**
   * Deletes the current entry. {@link #next} and {@link #previous} then go to the entries that were
   * next to it.
   */
  public void delete() {
    requireCurrentRow();
    beginChange();
    if (!leaf) {
      saveKey();
      freeOverflow();
      deleteFromInterior();
      becomeSaved();
      return;
    }
    if (depth > 0) {
      saveKey();
    }
    freeOverflow();
    if (removeFromLeaf()) {
      balanceCurrent();
      becomeSaved();
    } else {
      standInGap(cell);
    }
  }

  /** Puts the entry before it, which is the last of a leaf, in the place of an interior one. */
  private void deleteFromInterior() {
    int level = depth;
    int index = cell;
    int child = childNumber(index);
    pathCells[level] = index;
    enter(level + 1, child);
    descendLast();
    if (cellCount == 0) {
      throw new CorruptDatabaseException(pageNumber, "leaf without entries");
    }
    standOnRow(cellCount - 1);
    byte[] moved = copyPayload(null);
    int movedBytes = totalBytes();
    int offset = cellOffset(cell);
    int size = format.exactCellBytes(page, offset, type, pageNumber);
    byte[] buffer = trees.cellBuffer;
    Bytes.putInt(buffer, 0, child);
    System.arraycopy(page, offset, buffer, 4, size);
    boolean underfull = removeFromLeaf();
    trees.balancer().replace(pathNumbers, pathCells, level, index, 1, buffer, size + 4);
    losePath();
    if (underfull) {
      // The levels above may have been dealt out anew: find the leaf again by the moved entry.
      takeKey(moved, 0, movedBytes);
      if (locate(false, true) && !leaf) {
        pathCells[depth] = cell;
        enter(depth + 1, childNumber(cell));
        descendLast();
        balanceCurrent();
      }
      losePath();
    }
  }

  @Override
  void saveKey() {
    savedKey = copyPayload(savedKey);
    savedKeyBytes = payloadBytes();
  }

  @Override
  boolean findSavedKey() {
    takeKey(savedKey, 0, savedKeyBytes);
    return locate(false, true);
  }

  /** Prepares the comparison with a whole record as key. */
  private void takeKey(byte[] record, int offset, int length) {
    if (ownKey == null) {
      ownKey = new SearchKey(descriptor.columnCount());
      keyReader = new RecordReader();
    }
    keyReader.bind(record, offset, length);
    ownKey.setRecord(keyReader, descriptor.columnCount());
    comparison.prepare(ownKey, descriptor, overflow);
  }

  private static byte[] copyOf(byte[] reuse, byte[] source, int offset, int length) {
    byte[] target = reuse;
    if (target == null || target.length < length) {
      target = new byte[Math.max(256, length + length / 2)];
    }
    System.arraycopy(source, offset, target, 0, length);
    return target;
  }

  /** From the gap that a search left: onto the next entry if that is equal; else stays there. */
  private boolean stepOntoEqual() {
    if (cell < cellCount) {
      return false;
    }
    // The first equal entry can only be an ancestor's, just after this leaf's end.
    if (isRightmost() || !next()) {
      return false;
    }
    return compareCell(cell) == 0 || goBackToGap();
  }

  private boolean goBackToGap() {
    if (previous()) {
      standInGap(cell + 1);
    }
    return false;
  }

  /**
   * Finds the place of the prepared key: before all equal entries, or after them if {@code after}.
   *
   * @param unique at most one entry can be equal: the search may end above the leaves
   * @return whether the cursor is on the first equal entry; else it is in the gap
   */
  private boolean locate(boolean after, boolean unique) {
    refreshPath();
    int index = -1;
    if (depth >= 0 && leaf && cellCount > 0 && (misses < MISS_LIMIT || (misses & 7) == 0)) {
      index = searchRemembered(after);
    }
    if (index < 0) {
      misses++;
      enter(0, tree.root);
      index = search(after);
      while (!leaf) {
        if (unique && matched) {
          standOnRow(index);
          return true;
        }
        pathCells[depth] = index;
        enter(depth + 1, childNumber(index));
        index = search(after);
      }
    } else {
      misses = 0;
    }
    if (matched) {
      standOnRow(index);
      return true;
    }
    standInGap(index);
    return false;
  }

  /** The place in the remembered leaf, or -1 if it may be elsewhere. */
  private int searchRemembered(boolean after) {
    matched = false;
    int order = compareCell(cellCount - 1);
    if (order < 0 || after && order == 0) {
      return isRightmost() ? cellCount : -1;
    }
    order = compareCell(0);
    if (order > 0 || !after && order == 0) {
      return -1;
    }
    return search(after);
  }

  /**
   * The first cell of the current page that is after the key or, unless {@code after}, equal to it;
   * {@link #matched} tells whether it is equal.
   */
  private int search(boolean after) {
    int low = 0;
    int high = cellCount;
    int equal = -1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = compareCell(middle);
      if (order < 0 || after && order == 0) {
        low = middle + 1;
      } else {
        high = middle;
        if (order == 0) {
          equal = middle;
        }
      }
    }
    matched = equal == low && low < cellCount;
    return low;
  }

  private int compareCell(int index) {
    // Most keys are short and local: then nothing of the general parsing is needed.
    int position = cellOffset(index) + (leaf ? 0 : 4);
    if (position < shortKeyLimit) {
      int bytes = page[position++];
      if (bytes >= 0 && bytes <= shortKeyBytes) {
        return comparison.compare(page, position, bytes, bytes);
      }
    }
    parseForCompare(index);
    return comparison.compare(page, payloadOffset(), localBytes(), totalBytes());
  }
}
