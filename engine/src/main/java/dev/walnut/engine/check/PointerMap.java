// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.check;

import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.pager.PageAccess;

/**
 * Reads the pointer maps of an auto_vacuum file: for every page its kind and the page that refers
 * to it, five bytes each, in map pages that lie at regular distances from page 2 on.
 */
final class PointerMap {
  static final int ROOT = 1;
  static final int FREE = 2;
  static final int FIRST_OVERFLOW = 3;
  static final int LATER_OVERFLOW = 4;
  static final int CHILD = 5;

  private static final int ENTRY_BYTES = 5;

  private final PageAccess pages;
  private final int pagesPerMap;

  PointerMap(PageAccess pages) {
    this.pages = pages;
    this.pagesPerMap = pages.usableSize() / ENTRY_BYTES + 1;
  }

  /** Whether that page is a pointer map. */
  boolean isMapPage(int pageNumber) {
    return pageNumber >= 2 && mapPageOf(pageNumber) == pageNumber;
  }

  private int mapPageOf(int pageNumber) {
    int map = (pageNumber - 2) / pagesPerMap * pagesPerMap + 2;
    return map == pages.lockBytePage() ? map + 1 : map;
  }

  void check(Messages messages, int pageNumber, int type, int parent) {
    int map = pageNumber < 2 ? 0 : mapPageOf(pageNumber);
    int offset = ENTRY_BYTES * (pageNumber - map - 1);
    boolean isMapped = map != 0 && map <= pages.pageCount() && offset >= 0;
    byte[] page = isMapped ? pages.read(map) : null;
    int storedType = isMapped ? Bytes.getByte(page, offset) : 0;
    if (storedType < ROOT || storedType > CHILD) {
      messages.add("Failed to read ptrmap key=" + IntegrityCheck.unsigned(pageNumber));
      return;
    }
    int storedParent = Bytes.getInt(page, offset + 1);
    if (storedType != type || storedParent != parent) {
      messages.add(
          "Bad ptr map entry key="
              + pageNumber
              + " expected=("
              + type
              + ","
              + parent
              + ") got=("
              + storedType
              + ","
              + IntegrityCheck.unsigned(storedParent)
              + ")");
    }
  }
}
