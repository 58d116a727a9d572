// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * What happens to a row that breaks a constraint; absent (null) means ABORT or the constraint's
 * own.
 */
public enum ConflictResolution {
  ROLLBACK,
  ABORT,
  FAIL,
  IGNORE,
  REPLACE
}
