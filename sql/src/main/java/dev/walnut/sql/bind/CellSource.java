// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/** Values that an aggregate query keeps for each group: its keys, or its aggregates' results. */
public final class CellSource extends Source {
  private final List<Bound> expressions = new ArrayList<>();
  private int columnCount;

  CellSource(int id) {
    super(id);
  }

  /** Adds a column that stands for an expression; null for an aggregate. */
  int add(Bound expression) {
    expressions.add(expression);
    return columnCount++;
  }

  @Override
  public int columnCount() {
    return columnCount;
  }

  @Override
  public Affinity affinityOf(int column) {
    Bound expression = expressions.get(column);
    return expression == null ? Affinity.NONE : expression.affinity();
  }

  @Override
  public Collation collationOf(int column) {
    Bound expression = expressions.get(column);
    return expression == null ? null : expression.collation();
  }

  @Override
  public boolean hasExplicitCollation(int column) {
    Bound expression = expressions.get(column);
    return expression != null && expression.hasExplicitCollation();
  }

  @Override
  public dev.walnut.sql.api.ColumnInfo describe(int column, String name) {
    Bound expression = expressions.get(column);
    return expression instanceof Bound.ColumnRef
        ? ((Bound.ColumnRef) expression)
            .source()
            .describe(((Bound.ColumnRef) expression).column(), name)
        : super.describe(column, name);
  }
}
