// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import java.util.BitSet;

/** An access path with what the planner expects of it. */
final class PathChoice {
  final AccessPath path;

  /** Cost of one start of the path, all its rows read; a step of a table scan costs 1. */
  final double cost;

  /** Cost paid once, however often the path is started. */
  final double setupCost;

  /** Rows that one start gives, before the conditions that the path does not use. */
  final double rows;

  /** Conditions that hold for every row that the path gives, by index; need no other test. */
  final BitSet used;

  /** Whether a start gives one row at most. */
  final boolean oneRow;

  PathChoice(
      AccessPath path, double cost, double setupCost, double rows, BitSet used, boolean oneRow) {
    this.path = path;
    this.cost = cost;
    this.setupCost = setupCost;
    this.rows = rows;
    this.used = used;
    this.oneRow = oneRow;
  }
}
