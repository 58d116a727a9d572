// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import java.util.ArrayList;
import java.util.List;

/** Replaces GROUP BY keys in what is computed per group by the kept key values. */
final class GroupKeys {
  private GroupKeys() {}

  static void substitute(BoundCore core, BoundSelect select) {
    List<Bound> results = new ArrayList<>(core.results.size());
    for (Bound result : core.results) {
      results.add(substitute(result, core));
    }
    core.results = results;
    if (core.having != null) {
      core.having = substitute(core.having, core);
    }
    if (!select.orderBy.isEmpty()) {
      List<BoundOrder> orderBy = new ArrayList<>(select.orderBy.size());
      for (BoundOrder o : select.orderBy) {
        orderBy.add(
            new BoundOrder(
                substitute(o.expr(), core),
                o.resultIndex(),
                o.descending(),
                o.nullsFirst(),
                o.collation()));
      }
      select.orderBy = orderBy;
    }
  }

  private static Bound substitute(Bound e, BoundCore core) {
    if (e.kind() == Bound.Kind.CONSTANT || e.kind() == Bound.Kind.PARAMETER) {
      return e;
    }
    int key = core.groupBy.indexOf(e);
    if (key >= 0 && !(e.kind() == Bound.Kind.COLUMN && hasExtreme(core))) {
      return new Bound.ColumnRef(core.keys, key);
    }
    return e.mapOperands(operand -> substitute(operand, core));
  }

  /** With min() or max() a column shows the value of the row that holds the extreme. */
  private static boolean hasExtreme(BoundCore core) {
    for (AggregateCall call : core.calls) {
      if (call.function().extreme() != 0) {
        return true;
      }
    }
    return false;
  }
}
