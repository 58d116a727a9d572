// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/** EXPLAIN or EXPLAIN QUERY PLAN of another statement, which is never an EXPLAIN itself. */
public record Explain(boolean queryPlan, Statement statement, int start, int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.EXPLAIN;
  }
}
