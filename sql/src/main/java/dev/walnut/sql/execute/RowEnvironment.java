// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.Source;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Which row source stands for which bound source while expressions are made executable. Aggregate
 * queries have two: one over the joined rows, one over the groups.
 */
final class RowEnvironment {
  private final RowSource[] sources;
  private final StoredRow[] finders;
  private final Map<BoundSelect, SubqueryResult> subqueries = new IdentityHashMap<>(0);

  RowEnvironment(int sourceCount) {
    this(new RowSource[sourceCount], new StoredRow[sourceCount]);
  }

  private RowEnvironment(RowSource[] sources, StoredRow[] finders) {
    this.sources = sources;
    this.finders = finders;
  }

  RowEnvironment copy() {
    return new RowEnvironment(sources.clone(), finders.clone());
  }

  void set(Source source, RowSource row) {
    sources[source.id()] = row;
    finders[source.id()] = null;
  }

  /** Sets a table's row and the index row through which it is found. */
  void set(Source source, StoredRow row, StoredRow finder) {
    sources[source.id()] = row;
    finders[source.id()] = finder;
  }

  RowSource row(Source source) {
    return sources[source.id()];
  }

  /** The index row through which a table's row is found; null if there is none. */
  StoredRow finder(Source source) {
    return finders[source.id()];
  }

  /** Scalar subqueries that were made executable in this environment. */
  Map<BoundSelect, SubqueryResult> subqueries() {
    return subqueries;
  }
}
