// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.options;

/** How {@code java.sql.Date}, {@code Time} and {@code Timestamp} parameters are stored. */
public enum DateClass {
  /** Milliseconds or seconds since 1970 UTC, by {@link ConnectionSettings#dateUnitMillis}. */
  INTEGER,
  /** Text in the connection's date format. */
  TEXT,
  /** Julian day number. */
  REAL
}
