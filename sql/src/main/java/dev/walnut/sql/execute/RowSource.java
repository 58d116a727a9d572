// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/**
 * Something that stands on a row and gives its columns: a table or index cursor, a materialised
 * subquery, the new row of an INSERT. A row is a position, not an object; columns are decoded when
 * asked for.
 *
 * <p>One per place in a statement instance; confined to the statement's thread.
 */
public abstract class RowSource {
  /** Column index that stands for the rowid. */
  public static final int ROWID = -1;

  /**
   * Reads a column of the current row.
   *
   * @param columnIndex from 0, in the order of the table's or subquery's columns; {@link #ROWID}
   * @param out receives the value; its bytes are borrowed until the source moves
   */
  public abstract void read(int columnIndex, Value out);

  /** The storage class of a column without reading its content where that is cheaper. */
  public int typeOf(int columnIndex, Value scratch) {
    read(columnIndex, scratch);
    return scratch.type();
  }
}
