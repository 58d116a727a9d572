// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.check;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.btree.PointerMap;
import dev.walnut.engine.btree.TreeFormat;
import dev.walnut.engine.pager.PageAccess;

/** Compares the pointer map of an auto_vacuum file with what the walk over its pages found. */
final class PointerMapCheck {
  private final PointerMap map;

  PointerMapCheck(PageAccess pages) {
    this.map = new PointerMap(pages, new TreeFormat(pages.usableSize()));
  }

  boolean isMapPage(int pageNumber) {
    return map.isMapPage(pageNumber);
  }

  void check(Messages messages, int pageNumber, int kind, int referrer) {
    long entry;
    try {
      entry = map.entry(pageNumber);
    } catch (CorruptDatabaseException e) {
      messages.add("Failed to read ptrmap key=" + IntegrityCheck.unsigned(pageNumber));
      return;
    }
    int storedKind = PointerMap.kindOf(entry);
    int storedReferrer = PointerMap.referrerOf(entry);
    if (storedKind != kind || storedReferrer != referrer) {
      messages.add(
          "Bad ptr map entry key="
              + pageNumber
              + " expected=("
              + kind
              + ","
              + referrer
              + ") got=("
              + storedKind
              + ","
              + IntegrityCheck.unsigned(storedReferrer)
              + ")");
    }
  }
}
