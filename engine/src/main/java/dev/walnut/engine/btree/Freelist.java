// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.pager.PageAccess;
import java.util.Arrays;

/**
 * Unused pages of the database: taking one, giving one back.
 *
 * <p>Layout: page 1 holds the first trunk and the number of all free pages, trunks included. A
 * trunk holds the next trunk (4), its number of leaves (4) and their page numbers. Leaves have no
 * content.
 *
 * <p>Trunks are filled to eight entries less than would fit: SQLite before 3.6.0 called a fuller
 * one corrupt.
 */
final class Freelist {
  private static final int LEAVES_OFFSET = 8;

  private final PageAccess pages;
  private final int maxLeaves;
  private final int fillLimit;
  private boolean secureDelete;

  Freelist(PageAccess pages) {
    this.pages = pages;
    this.maxLeaves = pages.usableSize() / 4 - 2;
    this.fillLimit = pages.usableSize() / 4 - 8;
  }

  void setSecureDelete(boolean secureDelete) {
    this.secureDelete = secureDelete;
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
    int leaves = Bytes.getInt(trunkPage, 4);
    if (leaves < 0 || leaves > maxLeaves) {
      throw new CorruptDatabaseException(trunk, "freelist trunk has too many leaves");
    }
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
    int next = pages.pageCount() + 1;
    if (next == pages.lockBytePage()) {
      next++;
    }
    pages.write(next);
    return next;
  }

  /** Gives a page back. Its old content is lost. */
  void free(int pageNumber) {
    requireOrdinary(pageNumber);
    byte[] first = pages.write(1);
    int count = Bytes.getInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET);
    int trunk = Bytes.getInt(first, DatabaseHeader.FREELIST_TRUNK_OFFSET);
    Bytes.putInt(first, DatabaseHeader.FREELIST_COUNT_OFFSET, count + 1);
    if (secureDelete) {
      Arrays.fill(pages.write(pageNumber), (byte) 0);
    }
    if (count != 0) {
      requireOrdinary(trunk);
      int leaves = Bytes.getInt(pages.read(trunk), 4);
      if (leaves < 0 || leaves > maxLeaves) {
        throw new CorruptDatabaseException(trunk, "freelist trunk has too many leaves");
      }
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

  private void requireOrdinary(int pageNumber) {
    if (pageNumber == 0
        || pageNumber == 1
        || Integer.compareUnsigned(pageNumber, pages.pageCount()) > 0) {
      throw new CorruptDatabaseException(pageNumber, "page number out of range in the freelist");
    }
  }
}
