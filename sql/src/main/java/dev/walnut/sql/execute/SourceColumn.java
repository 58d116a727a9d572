// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** A column of any row source. */
final class SourceColumn extends Scalar {
  private final RowSource source;
  private final int column;

  SourceColumn(RowSource source, int column) {
    this.source = source;
    this.column = column;
  }

  @Override
  public void evaluate(Value out) {
    source.read(column, out);
  }
}
