// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.pager.PageAccess;

/** What happens to free pages; the order is that of {@code PRAGMA auto_vacuum}'s numbers. */
public enum AutoVacuumMode {
  /** They wait for their next use, and the file never becomes shorter. No pointer maps. */
  NONE,
  /** Each commit moves the file's last pages into them and cuts the file. */
  FULL,
  /** That is done when {@link Btrees#incrementalVacuum} is called. */
  INCREMENTAL;

  private static final AutoVacuumMode[] MODES = values();

  /** The mode of a database, by its page 1; NONE if it has no pages. A transaction must be open. */
  public static AutoVacuumMode of(PageAccess pages) {
    if (!PointerMap.isIn(pages)) {
      return NONE;
    }
    return Bytes.getInt(pages.read(1), DatabaseHeader.INCREMENTAL_VACUUM_OFFSET) == 0
        ? FULL
        : INCREMENTAL;
  }

  /**
   * The mode with that number.
   *
   * @param number 0 to 2
   */
  public static AutoVacuumMode of(int number) {
    return MODES[number];
  }
}
