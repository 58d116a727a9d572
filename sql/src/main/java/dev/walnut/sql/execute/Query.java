// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * A SELECT made executable for one statement instance. Opened, stepped and closed any number of
 * times; parameters are read when it is opened or stepped.
 *
 * <p>The caller opens the transactions and cancels; the query opens its cursors in {@link #open}
 * and frees them in {@link #close}.
 */
public abstract class Query {
  public abstract List<ColumnInfo> columns();

  /** Starts from the beginning; implies {@link #close} of an earlier run. */
  public abstract void open();

  /** Moves to the next row; false at the end. Errors leave the query to be closed by the caller. */
  public abstract boolean next();

  /**
   * Reads a column of the current row. Computed columns have been evaluated by {@link #next}, so
   * that their errors come from there; plain columns are decoded now.
   */
  public abstract void read(int columnIndex, Value out);

  /** Frees cursors, buffers and temp files. Idempotent. */
  public abstract void close();
}
