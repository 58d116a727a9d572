// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.api;

/**
 * A file breaks a rule of its format: which page, and which rule. SQLite's code is {@link
 * ResultCode#CORRUPT}; SQLite's text is the message, the detail is in {@link #detail()}.
 */
public final class CorruptDatabaseException extends DatabaseException {
  private static final long serialVersionUID = 1L;

  private final String detail;

  /**
   * @param pageNumber the page at fault, from 1; 0 if no page can be named
   * @param rule the broken rule, for people
   */
  public CorruptDatabaseException(int pageNumber, String rule) {
    super(ResultCode.CORRUPT, ResultCode.CORRUPT.text());
    this.detail =
        pageNumber == 0 ? rule : "page " + Integer.toUnsignedString(pageNumber) + ": " + rule;
  }

  /** Page and broken rule, for a log; not part of SQLite's message. */
  public String detail() {
    return detail;
  }
}
