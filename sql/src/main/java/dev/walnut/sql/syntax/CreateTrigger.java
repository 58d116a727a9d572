// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * CREATE TRIGGER. {@code CREATE TRIGGER } followed by the text from {@code nameStart} to {@code
 * textEnd} is what sqlite_schema stores.
 *
 * @param updateColumns columns of UPDATE OF; empty if absent
 * @param when null if absent
 * @param body at least one INSERT, UPDATE, DELETE or SELECT
 */
public record CreateTrigger(
    boolean temporary,
    boolean ifNotExists,
    QualifiedName name,
    Time time,
    Event event,
    List<String> updateColumns,
    QualifiedName table,
    Expr when,
    List<Statement> body,
    int nameStart,
    int textEnd,
    int start,
    int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.CREATE_TRIGGER;
  }

  /** When a trigger fires; BEFORE if not given. */
  public enum Time {
    BEFORE,
    AFTER,
    INSTEAD_OF
  }

  /** What fires a trigger. */
  public enum Event {
    INSERT,
    UPDATE,
    DELETE
  }
}
