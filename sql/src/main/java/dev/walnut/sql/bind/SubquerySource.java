// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;

/** A SELECT in FROM: a subquery, view, common table or parenthesised join that stays a unit. */
public final class SubquerySource extends Source {
  private final BoundSelect select;
  private final String name;
  private final boolean materialized;
  private final Collation binary;

  SubquerySource(int id, BoundSelect select, String name, boolean materialized, Collation binary) {
    super(id);
    this.select = select;
    this.name = name;
    this.materialized = materialized;
    this.binary = binary;
    select.addUse();
  }

  public BoundSelect select() {
    return select;
  }

  /** Alias or name; null if it has none. */
  public String name() {
    return name;
  }

  /** Whether AS MATERIALIZED was given. */
  public boolean isMaterialized() {
    return materialized;
  }

  @Override
  public int columnCount() {
    return select.columnCount();
  }

  @Override
  public Affinity affinityOf(int column) {
    return select.affinity(column);
  }

  /** A column has one in any case, also over an expression without. */
  @Override
  public Collation collationOf(int column) {
    Collation collation = select.collation(column);
    return collation == null ? binary : collation;
  }

  @Override
  public ColumnInfo describe(int column, String resultName) {
    ColumnInfo c = select.columns().get(column);
    return new ColumnInfo(
        resultName,
        c.declaredType(),
        c.databaseName(),
        c.tableName(),
        c.originName(),
        c.notNull(),
        c.primaryKey(),
        c.autoIncrement());
  }
}
