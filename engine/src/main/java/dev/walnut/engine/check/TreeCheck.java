// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.check;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.btree.PageLayout;
import dev.walnut.engine.btree.PointerMap;
import dev.walnut.engine.btree.TreeFormat;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import dev.walnut.engine.pager.PageAccess;
import java.util.Arrays;

/**
 * Checks one tree: cells inside their pages, rowids in order, overflow chains, equal depth of all
 * leaves, and that every byte of a page's content area has exactly one use.
 *
 * <p>Pages are visited from the greatest key to the least, as SQLite does, so that messages come in
 * its order.
 */
final class TreeCheck {
  /** Far deeper than any real tree, and few enough frames for any stack. */
  private static final int MAX_DEPTH = 3 * PageLayout.MAX_DEPTH;

  private final IntegrityCheck check;
  private final PageAccess pages;
  private final Messages messages;
  private final int root;
  private final int usableSize;
  private final TreeFormat format;
  private long entryCount;

  /** The least rowid seen so far: the next one to the left must be below it. */
  private long bound = Long.MAX_VALUE;

  /**
   * The cell that is being looked at. SQLite calls a right child by the number of the cell that led
   * to its parent; messages are to be equal, so here too.
   */
  private int cell;

  TreeCheck(IntegrityCheck check, PageAccess pages, Messages messages, int root) {
    this.check = check;
    this.pages = pages;
    this.messages = messages;
    this.root = root;
    this.usableSize = pages.usableSize();
    this.format = new TreeFormat(usableSize);
  }

  long entryCount() {
    return entryCount;
  }

  void run() {
    messages.setPlace("");
    visit(root, 0);
  }

  /**
   * Checks a page and what is below it; returns the height of its subtree, which is 0 for a leaf
   * and after an error.
   */
  private int visit(int number, int depth) {
    if (!messages.wantsMore() || number == 0) {
      return 0;
    }
    if (!check.claim(number)) {
      return 0;
    }
    String outer = messages.place();
    int outerCell = cell;
    messages.setPlace("Tree " + root + " page " + number + ": ");
    int height = visitClaimed(number, depth, outerCell);
    messages.setPlace(outer);
    cell = outerCell;
    return height;
  }

  private int visitClaimed(int number, int depth, int outerCell) {
    if (depth == MAX_DEPTH) {
      messages.add("tree is too deep");
      return 0;
    }
    byte[] page = check.read(number, "unable to get the page. error code=11");
    if (page == null) {
      return 0;
    }
    int header = PageLayout.headerOffset(number);
    if (!IntegrityCheck.isPlausible(page, header, usableSize)) {
      messages.add("btreeInitPage() returns error code 11");
      return 0;
    }
    int type = page[header];
    boolean leaf = PageLayout.isLeaf(type);
    boolean table = PageLayout.isTable(type);
    int count = Bytes.getShort(page, header + PageLayout.CELL_COUNT_OFFSET);
    int pointers =
        header + (leaf ? PageLayout.LEAF_HEADER_BYTES : PageLayout.INTERIOR_HEADER_BYTES);
    if (!isFreeSpaceSound(page, header, pointers + 2 * count)) {
      messages.add("free space corruption");
      return 0;
    }
    int content = contentStart(page, header);
    if (leaf || !table) {
      entryCount += count;
    }
    int height = -1;
    // The last rowid of a leaf is also the one in its parent.
    boolean mayEqualBound = true;
    if (!leaf) {
      int child = Bytes.getInt(page, header + PageLayout.RIGHT_CHILD_OFFSET);
      messages.setPlace(
          check.hasPointerMap()
              ? "Tree " + root + " page " + number + " right child: "
              : "Tree " + root + " page " + number + " cell " + outerCell + ": ");
      check.checkPointer(child, PointerMap.CHILD, number);
      height = visit(child, depth + 1);
      mayEqualBound = false;
    }
    long[] spans = new long[count + usableSize / 8];
    int spanCount = 0;
    boolean coverage = true;
    for (int i = count - 1; i >= 0 && messages.wantsMore(); i--) {
      cell = i;
      if (leaf || !check.hasPointerMap()) {
        // In files with pointer maps SQLite keeps the place of the right child: see above.
        messages.setPlace("Tree " + root + " page " + number + " cell " + i + ": ");
      }
      int offset = Bytes.getShort(page, pointers + 2 * i);
      if (offset < content || offset > usableSize - PageLayout.MIN_CELL_BYTES) {
        messages.add("Offset " + offset + " out of range " + content + ".." + (usableSize - 4));
        coverage = false;
        continue;
      }
      int size = cellBytes(page, offset, type, number);
      if (size < 0) {
        messages.add("Extends off end of page");
        coverage = false;
        continue;
      }
      if (type != PageLayout.TABLE_INTERIOR && !hasPlausibleRecord(page, offset, type)) {
        messages.add("Bad cell header size");
        coverage = false;
        continue;
      }
      if (table) {
        checkRowid(rowidOf(page, offset, leaf), mayEqualBound);
        mayEqualBound = false;
      }
      if (type != PageLayout.TABLE_INTERIOR) {
        checkOverflow(page, offset, size, type, number);
      }
      if (!leaf) {
        int child = Bytes.getInt(page, offset);
        check.checkPointer(child, PointerMap.CHILD, number);
        int childHeight = visit(child, depth + 1);
        if (childHeight != height) {
          messages.add("Child page depth differs");
          height = childHeight;
        }
      }
      spans[spanCount++] = span(offset, Math.max(size, PageLayout.MIN_CELL_BYTES));
    }
    if (coverage && messages.wantsMore()) {
      checkCoverage(page, header, number, content, spans, spanCount);
    }
    return height + 1;
  }

  private void checkRowid(long rowid, boolean mayEqualBound) {
    if (mayEqualBound ? rowid > bound : rowid >= bound) {
      messages.add("Rowid " + rowid + " out of order");
    }
    bound = rowid;
  }

  private void checkOverflow(byte[] page, int offset, int size, int type, int number) {
    int position = payloadSizeOffset(offset, type);
    long payloadBytes = Varint.get(page, position) & 0xffff_ffffL;
    position += Varint.length(page, position);
    if (type == PageLayout.TABLE_LEAF) {
      position += Varint.length(page, position);
    }
    int local = offset + size - position;
    if (payloadBytes > local) {
      local -= 4;
      int perPage = usableSize - 4;
      long expected = (payloadBytes - local + perPage - 1) / perPage;
      int first = Bytes.getInt(page, offset + size - 4);
      check.checkPointer(first, PointerMap.FIRST_OVERFLOW, number);
      check.checkList(false, first, (int) expected);
    }
  }

  /** Bytes of a cell, -1 if it reaches past the usable part of the page. */
  private int cellBytes(byte[] page, int offset, int type, int number) {
    try {
      return format.exactCellBytes(page, offset, type, number);
    } catch (CorruptDatabaseException e) {
      return -1;
    }
  }

  /** Whether the record in a cell has a header of more than its own size. */
  private static boolean hasPlausibleRecord(byte[] page, int offset, int type) {
    int position = payloadSizeOffset(offset, type);
    boolean isEmpty = Varint.get(page, position) == 0;
    position += Varint.length(page, position);
    if (type == PageLayout.TABLE_LEAF) {
      position += Varint.length(page, position);
    }
    return isEmpty || Bytes.getByte(page, position) > 1;
  }

  private static int payloadSizeOffset(int offset, int type) {
    return offset + (PageLayout.isLeaf(type) ? 0 : 4);
  }

  private static long rowidOf(byte[] page, int offset, boolean leaf) {
    return Varint.get(page, leaf ? offset + Varint.length(page, offset) : offset + 4);
  }

  private static long span(int offset, int size) {
    return (long) offset << 32 | offset + size - 1;
  }

  private static int contentStart(byte[] page, int header) {
    int stored = Bytes.getShort(page, header + PageLayout.CONTENT_OFFSET);
    return stored == 0 ? 65536 : stored;
  }

  /** Whether the free blocks are in order and in the page, and the sum of free space fits it. */
  private boolean isFreeSpaceSound(byte[] page, int header, int pointersEnd) {
    int content = contentStart(page, header);
    int free = content + Bytes.getByte(page, header + PageLayout.FRAGMENTS_OFFSET);
    int block = Bytes.getShort(page, header + PageLayout.FREE_BLOCK_OFFSET);
    if (block > 0 && block < content) {
      return false;
    }
    while (block > 0) {
      if (block > usableSize - 4) {
        return false;
      }
      int next = Bytes.getShort(page, block);
      int size = Bytes.getShort(page, block + 2);
      free += size;
      if (size < PageLayout.MIN_CELL_BYTES
          || next != 0 && next <= block + size + 3
          || block + size > usableSize) {
        return false;
      }
      block = next;
    }
    return free <= usableSize && free >= pointersEnd;
  }

  /** Whether cells and free blocks do not overlap, and what lies between is counted. */
  private void checkCoverage(
      byte[] page, int header, int number, int content, long[] spans, int cellSpans) {
    int count = cellSpans;
    int block = Bytes.getShort(page, header + PageLayout.FREE_BLOCK_OFFSET);
    while (block != 0 && count < spans.length) {
      spans[count++] = span(block, Bytes.getShort(page, block + 2));
      block = Bytes.getShort(page, block);
    }
    Arrays.sort(spans, 0, count);
    messages.setPlace("");
    int lastUsed = content - 1;
    int fragments = 0;
    for (int i = 0; i < count; i++) {
      int start = (int) (spans[i] >>> 32);
      if (start <= lastUsed) {
        messages.add("Multiple uses for byte " + start + " of page " + number);
        if (i < count - 1) {
          return;
        }
        // Nothing comes after it: SQLite goes on to what lies between.
        break;
      }
      fragments += start - lastUsed - 1;
      lastUsed = (int) spans[i];
    }
    fragments += usableSize - lastUsed - 1;
    int stored = Bytes.getByte(page, header + PageLayout.FRAGMENTS_OFFSET);
    if (fragments != stored) {
      messages.add(
          "Fragmentation of " + fragments + " bytes reported as " + stored + " on page " + number);
    }
  }
}
