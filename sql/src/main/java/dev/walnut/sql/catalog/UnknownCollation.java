// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.value.Collation;

/** A collation that a stored definition names and this connection does not have. */
public record UnknownCollation(String name) implements Collation {
  /** The error that SQLite gives for a collation it does not know. */
  public static DatabaseException noSuchCollation(String name) {
    return new DatabaseException(
        ResultCode.ERROR_MISSING_COLLSEQ, "no such collation sequence: " + name);
  }

  @Override
  public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    throw noSuchCollation(name);
  }
}
