// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.syntax.ConflictResolution;

/** A constraint that does not hold, and what its conflict clause says about the statement. */
public final class ConstraintException extends DatabaseException {
  private static final long serialVersionUID = 1L;

  private final ConflictResolution resolution;

  /**
   * @param resolution ABORT, FAIL or ROLLBACK
   */
  public ConstraintException(ResultCode resultCode, String message, ConflictResolution resolution) {
    super(resultCode, message);
    this.resolution = resolution;
  }

  /** ABORT, FAIL or ROLLBACK. */
  public ConflictResolution resolution() {
    return resolution;
  }
}
