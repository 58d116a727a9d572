// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

/** Binding strengths of SQLite's operators, from the weakest; all binary ones associate left. */
final class Precedence {
  static final int OR = 1;
  static final int AND = 2;

  /** The prefix NOT: its operand is everything that binds tighter than AND. */
  static final int NOT = 3;

  /** {@code = == != <> IS IN LIKE GLOB REGEXP MATCH BETWEEN ISNULL NOTNULL}. */
  static final int COMPARE = 4;

  /** {@code < <= > >=}. */
  static final int ORDER = 5;

  /** {@code & | << >>}. */
  static final int BIT = 6;

  static final int ADD = 7;
  static final int MULTIPLY = 8;

  /** {@code || -> ->>}. */
  static final int CONCAT = 9;

  /** Weaker than the prefix operators {@code - + ~}, which take a bare operand. */
  static final int COLLATE = 10;

  private Precedence() {}
}
