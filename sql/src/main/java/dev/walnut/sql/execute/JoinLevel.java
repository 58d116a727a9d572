// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import java.util.BitSet;

/**
 * One level of nested loops: an access, its conditions, and what kind of join it is.
 *
 * <p>LEFT and FULL: if no row matches the ON conditions, one row of NULLs stands in. RIGHT and
 * FULL: the level remembers which rows ever matched; a second pass, with NULLs to its left, gives
 * the others.
 */
final class JoinLevel {
  private final Access access;
  private final Evaluator[] on;
  private final Evaluator[] filters;
  private final boolean keepsLeft;
  private final boolean keepsRight;
  private final BufferRow rightRow;
  private final StatementResources resources;
  private final BitSet matchedRows;
  private boolean matched;
  private boolean ended;
  private boolean unmatchedPass;

  /**
   * @param keepsLeft LEFT or FULL
   * @param rightRow the buffered row of a RIGHT or FULL join; else null
   */
  JoinLevel(
      Access access,
      Evaluator[] on,
      Evaluator[] filters,
      boolean keepsLeft,
      BufferRow rightRow,
      StatementResources resources) {
    this.access = access;
    this.on = on;
    this.filters = filters;
    this.keepsLeft = keepsLeft;
    this.keepsRight = rightRow != null;
    this.rightRow = rightRow;
    this.matchedRows = rightRow != null ? new BitSet() : null;
    this.resources = resources;
  }

  boolean keepsRight() {
    return keepsRight;
  }

  /** Begins a run of the whole join. */
  void begin() {
    unmatchedPass = false;
    if (keepsRight) {
      matchedRows.clear();
    }
    access.setNullRow(false);
  }

  void open() {
    matched = false;
    ended = false;
    if (keepsLeft) {
      access.setNullRow(false);
    }
    access.open();
  }

  /** Begins the pass over the rows that never matched. */
  void openUnmatched(Access scan) {
    unmatchedPass = true;
    ended = false;
    access.setNullRow(false);
    scan.open();
  }

  void setNullRow(boolean nullRow) {
    access.setNullRow(nullRow);
  }

  boolean next(Access unmatchedScan) {
    if (unmatchedPass) {
      return nextUnmatched(unmatchedScan);
    }
    if (ended) {
      return false;
    }
    while (access.next()) {
      resources.countStep();
      if (on.length > 0 && !holds(on)) {
        continue;
      }
      matched = true;
      if (keepsRight) {
        matchedRows.set(rightRow.position());
      }
      if (holds(filters)) {
        return true;
      }
    }
    ended = true;
    if (keepsLeft && !matched) {
      access.setNullRow(true);
      return holds(filters);
    }
    return false;
  }

  private boolean nextUnmatched(Access scan) {
    while (scan.next()) {
      resources.countStep();
      if (!matchedRows.get(rightRow.position()) && holds(filters)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(Evaluator[] conditions) {
    for (int i = 0; i < conditions.length; i++) {
      if (conditions[i].test() != Condition.TRUE) {
        return false;
      }
    }
    return true;
  }
}
