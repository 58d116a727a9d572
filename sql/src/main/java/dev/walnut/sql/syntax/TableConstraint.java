// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/** A constraint of CREATE TABLE that stands by itself. */
public sealed interface TableConstraint {
  /** Which record a constraint is. */
  enum Kind {
    PRIMARY_KEY,
    UNIQUE,
    CHECK,
    FOREIGN_KEY
  }

  /** The kind. */
  Kind kind();

  /** The name given with CONSTRAINT; null if absent. */
  String name();

  /** {@code PRIMARY KEY (columns)}; conflict may be null. */
  record PrimaryKey(
      String name, List<OrderingTerm> columns, boolean autoincrement, ConflictResolution conflict)
      implements TableConstraint {
    @Override
    public Kind kind() {
      return Kind.PRIMARY_KEY;
    }
  }

  /** {@code UNIQUE (columns)}; conflict may be null. */
  record Unique(String name, List<OrderingTerm> columns, ConflictResolution conflict)
      implements TableConstraint {
    @Override
    public Kind kind() {
      return Kind.UNIQUE;
    }
  }

  /** {@code CHECK (expr)}; conflict is read and means nothing; it may be null. */
  record Check(String name, Expr expr, String text, ConflictResolution conflict)
      implements TableConstraint {
    @Override
    public Kind kind() {
      return Kind.CHECK;
    }
  }

  /** {@code FOREIGN KEY (columns) REFERENCES ...}. */
  record References(String name, List<String> columns, ForeignKey key) implements TableConstraint {
    @Override
    public Kind kind() {
      return Kind.FOREIGN_KEY;
    }
  }
}
