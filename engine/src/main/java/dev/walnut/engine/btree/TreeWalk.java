// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import dev.walnut.engine.pager.PageAccess;

/**
 * Visits every page of a tree once, children first: counts entries and, if asked to, frees the
 * pages. Pages visited are bounded by the file's page count, depth by SQLite's limit.
 */
final class TreeWalk {
  private final PageAccess pages;
  private final TreeFormat format;
  private final Freelist freelist;
  private final OverflowChain overflow;
  private final boolean free;
  private long pagesLeft;
  private int treeType;

  /** Whether the page visited last was a leaf: then the next child of its parent is one too. */
  private boolean lastWasLeaf;

  private int leafSteps = LeavesAhead.FIRST_STEP;

  private final LeavesAhead ahead;

  TreeWalk(Btrees trees, boolean free) {
    this.pages = trees.pages;
    this.format = trees.format;
    this.freelist = trees.freelist;
    this.overflow = trees.overflow;
    this.free = free;
    this.pagesLeft = pages.pageCount() & 0xffff_ffffL;
    this.ahead = new LeavesAhead(pages);
  }

  /** Visits the tree; its root is not freed. Returns the number of entries. */
  long visit(int root) {
    int type = pages.read(root)[PageLayout.headerOffset(root)];
    treeType = type & ~8;
    return visit(root, 0);
  }

  private long visit(int number, int depth) {
    if (depth == PageLayout.MAX_DEPTH || --pagesLeft < 0) {
      throw new CorruptDatabaseException(number, "tree runs in circles");
    }
    if (depth > 0 && number == 1) {
      throw new CorruptDatabaseException(number, "page 1 is a root");
    }
    byte[] page = pages.readInPassing(number);
    int header = PageLayout.headerOffset(number);
    int type = page[header];
    int count = PageLayout.cellCount(page, header);
    if (!PageLayout.isType(type)
        || (type & ~8) != treeType
        || header + PageLayout.headerBytes(type) + 2 * count > format.usableSize) {
      throw new CorruptDatabaseException(number, "page type does not fit the tree");
    }
    boolean leaf = PageLayout.isLeaf(type);
    lastWasLeaf = leaf;
    long entries = leaf || !PageLayout.isTable(type) ? count : 0;
    for (int i = 0; i < count && (free || !leaf); i++) {
      int offset = format.cellOffset(page, header, type, i, number);
      if (!leaf) {
        if (lastWasLeaf) {
          ahead.beforeChild(page, number, i, 1, ++leafSteps);
        }
        entries += visit(Bytes.getInt(page, offset), depth + 1);
      }
      if (free && type != PageLayout.TABLE_INTERIOR) {
        freeOverflow(page, offset, type, number);
      }
    }
    if (!leaf) {
      entries += visit(PageLayout.rightChild(page, header), depth + 1);
      lastWasLeaf = false;
    }
    if (free && depth > 0) {
      freelist.free(number);
    }
    return entries;
  }

  private void freeOverflow(byte[] page, int offset, int type, int number) {
    int size = format.exactCellBytes(page, offset, type, number);
    int position = offset + (PageLayout.isLeaf(type) ? 0 : 4);
    int payloadBytes = TreeFormat.payloadBytes(PageLayout.varint(page, position, number), number);
    position += Varint.length(page, position);
    if (type == PageLayout.TABLE_LEAF) {
      position += Varint.length(page, position);
    }
    int local = format.localBytes(payloadBytes, type);
    if (local < payloadBytes) {
      overflow.free(Bytes.getInt(page, offset + size - 4), payloadBytes - local);
    }
  }
}
