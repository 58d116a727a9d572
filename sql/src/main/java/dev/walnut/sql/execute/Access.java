// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** A way of going over the rows of one source: a scan, a seek, a probe. */
public abstract class Access {
  /** Starts from the beginning, with the current values of what it seeks. */
  abstract void open();

  /** Moves the source's row to the next one; false at the end. */
  abstract boolean next();

  /** Makes the source's columns read as NULL, or undoes that. */
  abstract void setNullRow(boolean nullRow);
}
