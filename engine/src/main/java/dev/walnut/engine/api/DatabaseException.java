// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.api;

import java.util.Objects;

/**
 * The one unchecked exception family of the engine and SQL layers; carries SQLite's result code.
 *
 * <p>The message is what SQLite's {@code sqlite3_errmsg} would say (without any driver prefix), so
 * that the driver can pass it on unchanged. {@code driver.convert} alone maps it to {@code
 * java.sql.SQLException}.
 */
public class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ResultCode resultCode;

  /** An error with the code's own text as message. */
  public DatabaseException(ResultCode resultCode) {
    this(resultCode, resultCode.text());
  }

  /** An error with a message of its own. */
  public DatabaseException(ResultCode resultCode, String message) {
    this(resultCode, message, null);
  }

  /** An error with a message and the failure that caused it. */
  public DatabaseException(ResultCode resultCode, String message, Throwable cause) {
    super(Objects.requireNonNull(message, "message"), cause);
    this.resultCode = Objects.requireNonNull(resultCode, "resultCode");
  }

  /** The extended result code. */
  public final ResultCode resultCode() {
    return resultCode;
  }
}
