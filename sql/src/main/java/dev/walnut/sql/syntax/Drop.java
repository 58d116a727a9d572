// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/** DROP TABLE, INDEX, VIEW or TRIGGER. */
public record Drop(What what, boolean ifExists, QualifiedName name, int start, int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.DROP;
  }

  /** What is dropped. */
  public enum What {
    TABLE,
    INDEX,
    VIEW,
    TRIGGER
  }
}
