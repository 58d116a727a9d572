// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.syntax.Select.CompoundOperator;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A SELECT with all names resolved. Filled by the binder, then left alone. */
public final class BoundSelect {
  public final List<BoundCore> cores = new ArrayList<>();

  /** What stands between core i and i + 1. */
  public List<CompoundOperator> operators = List.of();

  public List<BoundOrder> orderBy = List.of();

  /** Null if absent. */
  public Bound limit;

  /** Null if absent. */
  public Bound offset;

  /** The row being expanded, if this is a recursive common table; else null. */
  public RecursionSource recursion;

  /** Index of the first core that refers to {@link #recursion}. */
  public int firstRecursiveCore;

  /** Sources outside of this SELECT that it reads: what it is correlated to. */
  final Set<Source> free = new LinkedHashSet<>();

  private List<ColumnInfo> columns = List.of();
  private Affinity[] affinities;
  private Collation[] collations;
  private int uses;

  BoundSelect() {}

  /** What stands first in the FROM of a SELECT that has one. */
  public Source firstSource() {
    return cores.get(0).terms.get(0).source();
  }

  public boolean isCompound() {
    return cores.size() > 1;
  }

  public List<ColumnInfo> columns() {
    return columns;
  }

  public int columnCount() {
    return columns.size();
  }

  public Set<Source> freeSources() {
    return free;
  }

  public boolean isCorrelated() {
    return !free.isEmpty();
  }

  /** How many sources of FROM read it. */
  public int uses() {
    return uses;
  }

  void addUse() {
    uses++;
  }

  void setColumns(List<ColumnInfo> newColumns) {
    columns = newColumns;
  }

  public Affinity affinity(int column) {
    if (affinities == null) {
      affinities = ColumnTypes.affinities(this);
    }
    return affinities[column];
  }

  /** Whether a column's collation comes from a COLLATE operator. */
  boolean hasExplicitCollation(int column) {
    BoundCore first = cores.get(0);
    return first.values == null && first.results.get(column).hasExplicitCollation();
  }

  /** The collation of a column; null if it has none. */
  public Collation collation(int column) {
    if (collations == null) {
      collations = new Collation[columnCount()];
      for (int i = 0; i < collations.length; i++) {
        for (BoundCore core : cores) {
          Collation found = core.values == null ? core.results.get(i).collation() : null;
          if (found != null) {
            collations[i] = found;
            break;
          }
        }
      }
    }
    return collations[column];
  }
}
