// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/** One constraint or property of a column. */
public sealed interface ColumnConstraint {
  /** Which record a constraint is. */
  enum Kind {
    PRIMARY_KEY,
    NOT_NULL,
    NULL,
    UNIQUE,
    CHECK,
    DEFAULT,
    COLLATE,
    REFERENCES,
    GENERATED
  }

  /** The kind. */
  Kind kind();

  /** The name given with CONSTRAINT; null if absent. */
  String name();

  /** {@code PRIMARY KEY}; conflict may be null. */
  record PrimaryKey(
      String name, boolean descending, ConflictResolution conflict, boolean autoincrement)
      implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.PRIMARY_KEY;
    }
  }

  /** {@code NOT NULL}; conflict may be null. */
  record NotNull(String name, ConflictResolution conflict) implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.NOT_NULL;
    }
  }

  /** {@code NULL}: allowed, means nothing. */
  record Nullable(String name) implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.NULL;
    }
  }

  /** {@code UNIQUE}; conflict may be null. */
  record Unique(String name, ConflictResolution conflict) implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.UNIQUE;
    }
  }

  /** {@code CHECK (expr)}; {@code text} is what an error message quotes without a name. */
  record Check(String name, Expr expr, String text) implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.CHECK;
    }
  }

  /**
   * {@code DEFAULT value}.
   *
   * @param expr a bare identifier is a string literal here
   * @param text what PRAGMA table_info shows
   */
  record Default(String name, Expr expr, String text) implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.DEFAULT;
    }
  }

  /** {@code COLLATE collation}. */
  record Collate(String name, String collation) implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.COLLATE;
    }
  }

  /** {@code REFERENCES ...}. */
  record References(String name, ForeignKey key) implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.REFERENCES;
    }
  }

  /** {@code [GENERATED ALWAYS] AS (expr) [VIRTUAL|STORED]}. */
  record Generated(String name, Expr expr, boolean stored) implements ColumnConstraint {
    @Override
    public Kind kind() {
      return Kind.GENERATED;
    }
  }
}
