// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import dev.walnut.engine.pager.PageAccess;
import java.util.Arrays;

/**
 * Keeps a tree's pages neither too full nor too empty.
 *
 * <p>Work goes from a page upwards. What has to happen to a page is an {@link Edit}: replace a run
 * of its cells by others, and name the child that follows them. If the result fits, it is done in
 * place; if not, or if the page is then less than a third full, its cells are dealt out anew over
 * the page and up to two siblings, over as many pages as needed. What that means for the parent is
 * again an edit, one level up. The root deepens by moving its cells into new children, and shallows
 * by taking in its only child; its page number never changes.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>B1 The order of entries over all pages stays. In a table tree leaves hold all entries and
 *       the parent a copy of each left leaf's last rowid; in an index tree, and between interior
 *       pages, the entry between two pages lives in the parent.
 *   <li>B2 No page but the root is left without cells.
 *   <li>B3 A page that grows at its right end is split so that the left part stays full: appending
 *       fills pages.
 *   <li>B4 Where there is a pointer map, every page that was filled or edited is then named in it
 *       as the owner of the children and overflow chains of its cells.
 * </ul>
 */
final class Balancer {
  private static final int MAX_SIBLINGS = 3;
  private static final int MAX_PAGES = 16;

  /** Replace cells {@code index .. index + removeCount - 1} by {@link #cells}. */
  private static final class Edit {
    int index;
    int removeCount;
    final CellList cells = new CellList();

    /** The child after the new cells, 0 to leave it. */
    int nextChild;

    private byte[] buffer = new byte[256];
    private int used;

    void begin(int index, int removeCount, int nextChild) {
      this.index = index;
      this.removeCount = removeCount;
      this.nextChild = nextChild;
      cells.clear();
      used = 0;
    }

    /** Adds a cell of {@code child} and the given bytes. */
    void addDivider(int child, byte[] source, int offset, int length) {
      // A new array keeps what earlier cells refer to; four spare bytes pad the shortest cell.
      if (used + length + 8 > buffer.length) {
        buffer = new byte[Math.max(2 * buffer.length, length + 8)];
        used = 0;
      }
      Bytes.putInt(buffer, used, child);
      System.arraycopy(source, offset, buffer, used + 4, length);
      cells.add(buffer, used, length + 4);
      used += length + 4;
    }
  }

  private final PageAccess pages;
  private final TreeFormat format;
  private final PageEditor editor;
  private final Freelist freelist;

  private final int[] pathNumbers = new int[PageLayout.MAX_DEPTH + 1];
  private final int[] pathCells = new int[PageLayout.MAX_DEPTH + 1];
  private Edit edit = new Edit();
  private Edit spare = new Edit();

  private final CellList cells = new CellList();
  private final byte[][] images = new byte[MAX_SIBLINGS][];
  private byte[] dividers;
  private int dividerBytes;
  private final int[] oldNumbers = new int[MAX_SIBLINGS];
  private int oldCount;
  private int lastRight;

  private final int[] newNumbers = new int[MAX_PAGES];
  private final int[] from = new int[MAX_PAGES];
  private final int[] to = new int[MAX_PAGES];
  private final int[] used = new int[MAX_PAGES];

  Balancer(PageAccess pages, TreeFormat format, PageEditor editor, Freelist freelist) {
    this.pages = pages;
    this.format = format;
    this.editor = editor;
    this.freelist = freelist;
  }

  /**
   * Replaces {@code removeCount} cells of the page at {@code level} of a path by one cell, and
   * balances. The path is not good afterwards.
   *
   * @param cell must not be a page
   */
  void replace(
      int[] numbers, int[] indexes, int level, int index, int removeCount, byte[] cell, int size) {
    takePath(numbers, indexes, level);
    edit.begin(index, removeCount, 0);
    edit.cells.add(cell, 0, size);
    run(level, true);
  }

  /** Balances the page at {@code level} of a path, which may be too empty. */
  void rebalance(int[] numbers, int[] indexes, int level) {
    takePath(numbers, indexes, level);
    run(level, false);
  }

  /** Whether a page other than the root is too empty to stay alone. */
  boolean isUnderfull(byte[] page, int header, int pageNumber) {
    return PageLayout.cellCount(page, header) == 0
        || editor.freeBytes(page, header, pageNumber) * 3 > format.usableSize * 2;
  }

  private void takePath(int[] numbers, int[] indexes, int level) {
    System.arraycopy(numbers, 0, pathNumbers, 0, level + 1);
    System.arraycopy(indexes, 0, pathCells, 0, level + 1);
  }

  private void run(int startLevel, boolean hasEdit) {
    int level = startLevel;
    boolean pending = hasEdit;
    while (true) {
      int number = pathNumbers[level];
      byte[] page = pages.write(number);
      int header = PageLayout.headerOffset(number);
      if (!pending || applyInPlace(page, header, number)) {
        if (level == 0) {
          shallow(page, header, number);
          return;
        }
        if (!isUnderfull(page, header, number)) {
          return;
        }
        pending = false;
      }
      if (level == 0) {
        deepen(page, header, number);
      } else {
        redistribute(level, pending);
        level--;
      }
      pending = true;
    }
  }

  private boolean applyInPlace(byte[] page, int header, int number) {
    int type = page[header];
    CellList added = edit.cells;
    int free = editor.freeBytes(page, header, number);
    for (int i = 0; i < edit.removeCount; i++) {
      int offset = format.cellOffset(page, header, type, edit.index + i, number);
      free += format.cellBytes(page, offset, type, number) + 2;
    }
    for (int i = 0; i < added.count; i++) {
      free -= Math.max(PageLayout.MIN_CELL_BYTES, added.sizes[i]) + 2;
    }
    if (free < 0) {
      return false;
    }
    for (int i = 0; i < edit.removeCount; i++) {
      editor.remove(page, header, number, edit.index);
    }
    for (int i = 0; i < added.count; i++) {
      if (!editor.insert(
          page,
          header,
          number,
          edit.index + i,
          added.arrays[i],
          added.offsets[i],
          added.sizes[i])) {
        throw new CorruptDatabaseException(number, "free space does not add up");
      }
    }
    if (edit.nextChild != 0) {
      int next = edit.index + added.count;
      int at =
          next < PageLayout.cellCount(page, header)
              ? format.cellOffset(page, header, type, next, number)
              : header + PageLayout.RIGHT_CHILD_OFFSET;
      Bytes.putInt(page, at, edit.nextChild);
    }
    if (freelist.pointerMap() != null) {
      claimEdit(type, number);
    }
    return true;
  }

  /** B4 for the cells that an edit has put on a page, and for the child after them. */
  private void claimEdit(int type, int number) {
    PointerMap map = freelist.pointerMap();
    for (int i = 0; i < edit.cells.count; i++) {
      map.claimCell(edit.cells.arrays[i], edit.cells.offsets[i], type, number);
    }
    if (edit.nextChild != 0) {
      map.put(edit.nextChild, PointerMap.CHILD, number);
    }
  }

  /** Takes the only child of a root without cells into the root, if it fits. */
  private void shallow(byte[] root, int header, int rootNumber) {
    for (int depth = 0; depth < PageLayout.MAX_DEPTH; depth++) {
      int rootType = root[header];
      if (PageLayout.isLeaf(rootType) || PageLayout.cellCount(root, header) != 0) {
        return;
      }
      int child = PageLayout.rightChild(root, header);
      byte[] image = pages.read(child);
      if (child == rootNumber || child == 1) {
        throw new CorruptDatabaseException(rootNumber, "page is its own descendant");
      }
      int type = image[0];
      if ((type & ~8) != rootType) {
        throw new CorruptDatabaseException(child, "page type does not fit the tree");
      }
      beginGather();
      gather(0, image, 0, child, type, false);
      int bytes = 0;
      for (int i = 0; i < cells.count; i++) {
        bytes += cells.sizes[i] + 2;
      }
      if (bytes > format.usableSize - header - PageLayout.headerBytes(type)) {
        return;
      }
      editor.fill(root, header, type, lastRight, cells, 0, cells.count);
      if (freelist.pointerMap() != null) {
        freelist.pointerMap().claimCells(root, header, rootNumber);
      }
      freelist.free(child);
    }
  }

  /** Moves the root's cells, with the pending edit done, into new children. */
  private void deepen(byte[] root, int header, int rootNumber) {
    int type = root[header];
    boolean append = edit.removeCount == 0 && edit.index == PageLayout.cellCount(root, header);
    beginGather();
    gather(0, root, header, rootNumber, type, true);
    int count = dealOut(type, append);
    for (int i = 0; i < count; i++) {
      newNumbers[i] = freelist.allocate(i == 0 ? rootNumber : newNumbers[i - 1]);
    }
    sortNumbers(newNumbers, count);
    fillPages(type, count, -1);
    editor.fill(root, header, type & ~8, 0, cells, 0, 0);
    buildParentEdit(type, count, 0, 0);
  }

  /** Deals out a page's cells, with the pending edit done if there is one, with its siblings'. */
  private void redistribute(int level, boolean pending) {
    int number = pathNumbers[level];
    int parentNumber = pathNumbers[level - 1];
    int position = pathCells[level - 1];
    byte[] page = pages.read(number);
    int type = page[0];
    byte[] parent = pages.read(parentNumber);
    int parentHeader = PageLayout.headerOffset(parentNumber);
    int parentType = parent[parentHeader];
    int parentCount = PageLayout.cellCount(parent, parentHeader);
    int pageCells = PageLayout.cellCount(page, 0);
    boolean append =
        pending && position == parentCount && edit.removeCount == 0 && edit.index == pageCells;
    int last = append ? position : Math.min(parentCount, Math.max(position, 1) + 1);
    int first = append ? position : Math.max(0, last - (MAX_SIBLINGS - 1));

    beginGather();
    for (int i = first; i <= last; i++) {
      int divider =
          i < parentCount
              ? format.cellOffset(parent, parentHeader, parentType, i, parentNumber)
              : parentHeader + PageLayout.RIGHT_CHILD_OFFSET;
      int child = Bytes.getInt(parent, divider);
      requireSibling(child, parentNumber, i == position, number);
      oldNumbers[oldCount++] = child;
      gather(i - first, pages.read(child), 0, child, type, pending && i == position);
      if (i < last && type != PageLayout.TABLE_LEAF) {
        addDivider(parent, divider, parentType, parentNumber, PageLayout.isLeaf(type));
      }
    }

    int count = dealOut(type, append);
    sortNumbers(oldNumbers, oldCount);
    System.arraycopy(oldNumbers, 0, newNumbers, 0, Math.min(oldCount, count));
    for (int i = oldCount; i < count; i++) {
      newNumbers[i] = freelist.allocate(newNumbers[i - 1]);
    }
    if (!append) {
      sortNumbers(newNumbers, count);
    }
    // An appended table leaf leaves its left neighbour as it was: nothing to write there.
    boolean leftIsUnchanged =
        append && type == PageLayout.TABLE_LEAF && to[0] == pageCells && newNumbers[0] == number;
    fillPages(type, count, leftIsUnchanged ? 0 : -1);
    buildParentEdit(type, count, first, last - first);
    for (int i = count; i < oldCount; i++) {
      freelist.free(oldNumbers[i]);
    }
  }

  private void requireSibling(int child, int parentNumber, boolean isOwn, int ownNumber) {
    boolean plausible = child != parentNumber && child > 1 | child < 0;
    for (int i = 0; i < oldCount; i++) {
      plausible &= oldNumbers[i] != child;
    }
    if (!plausible || isOwn != (child == ownNumber)) {
      throw new CorruptDatabaseException(parentNumber, "child page number");
    }
  }

  private void beginGather() {
    cells.clear();
    oldCount = 0;
    dividerBytes = 0;
    lastRight = 0;
  }

  /** Adds the cells of a page, from a copy since the page itself will be overwritten. */
  private void gather(int slot, byte[] page, int header, int number, int type, boolean withEdit) {
    if (images[slot] == null) {
      images[slot] = new byte[pages.pageSize() + 8];
    }
    byte[] image = images[slot];
    System.arraycopy(page, 0, image, 0, page.length);
    int count = PageLayout.cellCount(image, header);
    if (image[header] != type
        || header + PageLayout.headerBytes(type) + 2 * count > format.usableSize) {
      throw new CorruptDatabaseException(number, "sibling page is malformed");
    }
    boolean leaf = PageLayout.isLeaf(type);
    int right = leaf ? 0 : PageLayout.rightChild(image, header);
    int next = 0;
    if (withEdit) {
      addCells(image, header, type, number, 0, edit.index);
      CellList added = edit.cells;
      for (int i = 0; i < added.count; i++) {
        cells.add(
            added.arrays[i], added.offsets[i], Math.max(PageLayout.MIN_CELL_BYTES, added.sizes[i]));
      }
      next = edit.index + edit.removeCount;
      if (edit.nextChild != 0) {
        if (next < count) {
          int offset = format.cellOffset(image, header, type, next, number);
          Bytes.putInt(image, offset, edit.nextChild);
        } else {
          right = edit.nextChild;
        }
      }
    }
    addCells(image, header, type, number, next, count);
    lastRight = right;
  }

  private void addCells(byte[] image, int header, int type, int number, int start, int end) {
    for (int i = start; i < end; i++) {
      int offset = format.cellOffset(image, header, type, i, number);
      cells.add(image, offset, format.cellBytes(image, offset, type, number));
    }
  }

  /** Adds the parent's entry between two siblings in the form that it has on their level. */
  private void addDivider(
      byte[] parent, int offset, int parentType, int parentNumber, boolean forLeaf) {
    if (dividers == null) {
      dividers = new byte[2 * pages.pageSize() + 16];
    }
    int size = format.exactCellBytes(parent, offset, parentType, parentNumber);
    System.arraycopy(parent, offset, dividers, dividerBytes, size);
    if (forLeaf) {
      cells.add(dividers, dividerBytes + 4, Math.max(PageLayout.MIN_CELL_BYTES, size - 4));
    } else {
      Bytes.putInt(dividers, dividerBytes, lastRight);
      cells.add(dividers, dividerBytes, size);
    }
    dividerBytes += size + 4;
  }

  /**
   * Chooses which gathered cells go to which page: fills from the left, then evens out, B3.
   *
   * @return the number of pages
   */
  private int dealOut(int type, boolean append) {
    boolean between = type != PageLayout.TABLE_LEAF;
    int capacity = format.usableSize - PageLayout.headerBytes(type);
    int total = cells.count;
    int count = 0;
    int next = 0;
    do {
      if (count == MAX_PAGES) {
        throw new CorruptDatabaseException(pathNumbers[0], "cells do not fit on their pages");
      }
      if (count > 0 && between) {
        next++;
      }
      from[count] = next;
      int bytes = 0;
      while (next < total && bytes + cells.sizes[next] + 2 <= capacity) {
        bytes += cells.sizes[next++] + 2;
      }
      if (next == from[count] && next < total) {
        throw new CorruptDatabaseException(pathNumbers[0], "cell is larger than a page");
      }
      to[count] = next;
      used[count++] = bytes;
    } while (next < total);
    for (int left = count - 2; left >= 0; left--) {
      while (shouldShift(left, between, append, capacity)) {
        shift(left, between);
      }
    }
    return count;
  }

  private boolean shouldShift(int left, boolean between, boolean append, int capacity) {
    int right = left + 1;
    if (to[left] - from[left] < 2) {
      return false;
    }
    if (to[right] == from[right]) {
      return true;
    }
    int moved = cells.sizes[between ? to[left] : to[left] - 1] + 2;
    int lost = cells.sizes[to[left] - 1] + 2;
    return !append && used[right] + moved <= Math.min(capacity, used[left] - lost);
  }

  /** Moves the last cell of a page, by way of the parent if an entry stays there, to the right. */
  private void shift(int left, boolean between) {
    int right = left + 1;
    int lost = cells.sizes[to[left] - 1] + 2;
    int moved = cells.sizes[between ? to[left] : to[left] - 1] + 2;
    to[left]--;
    from[right]--;
    used[left] -= lost;
    used[right] += moved;
  }

  private void fillPages(int type, int count, int except) {
    boolean leaf = PageLayout.isLeaf(type);
    for (int i = 0; i < count; i++) {
      if (i != except) {
        int right = 0;
        if (!leaf) {
          right =
              i == count - 1 ? lastRight : Bytes.getInt(cells.arrays[to[i]], cells.offsets[to[i]]);
        }
        byte[] page = pages.write(newNumbers[i]);
        editor.fill(page, 0, type, right, cells, from[i], to[i]);
        if (freelist.pointerMap() != null) {
          freelist.pointerMap().claimCells(page, 0, newNumbers[i]);
        }
      }
    }
  }

  /** The edit that makes the parent agree: new dividers in the place of the old ones. */
  private void buildParentEdit(int type, int count, int index, int removeCount) {
    Edit parent = spare;
    spare = edit;
    edit = parent;
    parent.begin(index, removeCount, newNumbers[count - 1]);
    for (int i = 0; i < count - 1; i++) {
      if (type == PageLayout.TABLE_LEAF) {
        byte[] array = cells.arrays[to[i] - 1];
        int offset = cells.offsets[to[i] - 1];
        int rowid = offset + Varint.length(array, offset);
        parent.addDivider(newNumbers[i], array, rowid, Varint.length(array, rowid));
      } else {
        byte[] array = cells.arrays[to[i]];
        int offset = cells.offsets[to[i]];
        int size = cells.sizes[to[i]];
        if (!PageLayout.isLeaf(type)) {
          parent.addDivider(newNumbers[i], array, offset + 4, size - 4);
        } else {
          // Padding stays behind: on an interior page the cell is long enough without it.
          int exact = size > PageLayout.MIN_CELL_BYTES ? size : Math.min(size, 1 + array[offset]);
          parent.addDivider(newNumbers[i], array, offset, exact);
        }
      }
    }
  }

  /** Ascending page numbers in key order make a scan read forwards. */
  static void sortNumbers(int[] numbers, int count) {
    for (int i = 0; i < count; i++) {
      numbers[i] ^= Integer.MIN_VALUE;
    }
    Arrays.sort(numbers, 0, count);
    for (int i = 0; i < count; i++) {
      numbers[i] ^= Integer.MIN_VALUE;
    }
  }
}
