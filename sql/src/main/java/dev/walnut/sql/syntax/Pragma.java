// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * PRAGMA; what it means is decided by its name.
 *
 * @param schema null if absent
 * @param value what stands behind {@code =} or in parentheses: a name or string without quotes, or
 *     a number with its minus sign, as text; null if absent
 */
public record Pragma(String schema, String name, String value, int start, int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.PRAGMA;
  }
}
