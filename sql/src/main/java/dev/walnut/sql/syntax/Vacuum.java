// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * VACUUM.
 *
 * @param schema null if absent
 * @param into null if absent
 */
public record Vacuum(String schema, Expr into, int start, int end) implements Statement {
  @Override
  public Kind kind() {
    return Kind.VACUUM;
  }
}
