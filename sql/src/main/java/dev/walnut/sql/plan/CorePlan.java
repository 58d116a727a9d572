// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundCore;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import java.util.List;

/**
 * How one part of a SELECT is executed.
 *
 * @param loops from the outermost to the innermost
 * @param constantFilters conditions that read no source: tested once per run
 * @param ordered whether rows come in the order that was asked for
 * @param rows estimated number of rows before grouping
 */
public record CorePlan(
    BoundCore core,
    List<LoopPlan> loops,
    List<Bound> constantFilters,
    boolean ordered,
    double rows) {

  /** Whether a RIGHT or FULL join may make NULLs of the sources before it. */
  public boolean hasRightJoin() {
    for (LoopPlan loop : loops) {
      if (loop.type() == JoinType.RIGHT || loop.type() == JoinType.FULL) {
        return true;
      }
    }
    return false;
  }
}
