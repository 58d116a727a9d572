// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import dev.walnut.engine.pager.PageAccess;
import java.util.Arrays;

/**
 * Builds a tree from its entries in order, from the leaves upwards: pages are filled as far as they
 * go, get ascending numbers, and are written once.
 *
 * <p>Each level has one page in the making. An entry that does not fit any more ends it. In a table
 * tree the leaf's last rowid then goes to the parent. Elsewhere an entry itself goes to the parent,
 * and that must not leave the next page empty: so the one that did not fit waits until another
 * comes and is then the parent's; if none comes, the last entry of the full page takes its place.
 *
 * <p>The top page becomes the root. Only the root of the schema tree, whose page 1 is shorter, may
 * end up with a single child and no entry.
 */
final class TreeAppender {
  /** One level's page in the making, and the entry that waits. */
  private final class Level {
    final byte[] page = new byte[pages.pageSize()];
    final byte[] waiting = new byte[pages.pageSize() + 32];
    int waitingBytes;
    int content;
    int count;
    int type;

    void begin(int pageType) {
      type = pageType;
      content = format.usableSize;
      count = 0;
    }

    private int pointersEnd() {
      return PageLayout.headerBytes(type) + 2 * count;
    }

    boolean fits(int size) {
      return content - Math.max(PageLayout.MIN_CELL_BYTES, size) >= pointersEnd() + 2;
    }

    void add(byte[] cell, int size) {
      int space = Math.max(PageLayout.MIN_CELL_BYTES, size);
      int pointer = pointersEnd();
      content -= space;
      System.arraycopy(cell, 0, page, content, size);
      Arrays.fill(page, content + size, content + space, (byte) 0);
      Bytes.putShort(page, pointer, content);
      count++;
    }

    /** Takes the last cell off the page, into {@link #cellBuffer}; returns its size. */
    int takeLast() {
      int size = format.exactCellBytes(page, content, type, 0);
      System.arraycopy(page, content, cellBuffer, 0, size);
      content += Math.max(PageLayout.MIN_CELL_BYTES, size);
      count--;
      return size;
    }

    int bytes() {
      return pointersEnd() + format.usableSize - content;
    }
  }

  private final PageAccess pages;
  private final TreeFormat format;
  private final Freelist freelist;
  private final OverflowChain overflow;
  private final PointerMap map;
  private final Level[] levels = new Level[PageLayout.MAX_DEPTH];
  private final byte[] cell;
  private final byte[] cellBuffer;
  private final byte[] divider;

  private int depth;
  private int root;
  private boolean table;
  private long lastRowid;
  private boolean isEmpty;

  /** An appender for trees of a database whose freelist is empty. */
  TreeAppender(Btrees trees) {
    this.pages = trees.pages;
    this.format = trees.format;
    this.freelist = trees.freelist;
    this.overflow = trees.overflow;
    this.map = freelist.pointerMap();
    this.cell = new byte[pages.pageSize() + 64];
    this.cellBuffer = new byte[pages.pageSize() + 64];
    this.divider = new byte[pages.pageSize() + 64];
  }

  /** Begins to fill the empty tree with that root. */
  void begin(int root, boolean table) {
    this.root = root;
    this.table = table;
    depth = 0;
    isEmpty = true;
    level(0);
  }

  private Level level(int index) {
    if (index == levels.length) {
      throw new CorruptDatabaseException(root, "tree is too deep");
    }
    if (levels[index] == null) {
      levels[index] = new Level();
    }
    if (index == depth) {
      depth++;
      int leaf = table ? PageLayout.TABLE_LEAF : PageLayout.INDEX_LEAF;
      levels[index].begin(index == 0 ? leaf : leaf & ~8);
      levels[index].waitingBytes = 0;
    }
    return levels[index];
  }

  /** Adds a row of a table tree; rowids must ascend. */
  void append(long rowid, byte[] record, int length) {
    if (!isEmpty && rowid <= lastRowid) {
      throw new CorruptDatabaseException(root, "rowids are out of order");
    }
    int at = Varint.put(cell, 0, length);
    at += Varint.put(cell, at, rowid);
    int size = putPayload(at, record, length, format.maxLocalTable);
    Level leaf = levels[0];
    if (!leaf.fits(size)) {
      Varint.put(divider, 4, lastRowid);
      int dividerBytes = 4 + Varint.length(divider, 4);
      int number = write(leaf, 0);
      leaf.begin(leaf.type);
      Bytes.putInt(divider, 0, number);
      addToLevel(1, divider, dividerBytes);
    }
    leaf.add(cell, size);
    lastRowid = rowid;
    isEmpty = false;
  }

  /** Adds an entry of an index tree; entries must ascend. */
  void append(byte[] record, int length) {
    int at = Varint.put(cell, 0, length);
    int size = putPayload(at, record, length, format.maxLocalIndex);
    Level leaf = levels[0];
    if (leaf.waitingBytes > 0) {
      endLeaf(leaf, leaf.waiting, leaf.waitingBytes);
      leaf.waitingBytes = 0;
    }
    if (leaf.fits(size)) {
      leaf.add(cell, size);
    } else {
      System.arraycopy(cell, 0, leaf.waiting, 0, size);
      leaf.waitingBytes = size;
    }
  }

  private int putPayload(int at, byte[] record, int length, int maxLocal) {
    if (length <= maxLocal) {
      System.arraycopy(record, 0, cell, at, length);
      return at + length;
    }
    int local = format.spilledLocalBytes(length, maxLocal);
    System.arraycopy(record, 0, cell, at, local);
    Bytes.putInt(cell, at + local, overflow.write(record, local, length - local, 0));
    return at + local + 4;
  }

  /** Writes an index leaf; an entry goes to the parent. */
  private void endLeaf(Level leaf, byte[] entry, int size) {
    System.arraycopy(entry, 0, divider, 4, size);
    Bytes.putInt(divider, 0, write(leaf, 0));
    leaf.begin(leaf.type);
    addToLevel(1, divider, size + 4);
  }

  /** Adds an entry with its left child to an interior level. */
  private void addToLevel(int index, byte[] entry, int size) {
    Level level = level(index);
    // The array may be this object's divider, which is filled anew on the way up.
    System.arraycopy(entry, 0, cellBuffer, 0, size);
    if (level.waitingBytes > 0) {
      byte[] own = Arrays.copyOf(cellBuffer, size);
      endInterior(index, level.waiting, level.waitingBytes);
      level.waitingBytes = 0;
      level.add(own, size);
    } else if (level.fits(size)) {
      level.add(cellBuffer, size);
    } else {
      System.arraycopy(cellBuffer, 0, level.waiting, 0, size);
      level.waitingBytes = size;
    }
  }

  /** Writes an interior page; an entry's child is its right-most one, the rest goes up. */
  private void endInterior(int index, byte[] entry, int size) {
    Level level = levels[index];
    int number = write(level, Bytes.getInt(entry, 0));
    level.begin(level.type);
    System.arraycopy(entry, 0, divider, 0, size);
    Bytes.putInt(divider, 0, number);
    addToLevel(index + 1, divider, size);
  }

  /** Writes what is in the making and makes the top page the root. */
  void finish() {
    int right = 0;
    for (int index = 0; ; index++) {
      Level level = levels[index];
      if (level.waitingBytes > 0) {
        int size = level.takeLast();
        byte[] last = Arrays.copyOf(cellBuffer, size);
        if (index == 0) {
          endLeaf(level, last, size);
        } else {
          endInterior(index, last, size);
        }
        level.add(level.waiting, level.waitingBytes);
        level.waitingBytes = 0;
      }
      if (index == depth - 1) {
        putRoot(level, right);
        return;
      }
      right = write(level, right);
    }
  }

  private void putRoot(Level level, int right) {
    int header = PageLayout.headerOffset(root);
    if (header + level.bytes() > format.usableSize) {
      int child = write(level, right);
      level.begin(level.type & ~8);
      putRoot(level, child);
      return;
    }
    byte[] page = pages.write(root);
    fill(page, header, level, right);
    if (map != null) {
      map.claimCells(page, header, root);
    }
  }

  /** Writes a page that is not the root; returns its number. */
  private int write(Level level, int right) {
    int number = freelist.allocate(0);
    byte[] page = pages.write(number);
    fill(page, 0, level, right);
    if (map != null) {
      map.claimCells(page, 0, number);
    }
    return number;
  }

  private void fill(byte[] page, int header, Level level, int right) {
    PageLayout.initialize(page, header, level.type, format.usableSize);
    int pointers = PageLayout.headerBytes(level.type);
    System.arraycopy(level.page, pointers, page, header + pointers, 2 * level.count);
    int end = header + pointers + 2 * level.count;
    Arrays.fill(page, end, level.content, (byte) 0);
    System.arraycopy(
        level.page, level.content, page, level.content, format.usableSize - level.content);
    Bytes.putShort(page, header + PageLayout.CELL_COUNT_OFFSET, level.count);
    Bytes.putShort(page, header + PageLayout.CONTENT_OFFSET, level.content);
    if (!PageLayout.isLeaf(level.type)) {
      Bytes.putInt(page, header + PageLayout.RIGHT_CHILD_OFFSET, right);
    }
  }
}
