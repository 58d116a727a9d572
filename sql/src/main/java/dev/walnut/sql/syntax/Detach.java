// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/** {@code DETACH schema}. A bare name is a string, as in SQLite. */
public record Detach(Expr schema, int start, int end) implements Statement {
  @Override
  public Kind kind() {
    return Kind.DETACH;
  }
}
