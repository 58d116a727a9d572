// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.CallSource;
import dev.walnut.sql.bind.RecursionSource;
import dev.walnut.sql.bind.Source;
import java.util.BitSet;
import java.util.List;

/** Paths of a source that is no table: a subquery, a function, the row of a recursion. */
final class SourcePathFinder extends PathFinder {
  private final Source source;
  private final List<Use> uses;
  private final List<Conjunct> conjuncts;
  private final double rows;
  private final long argumentMask;
  private final boolean buffered;

  /**
   * @param argumentMask sources that a function's arguments read
   * @param buffered whether a subquery must be kept, because its rows are visited again
   */
  SourcePathFinder(
      Source source,
      List<Use> uses,
      List<Conjunct> conjuncts,
      double rows,
      long argumentMask,
      boolean buffered) {
    this.source = source;
    this.uses = uses;
    this.conjuncts = conjuncts;
    this.rows = rows;
    this.argumentMask = argumentMask;
    this.buffered = buffered;
  }

  @Override
  void find(long available, List<PathChoice> into) {
    BitSet none = new BitSet();
    if (source instanceof RecursionSource) {
      into.add(new PathChoice(new AccessPath.RecursionRow(), 1, 0, 1, none, true));
    } else if (source instanceof CallSource) {
      if ((argumentMask & ~available) == 0) {
        into.add(new PathChoice(new AccessPath.PragmaRows(), 50, 0, rows, none, false));
      }
    } else if (available == 0 && !buffered) {
      into.add(new PathChoice(new AccessPath.SubqueryStream(), rows * 2, 0, rows, none, false));
    } else {
      into.add(
          new PathChoice(new AccessPath.SubqueryScan(), rows * 0.7, rows * 3, rows, none, false));
      PathChoice hash = hash(uses, conjuncts, available, rows, rows * 2);
      if (hash != null) {
        into.add(hash);
      }
    }
  }

  @Override
  long relevant() {
    long mask = argumentMask | 1;
    for (Use use : uses) {
      mask |= use.others();
    }
    return mask;
  }
}
