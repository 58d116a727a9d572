// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * The part of a foreign key from REFERENCES on.
 *
 * @param table the parent
 * @param columns of the parent; empty if absent: its primary key
 */
public record ForeignKey(
    String table,
    List<String> columns,
    Action onDelete,
    Action onUpdate,
    boolean initiallyDeferred) {

  /** What happens to child rows. */
  public enum Action {
    NO_ACTION,
    RESTRICT,
    SET_NULL,
    SET_DEFAULT,
    CASCADE
  }
}
