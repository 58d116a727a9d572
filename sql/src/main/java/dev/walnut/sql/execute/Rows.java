// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/**
 * A stream of rows that stands on one row at a time. Opened any number of times; opening starts it
 * from the beginning. Cursors are freed by the statement, not by the stream.
 */
public abstract class Rows extends RowSource {
  /** Starts from the beginning, with the current values of parameters and outer rows. */
  public abstract void open();

  /** Goes to the next row; false at the end. */
  public abstract boolean next();
}
