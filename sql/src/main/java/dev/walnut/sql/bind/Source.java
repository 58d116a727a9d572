// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;

/**
 * A thing whose current row columns are read from: a table or subquery in FROM, the groups of an
 * aggregate query, a row from outside. Its {@link #id} is its place in the executable statement's
 * array of row sources.
 */
public abstract class Source {
  private final int id;

  Source(int id) {
    this.id = id;
  }

  /** Unique within the statement, counted from 0. */
  public final int id() {
    return id;
  }

  public abstract int columnCount();

  public abstract Affinity affinityOf(int column);

  /** The collation of a column; null if it has none. */
  public abstract Collation collationOf(int column);

  /** Whether a column stands for an expression with a COLLATE operator. */
  public boolean hasExplicitCollation(int column) {
    return false;
  }

  /** What is known of a column under the name that a result gives it. */
  public ColumnInfo describe(int column, String name) {
    return ColumnInfo.ofExpression(name);
  }

  /** The table whose rows these are; null if they are no table's rows. */
  public Table table() {
    return null;
  }
}
