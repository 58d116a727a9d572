// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** A row source that can be made to read as NULLs. */
final class NullableRow extends RowSource {
  private final RowSource source;
  private boolean nullRow;

  NullableRow(RowSource source) {
    this.source = source;
  }

  void setNullRow(boolean isNullRow) {
    nullRow = isNullRow;
  }

  @Override
  public void read(int columnIndex, Value out) {
    if (nullRow) {
      out.setNull();
    } else {
      source.read(columnIndex, out);
    }
  }
}
