// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.check;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.btree.PageLayout;
import dev.walnut.engine.btree.PointerMap;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.pager.PageAccess;
import dev.walnut.engine.record.RecordReader;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The part of {@code PRAGMA integrity_check} that needs no SQL: freelist, trees, overflow chains,
 * pointer maps and unused pages. Order and wording of the messages are SQLite's.
 *
 * <p>Every page must be used exactly once: by the freelist, as a page of one tree, in one overflow
 * chain, as a pointer map or as the page of the lock bytes. A second use ends the walk along that
 * way, so that no damage makes the check run in circles.
 *
 * <p>A read transaction must be open on the pages; nothing is changed.
 */
public final class IntegrityCheck {
  /** SQLite's limit if {@code PRAGMA integrity_check} names none. */
  public static final int DEFAULT_MAX_MESSAGES = 100;

  private final PageAccess pages;
  private final int pageCount;
  private final Messages messages;
  private final BitSet used = new BitSet();
  private final PointerMapCheck pointerMap;
  private long[] entryCounts = new long[0];

  /**
   * A check that stops after so many messages.
   *
   * @param maxMessages at least 1
   */
  public IntegrityCheck(PageAccess pages, int maxMessages) {
    this.pages = pages;
    this.pageCount = pages.pageCount();
    this.messages = new Messages(maxMessages);
    this.pointerMap = PointerMap.isIn(pages) ? new PointerMapCheck(pages) : null;
  }

  /**
   * Checks the whole file.
   *
   * @param roots the root pages of all trees, page 1 included; zeroes are passed over
   * @return the messages; empty if all is well
   */
  public List<String> checkFile(int[] roots) {
    if (pageCount == 0) {
      return messages.list();
    }
    if (pages.lockBytePage() <= pageCount) {
      used.set(pages.lockBytePage());
    }
    byte[] first = pages.read(1);
    messages.setPlace("Freelist: ");
    checkList(
        true,
        Bytes.getInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET),
        Bytes.getInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET));
    messages.setPlace("");
    checkLargestRoot(first, roots);
    checkTrees(roots, true);
    messages.setPlace("");
    for (int i = 1; i <= pageCount && messages.wantsMore(); i++) {
      boolean isMap = pointerMap != null && pointerMap.isMapPage(i);
      if (!used.get(i) && !isMap) {
        messages.add("Page " + i + ": never used");
      } else if (used.get(i) && isMap) {
        messages.add("Page " + i + ": pointer map referenced");
      }
    }
    return messages.list();
  }

  /** Checks some trees alone, as {@code PRAGMA integrity_check(table)} does. */
  public List<String> checkTrees(int[] roots) {
    if (pageCount > 0) {
      checkTrees(roots, false);
    }
    return messages.list();
  }

  /** After a check: how many entries the tree at {@code roots[index]} has. */
  public long entryCount(int index) {
    return entryCounts[index];
  }

  /**
   * The root pages of all trees that the schema table names, page 1 first. For use without a
   * catalog; views and triggers have none.
   */
  public static int[] schemaRoots(PageAccess pages) {
    int[] roots = new int[16];
    roots[0] = 1;
    int count = 1;
    var schema = new Btrees(pages).openTable(1);
    for (boolean more = schema.first(); more; more = schema.next()) {
      RecordReader row = schema.record();
      if (row.typeOf(3) == RecordReader.INTEGER && row.longAt(3) != 0) {
        if (count == roots.length) {
          roots = Arrays.copyOf(roots, 2 * count);
        }
        roots[count++] = (int) row.longAt(3);
      }
    }
    schema.close();
    return Arrays.copyOf(roots, count);
  }

  private void checkLargestRoot(byte[] first, int[] roots) {
    if (pointerMap == null) {
      if (Bytes.getInt(first, DatabaseHeader.INCREMENTAL_VACUUM_OFFSET) != 0) {
        messages.add("incremental_vacuum enabled with a max rootpage of zero");
      }
      return;
    }
    int largest = 0;
    for (int root : roots) {
      largest = Math.max(largest, root);
    }
    int stored = Bytes.getInt(first, DatabaseHeader.LARGEST_ROOT_OFFSET);
    if (largest != stored) {
      messages.add(
          "max rootpage (" + largest + ") disagrees with header (" + unsigned(stored) + ")");
    }
  }

  private void checkTrees(int[] roots, boolean wholeFile) {
    entryCounts = new long[roots.length];
    for (int i = 0; i < roots.length && messages.wantsMore(); i++) {
      if (roots[i] == 0) {
        continue;
      }
      if (wholeFile && roots[i] > 1) {
        messages.setPlace("");
        checkPointer(roots[i], PointerMap.ROOT, 0);
      }
      TreeCheck tree = new TreeCheck(this, pages, messages, roots[i]);
      tree.run();
      entryCounts[i] = tree.entryCount();
    }
  }

  /** Notes a use of a page; false, with a message, if the number is bad or the page in use. */
  boolean claim(int pageNumber) {
    if (pageNumber <= 0 || pageNumber > pageCount) {
      messages.add("invalid page number " + unsigned(pageNumber));
      return false;
    }
    if (used.get(pageNumber)) {
      messages.add("2nd reference to page " + pageNumber);
      return false;
    }
    used.set(pageNumber);
    return true;
  }

  /** Whether the file has pointer maps. */
  boolean hasPointerMap() {
    return pointerMap != null;
  }

  /** Compares a page's pointer-map entry, if the file has any, with what the walk found. */
  void checkPointer(int pageNumber, int type, int parent) {
    if (pointerMap != null) {
      pointerMap.check(messages, pageNumber, type, parent);
    }
  }

  /**
   * Follows the freelist or an overflow chain.
   *
   * @param expected how many pages it should have
   */
  void checkList(boolean isFreelist, int firstPage, int expected) {
    int left = expected;
    int errorsBefore = messages.count();
    int number = firstPage;
    while (number != 0 && messages.wantsMore()) {
      if (!claim(number)) {
        break;
      }
      left--;
      byte[] page = read(number, "failed to get page " + number);
      if (page == null) {
        break;
      }
      int next = Bytes.getInt(page, 0);
      if (isFreelist) {
        checkPointer(number, PointerMap.FREE, 0);
        left -= checkTrunk(number, page);
      } else if (left != 0) {
        checkPointer(next, PointerMap.LATER_OVERFLOW, number);
      }
      number = next;
    }
    if (left != 0 && messages.count() == errorsBefore) {
      messages.add(
          (isFreelist ? "size" : "overflow list length")
              + " is "
              + unsigned(expected - left)
              + " but should be "
              + unsigned(expected));
    }
  }

  /** Checks a trunk's leaves; returns their number. */
  private int checkTrunk(int number, byte[] page) {
    int leaves = Bytes.getInt(page, 4);
    if (leaves < 0 || leaves > pages.usableSize() / 4 - 2) {
      messages.add("freelist leaf count too big on page " + number);
      return 1;
    }
    for (int i = 0; i < leaves && messages.wantsMore(); i++) {
      int leaf = Bytes.getInt(page, 8 + 4 * i);
      checkPointer(leaf, PointerMap.FREE, 0);
      claim(leaf);
    }
    return leaves;
  }

  /** A page's image; null, with a message, if it cannot be had. */
  byte[] read(int pageNumber, String failure) {
    try {
      return pages.read(pageNumber);
    } catch (DatabaseException e) {
      messages.add(failure);
      return null;
    }
  }

  static String unsigned(int number) {
    return Integer.toUnsignedString(number);
  }

  /** Whether a page's bytes can be taken for a b-tree page at all. */
  static boolean isPlausible(byte[] page, int header, int usableSize) {
    int type = page[header];
    return PageLayout.isType(type)
        && Bytes.getShort(page, header + PageLayout.CELL_COUNT_OFFSET) <= (usableSize - 8) / 6;
  }
}
