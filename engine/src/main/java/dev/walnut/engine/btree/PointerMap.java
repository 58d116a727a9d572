// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.format.Varint;
import dev.walnut.engine.pager.PageAccess;

/**
 * The way back from a page to what refers to it, which auto_vacuum needs to move pages.
 *
 * <p>Layout: page 2 and then every {@code usableSize / 5 + 1}-th page is a map page; where that
 * would be the page of the lock bytes it is the one after. A map page has five bytes for each of
 * the pages that follow it: the kind of page, and the number of the page that refers to it.
 *
 * <pre>
 *   kind                   referring page
 *   1  root of a tree      0
 *   2  free                0
 *   3  first overflow      the tree page with the cell
 *   4  later overflow      the overflow page before
 *   5  other tree page     its parent
 * </pre>
 *
 * <p>Page 1, the map pages and the page of the lock bytes have no entry. "Ordinary" are the pages
 * that can have one, and page 1.
 *
 * <p>Who changes a reference puts the entry in the same change: {@link Balancer} and cursors for
 * cells, {@link OverflowChain} within chains, {@link Freelist} for free pages, {@link AutoVacuum}
 * for roots and pages that move.
 */
public final class PointerMap {
  public static final int ROOT = 1;
  public static final int FREE = 2;
  public static final int FIRST_OVERFLOW = 3;
  public static final int LATER_OVERFLOW = 4;
  public static final int CHILD = 5;

  private static final int ENTRY_BYTES = 5;
  private static final int FIRST_MAP_PAGE = 2;

  private final PageAccess pages;
  private final TreeFormat format;

  /** A map page and the pages that it has entries for. */
  private final int groupPages;

  /** A map over those pages; nothing is read yet. */
  public PointerMap(PageAccess pages, TreeFormat format) {
    this.pages = pages;
    this.format = format;
    this.groupPages = format.usableSize / ENTRY_BYTES + 1;
  }

  /** Whether the database has pointer maps, by its page 1; false for one without pages. */
  public static boolean isIn(PageAccess pages) {
    return pages.pageCount() != 0
        && Bytes.getInt(pages.read(1), DatabaseHeader.LARGEST_ROOT_OFFSET) != 0;
  }

  /** Whether that page is a map page; page numbers are unsigned. */
  public boolean isMapPage(int pageNumber) {
    return Integer.compareUnsigned(pageNumber, FIRST_MAP_PAGE) >= 0
        && mapPageOf(pageNumber) == pageNumber;
  }

  /** Whether that page, of at least 1, is neither a map page nor the one of the lock bytes. */
  boolean isOrdinary(int pageNumber) {
    return pageNumber != pages.lockBytePage() && !isMapPage(pageNumber);
  }

  /** The map page with the entry of that page, which must be at least 2. */
  int mapPageOf(int pageNumber) {
    int group = Integer.divideUnsigned(pageNumber - FIRST_MAP_PAGE, groupPages);
    int map = group * groupPages + FIRST_MAP_PAGE;
    return map == pages.lockBytePage() ? map + 1 : map;
  }

  /** Ordinary pages among the first {@code pageCount}, which is at least 1. */
  int ordinaryCount(int pageCount) {
    int groups =
        pageCount == 1 ? 0 : Integer.divideUnsigned(pageCount - FIRST_MAP_PAGE, groupPages) + 1;
    int lockBytePage = pages.lockBytePage();
    int others = groups;
    if (Integer.compareUnsigned(pageCount, lockBytePage) >= 0) {
      boolean mapIsYetToCome = pageCount == lockBytePage && mapPageOf(pageCount) != pageCount;
      boolean startsGroup = Integer.remainderUnsigned(pageCount - FIRST_MAP_PAGE, groupPages) == 0;
      others += mapIsYetToCome && startsGroup ? 0 : 1;
    }
    return pageCount - others;
  }

  /** The least page count with that many ordinary pages, at least 1. */
  int pageCountFor(int ordinaryCount) {
    long low = Integer.toUnsignedLong(ordinaryCount);
    long high = Math.min(2 * low + 2, 0xffff_ffffL);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (Integer.compareUnsigned(ordinaryCount((int) middle), ordinaryCount) >= 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return (int) low;
  }

  /**
   * A page's entry: the kind in the upper, the referring page in the lower 32 bits.
   *
   * @throws CorruptDatabaseException if the page cannot have one, or the kind is none
   */
  public long entry(int pageNumber) {
    int offset = offsetOf(pageNumber);
    byte[] map = pages.read(mapPageOf(pageNumber));
    int kind = map[offset];
    if (kind < ROOT || kind > CHILD) {
      throw new CorruptDatabaseException(pageNumber, "pointer map entry");
    }
    return (long) kind << 32 | Bytes.getUnsignedInt(map, offset + 1);
  }

  /** The kind in an entry. */
  public static int kindOf(long entry) {
    return (int) (entry >>> 32);
  }

  /** The referring page in an entry. */
  public static int referrerOf(long entry) {
    return (int) entry;
  }

  /** Stores a page's entry; the map page is changed only if that is news. */
  void put(int pageNumber, int kind, int referrer) {
    int offset = offsetOf(pageNumber);
    if (Integer.compareUnsigned(pageNumber, pages.pageCount()) > 0) {
      throw new CorruptDatabaseException(pageNumber, "page beyond the last one is referred to");
    }
    int mapPage = mapPageOf(pageNumber);
    byte[] map = pages.read(mapPage);
    if (map[offset] != kind || Bytes.getInt(map, offset + 1) != referrer) {
      map = pages.write(mapPage);
      map[offset] = (byte) kind;
      Bytes.putInt(map, offset + 1, referrer);
    }
  }

  private int offsetOf(int pageNumber) {
    if (Integer.compareUnsigned(pageNumber, FIRST_MAP_PAGE) <= 0) {
      throw new CorruptDatabaseException(pageNumber, "page without a pointer map entry");
    }
    int offset = ENTRY_BYTES * (pageNumber - mapPageOf(pageNumber) - 1);
    if (offset < 0) {
      throw new CorruptDatabaseException(pageNumber, "pointer map page is referred to");
    }
    return offset;
  }

  /** Puts entries for all children and overflow chains of a tree page. */
  void claimCells(byte[] page, int header, int pageNumber) {
    int type = page[header];
    int count = checkedCellCount(page, header, pageNumber);
    for (int i = 0; i < count; i++) {
      claimCell(page, format.cellOffset(page, header, type, i, pageNumber), type, pageNumber);
    }
    if (!PageLayout.isLeaf(type)) {
      put(PageLayout.rightChild(page, header), CHILD, pageNumber);
    }
  }

  /** The number of cells of a page of a known type whose cell pointers lie on it. */
  int checkedCellCount(byte[] page, int header, int pageNumber) {
    int type = page[header];
    int count = PageLayout.cellCount(page, header);
    if (!PageLayout.isType(type)
        || header + PageLayout.headerBytes(type) + 2 * count > format.usableSize) {
      throw new CorruptDatabaseException(pageNumber, "page is not one of a tree");
    }
    return count;
  }

  /**
   * Puts entries for the child and the overflow chain of a cell, as far as it has them.
   *
   * @param source the page with the cell, or another array
   * @param type of the page that holds the cell
   * @param pageNumber of that page
   */
  void claimCell(byte[] source, int offset, int type, int pageNumber) {
    if (!PageLayout.isLeaf(type)) {
      put(Bytes.getInt(source, offset), CHILD, pageNumber);
    }
    int overflow = overflowOffset(source, offset, type, pageNumber);
    if (overflow != 0) {
      put(Bytes.getInt(source, overflow), FIRST_OVERFLOW, pageNumber);
    }
  }

  /** Where a cell has the number of its first overflow page; 0 if it has none. */
  int overflowOffset(byte[] source, int offset, int type, int pageNumber) {
    if (type == PageLayout.TABLE_INTERIOR) {
      return 0;
    }
    int position = PageLayout.isLeaf(type) ? offset : offset + 4;
    long bytes = PageLayout.varint(source, position, pageNumber) & 0xffff_ffffL;
    int max = type == PageLayout.TABLE_LEAF ? format.maxLocalTable : format.maxLocalIndex;
    if (bytes <= max) {
      return 0;
    }
    position += Varint.length(source, position);
    if (type == PageLayout.TABLE_LEAF) {
      PageLayout.varint(source, position, pageNumber);
      position += Varint.length(source, position);
    }
    int end = position + format.spilledLocalBytes(bytes, max);
    if (end + 4 > source.length) {
      throw new CorruptDatabaseException(pageNumber, "cell extends past the page");
    }
    return end;
  }
}
