// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Finds the ways to reach the rows of one source, and what each of them costs. */
abstract class PathFinder {
  /** Cost of finding a place in a b-tree, besides its logarithm. */
  static final double SEEK = 2.0;

  /** Adds the paths that need no other sources than {@code available}. */
  abstract void find(long available, List<PathChoice> into);

  /** Sources that some path depends on; others do not change what {@link #find} finds. */
  abstract long relevant();

  static double seekCost(double rows) {
    return SEEK + 0.3 * (64 - Long.numberOfLeadingZeros((long) Math.max(1, rows)));
  }

  /** A hash table over a source, if an equality with available sources is among its uses. */
  static PathChoice hash(
      List<Use> uses, List<Conjunct> conjuncts, long available, double rows, double scanCost) {
    List<Bound> inner = new ArrayList<>(1);
    List<Bound> outer = new ArrayList<>(1);
    List<Bound.Compare> comparisons = new ArrayList<>(1);
    BitSet used = new BitSet();
    for (int i = 0; i < uses.size(); i++) {
      Use use = uses.get(i);
      if (use.operator() == Use.Operator.EQUAL
          && use.others() != 0
          && (use.others() & ~available) == 0
          && !used.get(use.conjunct())
          && conjuncts.get(use.conjunct()).expr().kind() == Bound.Kind.COMPARE) {
        inner.add(use.target());
        outer.add(use.value());
        comparisons.add((Bound.Compare) conjuncts.get(use.conjunct()).expr());
        used.set(use.conjunct());
      }
    }
    if (inner.isEmpty()) {
      return null;
    }
    double matches = Math.max(0.5, rows / Math.max(4, rows));
    return new PathChoice(
        new AccessPath.HashProbe(inner, outer, comparisons),
        1.5 + matches,
        scanCost + rows * 1.5,
        matches,
        used,
        false);
  }
}
