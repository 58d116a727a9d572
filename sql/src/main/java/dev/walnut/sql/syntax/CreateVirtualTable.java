// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * CREATE VIRTUAL TABLE. {@code CREATE VIRTUAL TABLE } followed by the text from {@code nameStart}
 * to {@code textEnd} is what sqlite_schema stores.
 *
 * @param module the name behind USING
 * @param arguments texts between the commas, trimmed; empty if absent
 */
public record CreateVirtualTable(
    boolean ifNotExists,
    QualifiedName name,
    String module,
    List<String> arguments,
    int nameStart,
    int textEnd,
    int start,
    int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.CREATE_VIRTUAL_TABLE;
  }
}
