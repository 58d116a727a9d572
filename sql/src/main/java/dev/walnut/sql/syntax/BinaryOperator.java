// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/** Operators with two operands. */
public enum BinaryOperator {
  OR("OR"),
  AND("AND"),
  EQUAL("="),
  NOT_EQUAL("!="),
  IS("IS"),
  IS_NOT("IS NOT"),
  LESS("<"),
  LESS_EQUAL("<="),
  GREATER(">"),
  GREATER_EQUAL(">="),
  BIT_AND("&"),
  BIT_OR("|"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/"),
  REMAINDER("%"),
  CONCAT("||"),
  /** {@code ->}: the function of that name, whose result is JSON. */
  EXTRACT("->"),
  /** {@code ->>}: the function of that name, whose result is an SQL value. */
  EXTRACT_VALUE("->>");

  private final String symbol;

  BinaryOperator(String symbol) {
    this.symbol = symbol;
  }

  /** How it is written. */
  public String symbol() {
    return symbol;
  }

  /** Whether this compares: {@code = != < <= > >= IS IS NOT}. */
  public boolean isComparison() {
    return ordinal() >= EQUAL.ordinal() && ordinal() <= GREATER_EQUAL.ordinal();
  }
}
