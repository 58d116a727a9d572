// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * A compiled statement, ready to be executed any number of times by the {@link SessionStatement}
 * that owns it.
 *
 * <p>Life of an execution: {@link #start}, {@link #next} until false, {@link #finish}. {@code
 * finish} is called exactly once after each {@code start}, also when {@code start} or {@code next}
 * threw.
 */
public abstract class Program {
  /** The database that the statement changes; null if it only reads. */
  public AttachedDatabase writeTarget() {
    return null;
  }

  /**
   * Whether the statement may fail after it has changed something, so that a savepoint of its own
   * is needed inside a transaction.
   */
  public boolean needsStatementSavepoint() {
    return true;
  }

  /** Columns of the rows; empty if there are none. */
  public List<ColumnInfo> columns() {
    return List.of();
  }

  /**
   * Begins an execution. Transactions on the databases that the statement reads are open, and their
   * schemas are those it was compiled with. A change is carried out here, to its end.
   */
  public abstract void start();

  /** Moves to the next row; false at the end. */
  public boolean next() {
    return false;
  }

  /** Reads a column of the current row. */
  public void read(int columnIndex, Value out) {
    throw new IllegalStateException("no row");
  }

  /** Frees what the execution holds. Must not throw for a second call. */
  public void finish() {}

  /** The statement is closed or compiled anew: what was kept between executions is freed. */
  public void close() {}

  /** Rows changed by the last execution. */
  public long changeCount() {
    return 0;
  }
}
