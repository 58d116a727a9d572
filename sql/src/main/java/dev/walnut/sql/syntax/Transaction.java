// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * BEGIN, COMMIT, ROLLBACK, SAVEPOINT and RELEASE.
 *
 * @param savepoint the name for {@link Action#SAVEPOINT}, {@link Action#RELEASE} and {@link
 *     Action#ROLLBACK_TO}; else null
 */
public record Transaction(Action action, String savepoint, int start, int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.TRANSACTION;
  }

  /** What is done to the transaction; END is COMMIT, BEGIN alone is BEGIN_DEFERRED. */
  public enum Action {
    BEGIN_DEFERRED,
    BEGIN_IMMEDIATE,
    BEGIN_EXCLUSIVE,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    RELEASE,
    ROLLBACK_TO
  }
}
