// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.value.Value;

/**
 * A place that shows one row after another: the old row, the new one, a row met by an index
 * builder. Expressions are compiled against the place once.
 */
public final class RowSlot extends RowSource {
  private RowSource current;

  /** Shows another row. */
  public void show(RowSource row) {
    current = row;
  }

  @Override
  public void read(int columnIndex, Value out) {
    current.read(columnIndex, out);
  }

  @Override
  public int typeOf(int columnIndex, Value scratch) {
    return current.typeOf(columnIndex, scratch);
  }
}
