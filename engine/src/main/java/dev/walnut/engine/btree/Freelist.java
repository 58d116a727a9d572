// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.pager.PageAccess;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Unused pages of the database: taking one, giving one back.
 *
 * <p>Layout: page 1 holds the first trunk and the number of all free pages, trunks included. A
 * trunk holds the next trunk (4), its number of leaves (4) and their page numbers. Leaves have no
 * content.
 *
 * <p>Trunks are filled to eight entries less than would fit: SQLite before 3.6.0 called a fuller
 * one corrupt.
 *
 * <p>In a file with a pointer map the map says of every page of this list, trunk or leaf, that it
 * is free; a page that is taken keeps that entry until its new owner has put another.
 */
final class Freelist {
  private static final int LEAVES_OFFSET = 8;

  private final PageAccess pages;
  private final int maxLeaves;
  private final int fillLimit;
  private boolean secureDelete;

  /** The pointer map of an auto_vacuum file; null if the file has none. */
  private PointerMap map;

  /** What {@link #numbers} met last, in ascending order as signed numbers. */
  private int[] trunks = new int[0];

  private int trunkCount;

  Freelist(PageAccess pages) {
    this.pages = pages;
    this.maxLeaves = pages.usableSize() / 4 - 2;
    this.fillLimit = pages.usableSize() / 4 - 8;
  }

  void setSecureDelete(boolean secureDelete) {
    this.secureDelete = secureDelete;
  }

  /** Sets what {@link #pointerMap} gives; null for a file without. */
  void setPointerMap(PointerMap map) {
    this.map = map;
  }

  /** The pointer map that must be kept true with every change; null if the file has none. */
  PointerMap pointerMap() {
    return map;
  }

  /** Number of free pages by page 1. */
  int count() {
    return Bytes.getInt(pages.read(1), DatabaseHeader.FREELIST_COUNT_OFFSET);
  }

  /**
   * Takes a page, from the freelist if it has one, else by extending the file. Its content is
   * unspecified.
   *
   * @param nearby of several free pages the closest to this one is taken
   */
  int allocate(int nearby) {
    byte[] first = pages.read(1);
    int count = Bytes.getInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET);
    if (count == 0) {
      return extend();
    }
    if (Integer.compareUnsigned(count, pages.pageCount()) >= 0) {
      throw new CorruptDatabaseException(1, "freelist is longer than the file");
    }
    int trunk = Bytes.getInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET);
    requireOrdinary(trunk);
    byte[] trunkPage = pages.read(trunk);
    int leaves = leafCount(trunk, trunkPage);
    int next = Bytes.getInt(trunkPage, 0);
    first = pages.write(1);
    Bytes.putInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET, count - 1);
    if (leaves == 0) {
      pages.write(trunk);
      Bytes.putInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET, next);
      return trunk;
    }
    trunkPage = pages.write(trunk);
    int best = 0;
    long bestDistance = Long.MAX_VALUE;
    for (int i = 0; i < leaves && bestDistance > 1; i++) {
      long leaf = Bytes.getUnsignedInt(trunkPage, LEAVES_OFFSET + 4 * i);
      long distance = Math.abs(leaf - (nearby & 0xffff_ffffL));
      if (distance < bestDistance) {
        best = i;
        bestDistance = distance;
      }
    }
    int leaf = Bytes.getInt(trunkPage, LEAVES_OFFSET + 4 * best);
    requireOrdinary(leaf);
    if (leaf == trunk) {
      throw new CorruptDatabaseException(trunk, "freelist trunk is its own leaf");
    }
    int last = Bytes.getInt(trunkPage, LEAVES_OFFSET + 4 * (leaves - 1));
    Bytes.putInt(trunkPage, LEAVES_OFFSET + 4 * best, last);
    Bytes.putInt(trunkPage, 4, leaves - 1);
    pages.writeWithoutContent(leaf);
    return leaf;
  }

  private int extend() {
    int next = following(pages.pageCount());
    if (map != null && map.isMapPage(next)) {
      pages.write(next);
      next = following(next);
    }
    pages.write(next);
    return next;
  }

  private int following(int pageNumber) {
    return pageNumber + 1 == pages.lockBytePage() ? pageNumber + 2 : pageNumber + 1;
  }

  /** Gives a page back. Its old content is lost. */
  void free(int pageNumber) {
    requireOrdinary(pageNumber);
    byte[] first = pages.write(1);
    int count = Bytes.getInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET);
    int trunk = Bytes.getInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET);
    Bytes.putInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET, count + 1);
    if (map != null) {
      map.put(pageNumber, PointerMap.FREE, 0);
    }
    if (secureDelete) {
      Arrays.fill(pages.write(pageNumber), (byte) 0);
    }
    if (count != 0) {
      requireOrdinary(trunk);
      int leaves = leafCount(trunk, pages.read(trunk));
      if (leaves < fillLimit) {
        byte[] trunkPage = pages.write(trunk);
        Bytes.putInt(trunkPage, LEAVES_OFFSET + 4 * leaves, pageNumber);
        Bytes.putInt(trunkPage, 4, leaves + 1);
        if (!secureDelete) {
          pages.dontWrite(pageNumber);
        }
        return;
      }
    } else {
      trunk = 0;
    }
    byte[] page = pages.write(pageNumber);
    Bytes.putInt(page, 0, trunk);
    Bytes.putInt(page, 4, 0);
    Bytes.putInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET, pageNumber);
  }

  /**
   * All free pages, in ascending order as unsigned numbers; trunks are told by {@link #isTrunk}.
   *
   * @throws CorruptDatabaseException if the list is not what page 1 says, or names a page twice
   */
  int[] numbers() {
    int count = count();
    if (Integer.compareUnsigned(count, pages.pageCount()) >= 0) {
      throw new CorruptDatabaseException(1, "freelist is longer than the file");
    }
    int[] numbers = new int[count];
    int found = 0;
    trunks = new int[8];
    trunkCount = 0;
    int trunk = Bytes.getInt(pages.read(1), DatabaseHeader.FREELIST_TRUNK_OFFSET);
    while (trunk != 0) {
      requireOrdinary(trunk);
      byte[] page = pages.read(trunk);
      int leaves = leafCount(trunk, page);
      if (found + leaves >= count) {
        throw new CorruptDatabaseException(trunk, "freelist is longer than its size");
      }
      if (trunkCount == trunks.length) {
        trunks = Arrays.copyOf(trunks, 2 * trunkCount);
      }
      trunks[trunkCount++] = trunk;
      numbers[found++] = trunk;
      for (int i = 0; i < leaves; i++) {
        int leaf = Bytes.getInt(page, LEAVES_OFFSET + 4 * i);
        requireOrdinary(leaf);
        numbers[found++] = leaf;
      }
      trunk = Bytes.getInt(page, 0);
    }
    if (found != count) {
      throw new CorruptDatabaseException(1, "freelist is shorter than its size");
    }
    Balancer.sortNumbers(numbers, count);
    for (int i = 0; i < count; i++) {
      if (i > 0 && numbers[i] == numbers[i - 1]) {
        throw new CorruptDatabaseException(numbers[i], "page is free twice");
      }
      if (map != null && !map.isOrdinary(numbers[i])) {
        throw new CorruptDatabaseException(numbers[i], "page cannot be free");
      }
    }
    Arrays.sort(trunks, 0, trunkCount);
    return numbers;
  }

  /** Whether the last call of {@link #numbers} met that page as a trunk. */
  boolean isTrunk(int pageNumber) {
    return Arrays.binarySearch(trunks, 0, trunkCount, pageNumber) >= 0;
  }

  /** Makes the freelist empty; what becomes of its pages is the caller's affair. */
  void clear() {
    byte[] first = pages.write(1);
    Bytes.putInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET, 0);
    Bytes.putInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET, 0);
  }

  /**
   * Takes one certain page, which must be free, out of the list.
   *
   * @throws CorruptDatabaseException if it is not there
   */
  void take(int pageNumber) {
    int before = count();
    boolean isTrunk = removeWhere(number -> number == pageNumber);
    if (count() != before - 1) {
      throw new CorruptDatabaseException(pageNumber, "free page is not in the freelist");
    }
    if (isTrunk) {
      pages.write(pageNumber);
    } else {
      pages.writeWithoutContent(pageNumber);
    }
  }

  /**
   * Takes all pages out of the list for which a condition holds. Trunks that stay as they are, are
   * not written; a trunk that goes hands its leaves to the first of them.
   *
   * @return whether any of them was a trunk
   */
  boolean removeWhere(IntPredicate condition) {
    byte[] first = pages.write(1);
    int count = count();
    int seen = 0;
    int removed = 0;
    boolean anyTrunk = false;
    int previous = 0;
    int trunk = Bytes.getInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET);
    while (trunk != 0) {
      requireOrdinary(trunk);
      byte[] page = pages.read(trunk);
      int leaves = leafCount(trunk, page);
      seen += leaves + 1;
      if (Integer.compareUnsigned(seen, count) > 0) {
        throw new CorruptDatabaseException(trunk, "freelist is longer than its size");
      }
      int next = Bytes.getInt(page, 0);
      int[] kept = new int[leaves];
      int keptCount = 0;
      for (int i = 0; i < leaves; i++) {
        int leaf = Bytes.getInt(page, LEAVES_OFFSET + 4 * i);
        if (!condition.test(leaf)) {
          kept[keptCount++] = leaf;
        }
      }
      removed += leaves - keptCount;
      int newTrunk = trunk;
      if (condition.test(trunk)) {
        removed++;
        anyTrunk = true;
        pages.write(trunk);
        newTrunk = keptCount == 0 ? 0 : kept[--keptCount];
        link(first, previous, newTrunk == 0 ? next : newTrunk);
      }
      if (newTrunk != 0 && (newTrunk != trunk || keptCount != leaves)) {
        requireOrdinary(newTrunk);
        byte[] image = pages.write(newTrunk);
        Bytes.putInt(image, 0, next);
        Bytes.putInt(image, 4, keptCount);
        for (int i = 0; i < keptCount; i++) {
          Bytes.putInt(image, LEAVES_OFFSET + 4 * i, kept[i]);
        }
      }
      if (newTrunk != 0) {
        previous = newTrunk;
      }
      trunk = next;
    }
    Bytes.putInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET, count - removed);
    return anyTrunk;
  }

  private void link(byte[] first, int previous, int next) {
    if (previous == 0) {
      Bytes.putInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET, next);
    } else {
      Bytes.putInt(pages.write(previous), 0, next);
    }
  }

  private int leafCount(int trunk, byte[] page) {
    int leaves = Bytes.getInt(page, 4);
    if (leaves < 0 || leaves > maxLeaves) {
      throw new CorruptDatabaseException(trunk, "freelist trunk has too many leaves");
    }
    return leaves;
  }

  private void requireOrdinary(int pageNumber) {
    if (pageNumber == 0
        || pageNumber == 1
        || Integer.compareUnsigned(pageNumber, pages.pageCount()) > 0) {
      throw new CorruptDatabaseException(pageNumber, "page number out of range in the freelist");
    }
  }
}
