// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * A table, index, view, trigger or table function by name.
 *
 * @param schema null if absent
 * @param name without quotes
 */
public record QualifiedName(String schema, String name) {
  @Override
  public String toString() {
    return schema == null ? name : schema + "." + name;
  }
}
