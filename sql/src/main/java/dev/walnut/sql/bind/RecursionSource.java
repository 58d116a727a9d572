// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.List;

/** The recursive reference inside a common table: the one row that is being expanded. */
public final class RecursionSource extends Source {
  private final String name;
  private final List<Bound> columns;
  private final Collation binary;

  RecursionSource(int id, String name, List<Bound> columns, Collation binary) {
    super(id);
    this.name = name;
    this.columns = columns;
    this.binary = binary;
  }

  /** Name of the common table. */
  public String name() {
    return name;
  }

  @Override
  public int columnCount() {
    return columns.size();
  }

  @Override
  public Affinity affinityOf(int column) {
    return columns.get(column).affinity();
  }

  @Override
  public Collation collationOf(int column) {
    Collation collation = columns.get(column).collation();
    return collation == null ? binary : collation;
  }
}
