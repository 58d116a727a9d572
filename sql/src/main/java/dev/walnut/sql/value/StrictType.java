// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.util.Locale;

/** The column types that a STRICT table allows, and the check of a value against them. */
public enum StrictType {
  INT,
  INTEGER,
  REAL,
  TEXT,
  BLOB,
  ANY;

  /** The type of that name, in any case of letters; null if a STRICT table does not allow it. */
  public static StrictType ofDeclaredType(String declaredType) {
    if (declaredType == null) {
      return null;
    }
    String upper = declaredType.toUpperCase(Locale.ROOT);
    for (StrictType type : values()) {
      if (type.name().equals(upper)) {
        return type;
      }
    }
    return null;
  }

  /** The affinity of such a column; ANY keeps values as they are. */
  public Affinity affinity() {
    switch (this) {
      case INT:
      case INTEGER:
        return Affinity.INTEGER;
      case REAL:
        return Affinity.REAL;
      case TEXT:
        return Affinity.TEXT;
      default:
        return Affinity.BLOB;
    }
  }

  /** Whether a value, after {@link Affinities#applyForStorage}, may be stored; NULL always may. */
  public boolean accepts(Value value) {
    switch (value.type()) {
      case Value.NULL:
        return true;
      case Value.INTEGER:
        return this == INT || this == INTEGER || this == ANY;
      case Value.REAL:
        return this == REAL || this == ANY;
      case Value.TEXT:
        return this == TEXT || this == ANY;
      default:
        return this == BLOB || this == ANY;
    }
  }

  /** The error for a value that {@link #accepts} refuses. */
  public DatabaseException mismatch(Value value, String table, String column) {
    return new DatabaseException(
        ResultCode.CONSTRAINT_DATATYPE,
        "cannot store "
            + typeName(value)
            + " value in "
            + name()
            + " column "
            + table
            + "."
            + column);
  }

  private static String typeName(Value value) {
    switch (value.type()) {
      case Value.NULL:
        return "NULL";
      case Value.INTEGER:
        return "INT";
      case Value.REAL:
        return "REAL";
      case Value.TEXT:
        return "TEXT";
      default:
        return "BLOB";
    }
  }
}
