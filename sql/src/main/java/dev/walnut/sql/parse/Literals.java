// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.UnaryOperator;

/** Turns the current token, a literal, into an expression; the token is used. */
final class Literals {
  private Literals() {}

  static Expr string(TokenStream tokens) {
    int start = tokens.start;
    int end = tokens.end;
    Expr literal = new Expr.StringLiteral(tokens.name(), start, end);
    tokens.advance();
    return literal;
  }

  static Expr blob(TokenStream tokens) {
    String sql = tokens.sql();
    int start = tokens.start;
    int end = tokens.end;
    byte[] bytes = new byte[(end - start - 3) / 2];
    for (int i = 0; i < bytes.length; i++) {
      int high = Character.digit(sql.charAt(start + 2 + 2 * i), 16);
      int low = Character.digit(sql.charAt(start + 3 + 2 * i), 16);
      bytes[i] = (byte) (high << 4 | low);
    }
    tokens.advance();
    return new Expr.BlobLiteral(bytes, start, end);
  }

  /**
   * An INTEGER or FLOAT token.
   *
   * @param negative a minus sign stands before it, to be applied here; {@code start} is its offset
   */
  static Expr number(ParseState state, boolean negative, int start) {
    TokenStream tokens = state.tokens;
    String sql = tokens.sql();
    int first = tokens.start;
    int end = tokens.end;
    boolean separators = tokens.hasSeparators();
    TokenType type = tokens.type;
    tokens.advance();
    if (separators) {
      tokens.checkSeparators(first, end);
    }
    if (type == TokenType.FLOAT) {
      return real(sql, first, end, separators, negative, start);
    }
    if (end - first > 2 && (sql.charAt(first + 1) | 0x20) == 'x') {
      return hexadecimal(state, sql, first, end, negative, start);
    }
    long value = 0;
    for (int i = first; i < end; i++) {
      char c = sql.charAt(i);
      if (c == '_') {
        continue;
      }
      int digit = c - '0';
      // Computed below zero, where one more value fits.
      if (value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
        return real(sql, first, end, separators, negative, start);
      }
      value = value * 10 - digit;
    }
    if (negative) {
      return new Expr.IntegerLiteral(value, start, end);
    }
    if (value == Long.MIN_VALUE) {
      return real(sql, first, end, separators, false, start);
    }
    return new Expr.IntegerLiteral(-value, start, end);
  }

  /**
   * Whether an operand of minus is the integer whose negative alone fits 64 bits; parentheses and
   * plus signs may stand between.
   */
  static boolean isSmallestIntegerWithoutSign(String sql, Expr operand) {
    Expr expr = operand;
    while (expr.kind() == Expr.Kind.UNARY && ((Expr.Unary) expr).operator() == UnaryOperator.PLUS) {
      expr = ((Expr.Unary) expr).operand();
    }
    if (expr.kind() != Expr.Kind.REAL || ((Expr.RealLiteral) expr).value() != 0x1p63) {
      return false;
    }
    String digits = sql.substring(expr.start(), expr.end()).replace("_", "");
    return digits.endsWith("9223372036854775808")
        && digits.chars().limit(digits.length() - 19).allMatch(c -> c == '0');
  }

  private static Expr real(
      String sql, int first, int end, boolean separators, boolean negative, int start) {
    String text = sql.substring(first, end);
    double value = Double.parseDouble(separators ? text.replace("_", "") : text);
    return new Expr.RealLiteral(negative ? -value : value, start, end);
  }

  private static Expr hexadecimal(
      ParseState state, String sql, int first, int end, boolean negative, int start) {
    long value = 0;
    boolean fits = true;
    for (int i = first + 2; i < end; i++) {
      char c = sql.charAt(i);
      if (c != '_') {
        fits &= (value >>> 60) == 0;
        value = value << 4 | Character.digit(c, 16);
      }
    }
    if (!fits || (negative && value == Long.MIN_VALUE)) {
      state.defer("hex literal too big: " + (negative ? "-" : "") + sql.substring(first, end));
    }
    return new Expr.IntegerLiteral(negative ? -value : value, start, end);
  }
}
