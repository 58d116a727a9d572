// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.pager.PageAccess;
import java.util.Arrays;

/**
 * Moves pages in a file that has a {@link PointerMap}: to keep roots in front, and to close the
 * gaps that free pages are.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>V1 The roots of all trees but the schema's are the first ordinary pages after page 1,
 *       without a gap; page 1 holds the greatest.
 *   <li>V2 Of the pages that move, the one with the smallest number goes to the free page with the
 *       smallest number, and so on: what was in order stays so.
 *   <li>V3 Before the first page moves all cursors have saved their positions.
 *   <li>V4 A failure leaves a half-done change, to be rolled back.
 * </ul>
 */
final class AutoVacuum {
  private final Btrees trees;
  private final PageAccess pages;
  private final TreeFormat format;
  private final Freelist freelist;
  private final PointerMap map;

  AutoVacuum(Btrees trees, PointerMap map) {
    this.trees = trees;
    this.pages = trees.pages;
    this.format = trees.format;
    this.freelist = trees.freelist;
    this.map = map;
  }

  // ---- roots

  /** Makes the page after the last root free for another root, and takes it (V1). */
  int takeRoot() {
    int root = largestRoot() + 1;
    while (!map.isOrdinary(root)) {
      root++;
    }
    if (Integer.compareUnsigned(root, pages.pageCount()) > 0) {
      if (freelist.allocate(0) != root) {
        throw new CorruptDatabaseException(root, "largest root page");
      }
    } else {
      long entry = map.entry(root);
      if (PointerMap.kindOf(entry) == PointerMap.FREE) {
        freelist.take(root);
      } else if (PointerMap.kindOf(entry) == PointerMap.ROOT) {
        throw new CorruptDatabaseException(root, "root page beyond the largest");
      } else {
        trees.beginMoves();
        move(root, freelist.allocate(root));
      }
    }
    map.put(root, PointerMap.ROOT, 0);
    setLargestRoot(root);
    return root;
  }

  /**
   * Frees the root page of an empty tree and closes the gap (V1).
   *
   * @return the root page that moved to where the freed one was; 0 if none did
   */
  int releaseRoot(int root) {
    int largest = largestRoot();
    if (Integer.compareUnsigned(root, largest) > 0) {
      throw new CorruptDatabaseException(root, "root page beyond the largest");
    }
    if (root != largest) {
      if (PointerMap.kindOf(map.entry(largest)) != PointerMap.ROOT) {
        throw new CorruptDatabaseException(largest, "largest root page");
      }
      trees.beginMoves();
      move(largest, root);
    }
    freelist.free(largest);
    int rest = largest - 1;
    while (!map.isOrdinary(rest)) {
      rest--;
    }
    setLargestRoot(rest);
    return root == largest ? 0 : largest;
  }

  private int largestRoot() {
    return Bytes.getInt(pages.read(1), DatabaseHeader.LARGEST_ROOT_OFFSET);
  }

  private void setLargestRoot(int root) {
    Bytes.putInt(pages.write(1), DatabaseHeader.LARGEST_ROOT_OFFSET, root);
  }

  // ---- gaps

  /**
   * Makes the file shorter by free pages: pages in use that lie behind the new end move into free
   * ones before it.
   *
   * @param limit how many free pages may go, unsigned
   * @return how many went
   */
  int shrink(int limit) {
    int free = freelist.count();
    int going = Integer.compareUnsigned(limit, free) < 0 ? limit : free;
    if (going == 0) {
      return 0;
    }
    int pageCount = pages.pageCount();
    if (!map.isOrdinary(pageCount)) {
      throw new CorruptDatabaseException(pageCount, "the last page has no use");
    }
    int ordinary = map.ordinaryCount(pageCount);
    if (Integer.compareUnsigned(free, ordinary) >= 0) {
      throw new CorruptDatabaseException(1, "freelist is longer than the file");
    }
    int newCount = map.pageCountFor(ordinary - going);
    int[] numbers = freelist.numbers();
    int below = 0;
    while (below < free && Integer.compareUnsigned(numbers[below], newCount) <= 0) {
      below++;
    }
    int moving = going - (free - below);
    if (moving > 0) {
      trees.beginMoves();
    }
    int[] targets = Arrays.copyOf(numbers, moving);
    takeOut(going == free, targets, newCount);
    int next = 0;
    int nextFree = below;
    for (int page = newCount + 1; Integer.compareUnsigned(page, pageCount) <= 0; page++) {
      if (nextFree < free && numbers[nextFree] == page) {
        nextFree++;
      } else if (map.isOrdinary(page)) {
        if (next == moving) {
          throw new CorruptDatabaseException(page, "more pages than the freelist leaves");
        }
        move(page, targets[next++]);
      }
    }
    pages.setPageCount(newCount);
    return going;
  }

  /** Takes the target pages and those behind the new end out of the freelist. */
  private void takeOut(boolean all, int[] targets, int newCount) {
    for (int target : targets) {
      if (freelist.isTrunk(target)) {
        pages.write(target);
      } else {
        pages.writeWithoutContent(target);
      }
    }
    if (all) {
      freelist.clear();
      return;
    }
    int lastTarget = targets.length == 0 ? 0 : targets[targets.length - 1];
    freelist.removeWhere(
        number ->
            Integer.compareUnsigned(number, lastTarget) <= 0
                || Integer.compareUnsigned(number, newCount) > 0);
  }

  // ---- moving

  /**
   * Puts a page's content to where another page is, whose content is lost, and makes all that
   * refers to it, or is referred to by it, agree. The old place is left to the caller.
   */
  private void move(int from, int to) {
    long entry = map.entry(from);
    int kind = PointerMap.kindOf(entry);
    int referrer = PointerMap.referrerOf(entry);
    byte[] image = pages.write(to);
    System.arraycopy(pages.read(from), 0, image, 0, image.length);
    switch (kind) {
      case PointerMap.ROOT:
        map.claimCells(image, 0, to);
        break;
      case PointerMap.CHILD:
        map.claimCells(image, 0, to);
        redirectChild(referrer, from, to);
        break;
      case PointerMap.FIRST_OVERFLOW:
        claimNextOverflow(image, to);
        redirectOverflow(referrer, from, to);
        break;
      case PointerMap.LATER_OVERFLOW:
        claimNextOverflow(image, to);
        if (Bytes.getInt(readReferrer(referrer, from), 0) != from) {
          throw notReferredTo(from);
        }
        Bytes.putInt(pages.write(referrer), 0, to);
        break;
      default:
        throw new CorruptDatabaseException(from, "free page is not in the freelist");
    }
    map.put(to, kind, referrer);
  }

  private void claimNextOverflow(byte[] image, int pageNumber) {
    int next = Bytes.getInt(image, 0);
    if (next != 0) {
      map.put(next, PointerMap.LATER_OVERFLOW, pageNumber);
    }
  }

  private byte[] readReferrer(int referrer, int pageNumber) {
    if (referrer == 0 || referrer == pageNumber) {
      throw notReferredTo(pageNumber);
    }
    return pages.read(referrer);
  }

  private void redirectChild(int parent, int from, int to) {
    byte[] page = readReferrer(parent, from);
    int header = PageLayout.headerOffset(parent);
    int count = map.checkedCellCount(page, header, parent);
    int type = page[header];
    if (PageLayout.isLeaf(type)) {
      throw notReferredTo(from);
    }
    int place = header + PageLayout.RIGHT_CHILD_OFFSET;
    for (int i = 0; i < count && Bytes.getInt(page, place) != from; i++) {
      place = format.cellOffset(page, header, type, i, parent);
    }
    redirect(page, parent, place, from, to);
  }

  private void redirectOverflow(int owner, int from, int to) {
    byte[] page = readReferrer(owner, from);
    int header = PageLayout.headerOffset(owner);
    int count = map.checkedCellCount(page, header, owner);
    int type = page[header];
    for (int i = 0; i < count; i++) {
      int offset = format.cellOffset(page, header, type, i, owner);
      int place = map.overflowOffset(page, offset, type, owner);
      if (place != 0 && Bytes.getInt(page, place) == from) {
        redirect(page, owner, place, from, to);
        return;
      }
    }
    throw notReferredTo(from);
  }

  private void redirect(byte[] page, int referrer, int place, int from, int to) {
    if (Bytes.getInt(page, place) != from) {
      throw notReferredTo(from);
    }
    Bytes.putInt(pages.write(referrer), place, to);
  }

  private static CorruptDatabaseException notReferredTo(int pageNumber) {
    return new CorruptDatabaseException(pageNumber, "pointer map entry");
  }
}
