// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.Bounds;
import dev.walnut.sql.bind.Source;

/** Which columns of which source a statement reads: decides whether an index covers. */
public final class ColumnUsage {
  private static final int EXACT_COLUMNS = 63;

  private final long[] columns;
  private final boolean[] rowid;

  private ColumnUsage(int sourceCount) {
    columns = new long[sourceCount];
    rowid = new boolean[sourceCount];
  }

  public static ColumnUsage of(BoundSelect select, int sourceCount) {
    ColumnUsage usage = new ColumnUsage(sourceCount);
    Bounds.walkDeep(select, usage::add);
    return usage;
  }

  public static ColumnUsage of(Bound expression, int sourceCount) {
    ColumnUsage usage = new ColumnUsage(sourceCount);
    Bounds.walkDeep(expression, usage::add);
    return usage;
  }

  private void add(Bound e) {
    if (e.kind() == Bound.Kind.COLUMN) {
      Bound.ColumnRef column = (Bound.ColumnRef) e;
      int id = column.source().id();
      if (column.column() < 0) {
        rowid[id] = true;
      } else {
        columns[id] |= 1L << Math.min(column.column(), EXACT_COLUMNS);
      }
    }
  }

  public boolean usesRowid(Source source) {
    return rowid[source.id()];
  }

  public boolean uses(Source source, int column) {
    return (columns[source.id()] & 1L << Math.min(column, EXACT_COLUMNS)) != 0;
  }

  /** Whether nothing of the source's rows is asked for but how many there are. */
  public boolean usesNone(Source source) {
    return columns[source.id()] == 0 && !rowid[source.id()];
  }
}
