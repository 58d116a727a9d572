// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

/** Conversion preference of a column or expression. Source: SQLite's "Datatypes In SQLite". */
public enum Affinity {
  /** No affinity at all: an expression that is no column and no cast. */
  NONE,
  BLOB,
  TEXT,
  NUMERIC,
  INTEGER,
  REAL;

  public boolean isNumeric() {
    return ordinal() >= NUMERIC.ordinal();
  }

  /** The affinity that a declared type gives; null or empty text gives BLOB. */
  public static Affinity ofDeclaredType(String declaredType) {
    if (declaredType == null || declaredType.isEmpty()) {
      return BLOB;
    }
    String upper = declaredType.toUpperCase(java.util.Locale.ROOT);
    if (upper.contains("INT")) {
      return INTEGER;
    }
    if (upper.contains("CHAR") || upper.contains("CLOB") || upper.contains("TEXT")) {
      return TEXT;
    }
    if (upper.contains("BLOB")) {
      return BLOB;
    }
    if (upper.contains("REAL") || upper.contains("FLOA") || upper.contains("DOUB")) {
      return REAL;
    }
    return NUMERIC;
  }

  /** The affinity that a CAST's type name means; an empty one means NUMERIC. */
  public static Affinity ofCast(String typeName) {
    return typeName.isEmpty() ? NUMERIC : ofDeclaredType(typeName);
  }
}
