// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Statement;

/**
 * What {@link SqlParser#parse} found.
 *
 * @param sql the whole text that was given; all offsets count in it
 * @param statement null if there is nothing but space, comments and semicolons
 * @param parameters of the statement
 * @param tailOffset where the text behind the statement and its semicolon begins
 */
public record ParsedStatement(
    String sql, Statement statement, Parameters parameters, int tailOffset) {
  /** The text of the statement, from its first to its last token. */
  public String text() {
    return statement == null ? "" : sql.substring(statement.start(), statement.end());
  }
}
