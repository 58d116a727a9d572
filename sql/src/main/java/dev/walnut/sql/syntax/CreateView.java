// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * CREATE VIEW. {@code CREATE VIEW } followed by the text from {@code nameStart} to {@code textEnd}
 * is what sqlite_schema stores.
 *
 * @param columns empty if absent
 */
public record CreateView(
    boolean temporary,
    boolean ifNotExists,
    QualifiedName name,
    List<String> columns,
    Select select,
    int nameStart,
    int textEnd,
    int start,
    int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.CREATE_VIEW;
  }
}
