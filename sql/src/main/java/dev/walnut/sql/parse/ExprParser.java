// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.UnaryOperator;
import java.util.List;

/**
 * Reads expressions by precedence climbing. The strengths are in {@link Precedence}.
 *
 * <p>Three rules of SQLite's grammar go beyond a table of strengths. A prefix operator is taken
 * wherever an operand may stand, so the operand of {@code +} in {@code 1 + NOT 2 = 3} is {@code NOT
 * (2 = 3)}. Between BETWEEN and its AND, OR takes the AND for itself, which is why it cannot stand
 * there without parentheses. {@code NOT} behind an expression begins NOT IN, NOT LIKE, NOT BETWEEN
 * or NOT NULL, with the strength of those.
 */
final class ExprParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final OperandParser operands;

  ExprParser(ParseState state, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.operands = new OperandParser(state, this, selects);
  }

  OperandParser operands() {
    return operands;
  }

  /** An expression. */
  Expr parse() {
    return parse(Precedence.OR);
  }

  /** Expressions with commas between; may be empty if a closing parenthesis follows. */
  List<Expr> listUpToParenthesis() {
    if (tokens.type == TokenType.RIGHT_PAREN) {
      state.height = 0;
      state.nestedHeight = 0;
      return List.of();
    }
    return list();
  }

  /** One or more expressions with commas between; the measures are the largest of all. */
  List<Expr> list() {
    int begin = tokens.beginList();
    tokens.add(parse());
    if (tokens.type == TokenType.COMMA) {
      int height = state.height;
      int nested = state.nestedHeight;
      int symbols = state.symbols();
      state.symbols(symbols + 2);
      while (tokens.accept(TokenType.COMMA)) {
        tokens.add(parse());
        height = Math.max(height, state.height);
        nested = Math.max(nested, state.nestedHeight);
      }
      state.symbols(symbols);
      state.height = height;
      state.nestedHeight = nested;
    }
    return tokens.endList(begin);
  }

  /** An expression of operators that bind at least as strongly as {@code weakest}. */
  Expr parse(int weakest) {
    Expr left = operand();
    while (true) {
      TokenType type = tokens.type;
      int precedence = type.precedence();
      if (precedence < weakest || precedence == 0) {
        return left;
      }
      BinaryOperator operator = type.binaryOperator();
      if (operator != null) {
        tokens.advance();
        left = binary(operator, left, precedence, 2);
      } else {
        left = postfix(type, left);
      }
    }
  }

  /** The rest of a binary operator; with {@code left} before it, so many symbols wait. */
  private Expr binary(BinaryOperator operator, Expr left, int precedence, int waiting) {
    int leftHeight = state.height;
    int leftNested = state.nestedHeight;
    int symbols = state.symbols();
    state.symbols(symbols + waiting);
    Expr right = parse(precedence + 1);
    state.symbols(symbols);
    combine(leftHeight, leftNested);
    return new Expr.Binary(operator, left, right, left.start(), right.end());
  }

  /** Makes the measures of the last expression those of a node over it and an earlier one. */
  private void combine(int otherHeight, int otherNested) {
    state.nodeOver(Math.max(otherHeight, state.height));
    state.nestedHeight = Math.max(otherNested, state.nestedHeight);
  }

  private Expr postfix(TokenType type, Expr left) {
    tokens.advance();
    switch (type) {
      case ISNULL:
        return unaryBehind(UnaryOperator.IS_NULL, left);
      case NOTNULL:
        return unaryBehind(UnaryOperator.NOT_NULL, left);
      case COLLATE:
        String collation = tokens.expectAlias();
        state.nodeOver(state.height);
        return new Expr.Collate(left, collation, left.start(), tokens.previousEnd);
      case IS:
        return is(left);
      case NOT:
        return not(left);
      default:
        return negatable(type, false, left);
    }
  }

  private Expr unaryBehind(UnaryOperator operator, Expr operand) {
    state.nodeOver(state.height);
    return new Expr.Unary(operator, operand, operand.start(), tokens.previousEnd);
  }

  private Expr is(Expr left) {
    boolean negated = tokens.accept(TokenType.NOT);
    int waiting = negated ? 3 : 2;
    if (tokens.accept(TokenType.DISTINCT)) {
      tokens.expect(TokenType.FROM);
      negated = !negated;
      waiting += 2;
    }
    BinaryOperator operator = negated ? BinaryOperator.IS_NOT : BinaryOperator.IS;
    return binary(operator, left, Precedence.COMPARE, waiting);
  }

  private Expr not(Expr left) {
    TokenType type = tokens.type;
    switch (type) {
      case NULL:
        tokens.advance();
        return unaryBehind(UnaryOperator.NOT_NULL, left);
      case IN:
      case BETWEEN:
      case LIKE:
      case GLOB:
      case REGEXP:
      case MATCH:
        tokens.advance();
        return negatable(type, true, left);
      default:
        throw tokens.syntaxError();
    }
  }

  private Expr negatable(TokenType type, boolean negated, Expr left) {
    switch (type) {
      case IN:
        return in(negated, left);
      case BETWEEN:
        return between(negated, left);
      case LIKE:
        return like(Expr.LikeOperator.LIKE, negated, left);
      case GLOB:
        return like(Expr.LikeOperator.GLOB, negated, left);
      case REGEXP:
        return like(Expr.LikeOperator.REGEXP, negated, left);
      case MATCH:
        return like(Expr.LikeOperator.MATCH, negated, left);
      default:
        throw new IllegalStateException(type.name());
    }
  }

  private Expr between(boolean negated, Expr left) {
    int height = state.height;
    int nested = state.nestedHeight;
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    Expr low = parse(Precedence.NOT);
    while (tokens.type == TokenType.OR) {
      tokens.advance();
      low = binary(BinaryOperator.OR, low, Precedence.OR, 2);
    }
    height = Math.max(height, state.height);
    nested = Math.max(nested, state.nestedHeight);
    tokens.expect(TokenType.AND);
    state.symbols(symbols + 4);
    Expr high = parse(Precedence.COMPARE + 1);
    state.symbols(symbols);
    combine(height, nested);
    if (negated) {
      state.nodeOver(state.height);
    }
    return new Expr.Between(negated, left, low, high, left.start(), high.end());
  }

  private Expr like(Expr.LikeOperator operator, boolean negated, Expr left) {
    int height = state.height;
    int nested = state.nestedHeight;
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    Expr pattern = parse(Precedence.COMPARE + 1);
    height = Math.max(height, state.height);
    nested = Math.max(nested, state.nestedHeight);
    Expr escape = null;
    if (tokens.accept(TokenType.ESCAPE)) {
      state.symbols(symbols + 4);
      escape = parse(Precedence.COMPARE + 1);
    }
    state.symbols(symbols);
    combine(height, nested);
    if (negated) {
      state.nodeOver(state.height);
    }
    int end = escape == null ? pattern.end() : escape.end();
    return new Expr.Like(operator, negated, left, pattern, escape, left.start(), end);
  }

  private Expr in(boolean negated, Expr left) {
    int height = state.height;
    int nested = state.nestedHeight;
    Expr result;
    if (tokens.accept(TokenType.LEFT_PAREN)) {
      int symbols = state.symbols();
      state.symbols(symbols + 3);
      if (SelectParser.startsSelect(tokens.type)) {
        Select select = operands.subselect();
        result = new Expr.InSelect(negated, left, select, left.start(), tokens.previousEnd);
      } else {
        int variableOperands = state.variableOperands;
        List<Expr> items = listUpToParenthesis();
        if (items.size() == 1 && state.variableOperands == variableOperands) {
          // SQLite makes it a comparison with one more node.
          state.nodeOver(state.height);
        }
        tokens.expect(TokenType.RIGHT_PAREN);
        result = new Expr.InList(negated, left, items, left.start(), tokens.previousEnd);
      }
      state.symbols(symbols);
    } else {
      result = inTable(negated, left);
    }
    combine(height, nested);
    if (negated) {
      state.nodeOver(state.height);
    }
    return result;
  }

  private Expr inTable(boolean negated, Expr left) {
    QualifiedName table = qualifiedName();
    List<Expr> arguments = null;
    state.height = 0;
    state.nestedHeight = 0;
    if (tokens.accept(TokenType.LEFT_PAREN)) {
      int symbols = state.symbols();
      state.symbols(symbols + 5);
      arguments = listUpToParenthesis();
      state.symbols(symbols);
      tokens.expect(TokenType.RIGHT_PAREN);
    }
    return new Expr.InTable(negated, left, table, arguments, left.start(), tokens.previousEnd);
  }

  /** {@code name} or {@code schema.name}. */
  QualifiedName qualifiedName() {
    String name = tokens.expectName();
    if (tokens.accept(TokenType.DOT)) {
      return new QualifiedName(name, tokens.expectName());
    }
    return new QualifiedName(null, name);
  }

  /** An operand with its prefix operators. */
  private Expr operand() {
    switch (tokens.type) {
      case NOT:
        return prefix(UnaryOperator.NOT);
      case MINUS:
        return minus();
      case PLUS:
        return prefix(UnaryOperator.PLUS);
      case TILDE:
        return prefix(UnaryOperator.BIT_NOT);
      default:
        return operands.parse();
    }
  }

  private Expr prefix(UnaryOperator operator) {
    int start = tokens.start;
    tokens.advance();
    int symbols = state.symbols();
    state.symbols(symbols + 1);
    Expr operand = operator == UnaryOperator.NOT ? parse(Precedence.COMPARE) : operand();
    state.symbols(symbols);
    state.nodeOver(state.height);
    return new Expr.Unary(operator, operand, start, operand.end());
  }

  /** A minus sign directly before a number is part of the number, as it is for SQLite's values. */
  private Expr minus() {
    int start = tokens.start;
    tokens.advance();
    if (tokens.type == TokenType.INTEGER || tokens.type == TokenType.FLOAT) {
      state.checkRoomFor(2);
      Expr number = Literals.number(state, true, start);
      state.nestedHeight = 0;
      state.nodeOver(1);
      return number;
    }
    int symbols = state.symbols();
    state.symbols(symbols + 1);
    Expr operand = operand();
    state.symbols(symbols);
    state.nodeOver(state.height);
    if (Literals.isSmallestIntegerWithoutSign(tokens.sql(), operand)) {
      return new Expr.IntegerLiteral(Long.MIN_VALUE, start, operand.end());
    }
    return new Expr.Unary(UnaryOperator.MINUS, operand, start, operand.end());
  }
}
