// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import dev.walnut.engine.api.ResultCode;

/**
 * What every {@code SQLException} that stands for an error of the database knows beyond JDBC.
 * {@code getErrorCode()} is SQLite's primary code, as applications written for SQLite expect.
 */
public interface ExtendedErrorCode {
  /** SQLite's result code with its detail, for example {@link ResultCode#CONSTRAINT_UNIQUE}. */
  ResultCode getResultCode();

  /** SQLite's extended result code as a number, for example 2067. */
  default int getExtendedCode() {
    return getResultCode().code();
  }
}
