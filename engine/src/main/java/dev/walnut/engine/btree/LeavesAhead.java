// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.pager.PageAccess;

/**
 * Names the leaves that a cursor will enter next if it goes on as it does, so that they are fetched
 * in the order of the file and neighbours at once.
 *
 * <p>The leaves come from the interior page that the cursor has just come back to. A pass begins
 * with a few and asks for twice as many each time, up to what {@link PageAccess#readAheadPages}
 * says: a short range costs little in vain.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>L1 Only numbers in the cells of {@code parent} are named, those that the cursor would read
 *       next; what is wrong with a cell is left to the cursor to find.
 *   <li>L2 Children up to {@code end}, exclusive, in the direction of the pass, have been named.
 * </ul>
 */
final class LeavesAhead {
  /** The step from leaf to leaf that makes it a pass. */
  static final int FIRST_STEP = 2;

  /** From so many leaves on a pass is a long one: its pages are read in passing. */
  static final int PASS_STEPS = 32;

  private static final int FIRST_BATCH = 4;

  private final PageAccess pages;
  private int[] numbers = new int[FIRST_BATCH];
  private int batch = FIRST_BATCH;
  private int parent;
  private int direction;
  private int end;

  LeavesAhead(PageAccess pages) {
    this.pages = pages;
  }

  /**
   * To be called before a cursor enters a leaf.
   *
   * @param page the leaf's parent
   * @param pageNumber its number
   * @param index the leaf's place in it: a cell, or their count for the right-most child
   * @param direction 1 for a pass forward, -1 for one backward
   * @param step how many leaves the pass has entered since its last seek
   */
  void beforeChild(byte[] page, int pageNumber, int index, int direction, int step) {
    if (Math.abs(step) == FIRST_STEP) {
      batch = FIRST_BATCH;
      parent = 0;
    }
    if (parent == pageNumber
        && this.direction == direction
        && (end - index) * direction > 0
        && (end - index) * direction <= batch) {
      return;
    }
    int limit = pages.readAheadPages();
    if (limit < FIRST_BATCH) {
      return;
    }
    int header = PageLayout.headerOffset(pageNumber);
    int cellCount = PageLayout.cellCount(page, header);
    int count = 0;
    int at = index;
    if (numbers.length < batch) {
      numbers = new int[batch];
    }
    while (count < batch && at >= 0 && at <= cellCount) {
      int child = childNumber(page, header, at, cellCount);
      if (child == 0) {
        break;
      }
      numbers[count++] = child;
      at += direction;
    }
    parent = pageNumber;
    this.direction = direction;
    end = index + direction * batch;
    batch = Math.min(batch * 2, limit);
    if (count > 1) {
      pages.readAhead(numbers, count);
    }
  }

  private static int childNumber(byte[] page, int header, int index, int cellCount) {
    if (index == cellCount) {
      return PageLayout.rightChild(page, header);
    }
    int offset = Bytes.getShort(page, header + PageLayout.INTERIOR_HEADER_BYTES + 2 * index);
    return offset + 4 <= page.length ? Bytes.getInt(page, offset) : 0;
  }
}
