// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.execute.change.ConstraintException;

/** How much is undone when a change fails. */
enum FailureScope {
  /** What the statement did before it failed stays. */
  NOTHING,
  /** The statement. */
  STATEMENT,
  /** The whole transaction. */
  TRANSACTION;

  /**
   * @param undoable whether the statement has a savepoint of its own
   */
  static FailureScope of(Throwable failure, boolean undoable) {
    if (failure instanceof ConstraintException violation) {
      switch (violation.resolution()) {
        case FAIL:
          return NOTHING;
        case ROLLBACK:
          return TRANSACTION;
        default:
          return STATEMENT;
      }
    }
    if (failure instanceof DatabaseException e) {
      ResultCode code = e.resultCode();
      if (code.is(ResultCode.IOERR) || code.is(ResultCode.INTERRUPT)) {
        return TRANSACTION;
      }
      if (code.is(ResultCode.FULL) || code.is(ResultCode.NOMEM)) {
        return undoable ? STATEMENT : TRANSACTION;
      }
    }
    return STATEMENT;
  }
}
