// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * {@code ATTACH file AS schema}. A bare name in either place is a string, as in SQLite.
 *
 * @param key null if absent
 */
public record Attach(Expr file, Expr schema, Expr key, int start, int end) implements Statement {
  @Override
  public Kind kind() {
    return Kind.ATTACH;
  }
}
