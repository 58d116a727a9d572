// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * One result column of SELECT or RETURNING: {@code *}, {@code table.*} or an expression.
 *
 * @param expr null for {@code *} and {@code table.*}
 * @param alias null if absent
 * @param table the table of {@code table.*}, else null
 * @param text the source text of the expression, which names the column if nothing else does; like
 *     SQLite's it goes up to the next token, comments included; null for stars and with an alias
 */
public record ResultColumn(Expr expr, String alias, String table, String text) {
  /** Whether this is {@code *} or {@code table.*}. */
  public boolean isStar() {
    return expr == null;
  }
}
