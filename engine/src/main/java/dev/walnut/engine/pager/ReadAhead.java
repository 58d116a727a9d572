// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.cache.PageCache;
import dev.walnut.engine.file.DatabaseFile;
import java.util.Arrays;

/**
 * Fetches committed pages that a pass over a tree is about to enter: in the order of the file, and
 * neighbours by one read.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>A1 Pages that were not asked for are not read, so a gap ends a read.
 *   <li>A2 What is kept was wholly in the file. A page that the file ends before, or that cannot be
 *       read, is left out without an error: who needs it reads it again and reports it; a statement
 *       that stops short of it has not failed.
 *   <li>A3 As with any read, the cache keeps an image only if the page has not changed since the
 *       reader's version.
 * </ul>
 *
 * <p>Confined to the connection's thread.
 */
final class ReadAhead {
  private final DatabaseFile file;
  private final PageCache cache;
  private byte[][] images = new byte[16][];

  ReadAhead(DatabaseFile file, PageCache cache) {
    this.file = file;
    this.cache = cache;
  }

  /**
   * Brings pages into the cache that are not in it.
   *
   * @param pageNumbers pages of the database that the transaction has not changed; the first {@code
   *     count} of them, which are sorted; for the reader's version all of them are in the file
   * @param version the reader's version
   */
  void fetch(int[] pageNumbers, int count, int pageSize, long version) {
    int missing = 0;
    for (int i = 0; i < count; i++) {
      if (cache.getInPassing(pageNumbers[i], version) == null) {
        pageNumbers[missing++] = pageNumbers[i];
      }
    }
    Arrays.sort(pageNumbers, 0, missing);
    int from = 0;
    while (from < missing) {
      int to = from + 1;
      while (to < missing && pageNumbers[to] == pageNumbers[to - 1] + 1) {
        to++;
      }
      if (!fetchRun(pageNumbers[from], to - from, pageSize, version)) {
        return;
      }
      from = to;
    }
  }

  private boolean fetchRun(int firstNumber, int count, int pageSize, long version) {
    if (images.length < count) {
      images = new byte[count][];
    }
    for (int i = 0; i < count; i++) {
      images[i] = new byte[pageSize];
    }
    boolean readable = true;
    int whole = 0;
    try {
      long offset = (Integer.toUnsignedLong(firstNumber) - 1) * pageSize;
      whole = file.readBlocks(offset, images, 0, count, pageSize) / pageSize;
    } catch (DatabaseException unreadable) {
      // A2: the page in question may never be needed.
      readable = false;
    }
    for (int i = 0; i < whole; i++) {
      cache.insertInPassing(firstNumber + i, images[i], version);
    }
    Arrays.fill(images, 0, count, null);
    return readable;
  }
}
