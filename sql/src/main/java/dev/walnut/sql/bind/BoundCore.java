// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import java.util.ArrayList;
import java.util.List;

/** One SELECT or VALUES of a {@link BoundSelect}. Filled by the binder, then left alone. */
public final class BoundCore {
  /** Sources in the order of FROM. */
  public final List<JoinTerm> terms = new ArrayList<>();

  /** Conjuncts of WHERE, and of ON where that is the same. */
  public final List<Bound> where = new ArrayList<>();

  /** Keys of GROUP BY; empty if absent. */
  public List<Bound> groupBy = List.of();

  /** The groups' keys; null if there is no GROUP BY. */
  public CellSource keys;

  /** The aggregates' results; null until an aggregate is found. */
  public CellSource aggregates;

  /** Each column of {@link #aggregates}. */
  public final List<AggregateCall> calls = new ArrayList<>();

  /** Condition on groups; null if absent. */
  public Bound having;

  public List<Bound> results = List.of();
  public boolean distinct;

  /** Rows of VALUES; null for a SELECT. */
  public List<List<Bound>> values;

  BoundCore() {}

  public boolean isAggregate() {
    return aggregates != null || keys != null;
  }
}
