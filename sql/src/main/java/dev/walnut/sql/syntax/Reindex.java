// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * REINDEX.
 *
 * @param name a collation, table or index; null: everything
 */
public record Reindex(QualifiedName name, int start, int end) implements Statement {
  @Override
  public Kind kind() {
    return Kind.REINDEX;
  }
}
