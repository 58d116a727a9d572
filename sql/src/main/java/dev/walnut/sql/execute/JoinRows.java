// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/**
 * Nested loops over the sources of a FROM clause. Stands on one row of each source at a time; the
 * columns are read from the sources themselves.
 */
final class JoinRows extends Rows {
  private final JoinLevel[] levels;
  private final Access[] unmatchedScans;
  private final Evaluator[] constantFilters;
  private boolean started;
  private boolean ended;

  /** First level that runs: 0, or the RIGHT or FULL join whose unmatched rows are being given. */
  private int base;

  /**
   * @param unmatchedScans by level: for RIGHT and FULL joins a scan of all its rows; else null
   * @param constantFilters conditions that hold for all rows or for none
   */
  JoinRows(JoinLevel[] levels, Access[] unmatchedScans, Evaluator[] constantFilters) {
    this.levels = levels;
    this.unmatchedScans = unmatchedScans;
    this.constantFilters = constantFilters;
  }

  @Override
  public void open() {
    started = false;
    ended = false;
    base = 0;
  }

  @Override
  public boolean next() {
    if (ended) {
      return false;
    }
    int last = levels.length - 1;
    int level = last;
    if (!started) {
      started = true;
      for (Evaluator filter : constantFilters) {
        if (filter.test() != Condition.TRUE) {
          ended = true;
          return false;
        }
      }
      if (last < 0) {
        ended = true;
        return true;
      }
      for (JoinLevel l : levels) {
        l.begin();
      }
      levels[0].open();
      level = 0;
    }
    while (true) {
      if (levels[level].next(unmatchedScans[level])) {
        if (level == last) {
          return true;
        }
        levels[++level].open();
      } else if (level > base) {
        level--;
      } else if (nextRightJoin()) {
        level = base;
      } else {
        ended = true;
        return false;
      }
    }
  }

  /** Goes on with the unmatched rows of the next RIGHT or FULL join. */
  private boolean nextRightJoin() {
    for (int i = base + 1; i < levels.length; i++) {
      if (levels[i].keepsRight()) {
        for (int left = 0; left < i; left++) {
          levels[left].setNullRow(true);
        }
        levels[i].openUnmatched(unmatchedScans[i]);
        base = i;
        return true;
      }
    }
    return false;
  }

  @Override
  public void read(int columnIndex, Value out) {
    throw new IllegalStateException("a join has no columns of its own");
  }
}
