// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * What stands in the parentheses of a window definition.
 *
 * @param baseName the window it extends; null if absent
 * @param partitionBy empty if absent
 * @param orderBy empty if absent
 * @param frame null if absent: RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
 */
public record Window(
    String baseName, List<Expr> partitionBy, List<OrderingTerm> orderBy, Frame frame) {

  /** {@code ROWS BETWEEN ... AND ... EXCLUDE ...}; a frame with one bound ends at CURRENT ROW. */
  public record Frame(FrameUnit unit, FrameBound start, FrameBound end, FrameExclude exclude) {}

  /** What a frame counts in. */
  public enum FrameUnit {
    RANGE,
    ROWS,
    GROUPS
  }

  /**
   * One end of a frame.
   *
   * @param offset null unless the kind is PRECEDING or FOLLOWING
   */
  public record FrameBound(FrameBoundKind kind, Expr offset) {}

  /** Kinds of frame bounds, from the first to the last possible row. */
  public enum FrameBoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** Which rows a frame leaves out. */
  public enum FrameExclude {
    NO_OTHERS,
    CURRENT_ROW,
    GROUP,
    TIES
  }
}
