// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.value.Affinity;
import java.util.List;

/** How the rows of one source are found. Values may depend on sources that come earlier. */
public sealed interface AccessPath {
  /** All rows of a table in the order of its b-tree. */
  record TableScan(boolean descending) implements AccessPath {}

  /** The row with one rowid. */
  record RowidEqual(Bound key) implements AccessPath {}

  /** Rows by a list or set of rowids, each looked up. */
  record RowidIn(KeyTerm in) implements AccessPath {}

  /**
   * A range of rowids.
   *
   * @param lower null: none
   * @param upper null: none
   */
  record RowidRange(RangeBound lower, RangeBound upper, boolean descending) implements AccessPath {}

  /**
   * A part of an index, or all of it; or of the b-tree of a WITHOUT ROWID table.
   *
   * @param equal what the leading parts must be equal to
   * @param lower bound of the part after these; null: none
   * @param upper null: none
   * @param covering whether the index holds all columns that are asked for
   */
  record IndexSearch(
      Index index,
      List<KeyTerm> equal,
      RangeBound lower,
      RangeBound upper,
      boolean descending,
      boolean covering)
      implements AccessPath {}

  /** The rows that at least one of several searches of the same table finds. */
  record OrUnion(List<AccessPath> branches) implements AccessPath {}

  /**
   * A hash table of the source's rows, probed with values of earlier sources.
   *
   * @param inner key expressions over the source
   * @param outer the values they must be equal to
   */
  record HashProbe(List<Bound> inner, List<Bound> outer, List<Bound.Compare> comparisons)
      implements AccessPath {}

  /** A subquery's rows as they come. */
  record SubqueryStream() implements AccessPath {}

  /** A subquery's rows, kept. */
  record SubqueryScan() implements AccessPath {}

  /** The rows of a pragma. */
  record PragmaRows() implements AccessPath {}

  /** The row that a recursive common table is expanding. */
  record RecursionRow() implements AccessPath {}

  /**
   * What a key part must be equal to: one value, or one of several.
   *
   * @param value null if it is an IN
   * @param in an {@link Bound.InList} or {@link Bound.InSelect}; null if it is one value
   * @param matchesNull IS: NULL is equal to NULL
   * @param conversion applied to the value before seeking
   */
  record KeyTerm(Bound value, Bound in, boolean matchesNull, Affinity conversion) {}

  /** One end of a range. */
  record RangeBound(Bound value, boolean inclusive, Affinity conversion) {}
}
