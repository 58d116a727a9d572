// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/** Operators with one operand. */
public enum UnaryOperator {
  MINUS("-"),
  PLUS("+"),
  BIT_NOT("~"),
  NOT("NOT"),
  IS_NULL("ISNULL"),
  NOT_NULL("NOTNULL");

  private final String symbol;

  UnaryOperator(String symbol) {
    this.symbol = symbol;
  }

  /** How it is written; {@link #IS_NULL} and {@link #NOT_NULL} stand after their operand. */
  public String symbol() {
    return symbol;
  }
}
