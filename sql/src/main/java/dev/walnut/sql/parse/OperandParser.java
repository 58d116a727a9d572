// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.Over;
import dev.walnut.sql.syntax.Select;
import java.util.List;

/**
 * Reads operands: literals, names, calls, CASE, CAST, subqueries and what stands in parentheses.
 *
 * <p>Keywords with a meaning at the start of an operand are asked for first; all others that may be
 * identifiers are columns or functions.
 */
final class OperandParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final ExprParser expressions;
  private final SelectParser selects;
  private final WindowParser windows;

  OperandParser(ParseState state, ExprParser expressions, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.expressions = expressions;
    this.selects = selects;
    this.windows = new WindowParser(state, expressions, selects);
  }

  WindowParser windows() {
    return windows;
  }

  Expr parse() {
    TokenType type = tokens.type;
    switch (type) {
      case LEFT_PAREN:
        return parenthesised();
      case CASE:
        return caseExpr();
      case CAST:
        return cast();
      case EXISTS:
        return exists();
      case RAISE:
        return raise();
      default:
        break;
    }
    state.height = 1;
    state.nestedHeight = 0;
    int start = tokens.start;
    int end = tokens.end;
    if (type != TokenType.END_OF_INPUT) {
      // The operand itself is a symbol, too.
      state.checkRoomFor(1);
    }
    switch (type) {
      case INTEGER:
      case FLOAT:
        return Literals.number(state, false, start);
      case BLOB:
        return Literals.blob(tokens);
      case PARAMETER:
        return parameter();
      case NULL:
        tokens.advance();
        return new Expr.NullLiteral(start, end);
      case CURRENT_DATE:
        tokens.advance();
        return new Expr.Current(Expr.CurrentWhat.DATE, start, end);
      case CURRENT_TIME:
        tokens.advance();
        return new Expr.Current(Expr.CurrentWhat.TIME, start, end);
      case CURRENT_TIMESTAMP:
        tokens.advance();
        return new Expr.Current(Expr.CurrentWhat.TIMESTAMP, start, end);
      case STRING:
        return stringOrColumn();
      default:
        if (!type.isColumnName()) {
          throw tokens.syntaxError();
        }
        return columnOrCall();
    }
  }

  private Expr stringOrColumn() {
    int start = tokens.start;
    Expr.StringLiteral literal = (Expr.StringLiteral) Literals.string(tokens);
    if (tokens.type != TokenType.DOT) {
      return literal;
    }
    state.variableOperands++;
    return qualifiedColumn(literal.value(), start);
  }

  private Expr columnOrCall() {
    TokenType type = tokens.type;
    int start = tokens.start;
    int end = tokens.end;
    String name = tokens.name();
    state.variableOperands++;
    tokens.advance();
    if (tokens.type == TokenType.DOT) {
      return qualifiedColumn(name, start);
    }
    if (tokens.type == TokenType.LEFT_PAREN) {
      return call(name, start);
    }
    boolean quoted = type == TokenType.QUOTED_IDENTIFIER;
    boolean bare = !quoted && type != TokenType.BRACKETED_IDENTIFIER;
    return new Expr.Column(null, null, name, quoted, bare, start, end);
  }

  /** The rest of a column behind its first name; the dot is the current token. */
  private Expr qualifiedColumn(String first, int start) {
    tokens.advance();
    String second = tokens.expectName();
    if (!tokens.accept(TokenType.DOT)) {
      // SQLite counts the names as operands of the dot.
      state.height = 2;
      return new Expr.Column(null, first, second, false, false, start, tokens.previousEnd);
    }
    String third = tokens.expectName();
    state.height = 3;
    return new Expr.Column(first, second, third, false, false, start, tokens.previousEnd);
  }

  private Expr parameter() {
    int start = tokens.start;
    int end = tokens.end;
    String text = tokens.text();
    tokens.advance();
    if (text.length() == 1) {
      int index = state.parameters().next();
      if (index > state.limits.parameterNumber()) {
        tokens.complain("too many SQL variables");
      }
      return new Expr.Parameter(index, null, start, end);
    }
    char second = text.charAt(1);
    if (text.charAt(0) == '?') {
      long index = 0;
      for (int i = 1; i < text.length() && index <= state.limits.parameterNumber(); i++) {
        index = index * 10 + (text.charAt(i) - '0');
      }
      if (index < 1 || index > state.limits.parameterNumber()) {
        tokens.complain(
            "variable number must be between ?1 and ?" + state.limits.parameterNumber());
        index = 1;
      }
      state.parameters().numbered((int) index, text);
      return new Expr.Parameter((int) index, text, start, end);
    }
    if (text.charAt(0) == '#' && second >= '0' && second <= '9') {
      tokens.complain("near \"" + text + "\": syntax error");
    }
    int index = state.parameters().named(text);
    if (index > state.limits.parameterNumber()) {
      tokens.complain("too many SQL variables");
    }
    return new Expr.Parameter(index, text, start, end);
  }

  private Expr parenthesised() {
    int start = tokens.start;
    tokens.advance();
    int symbols = state.symbols();
    state.symbols(symbols + 1);
    Expr result;
    if (SelectParser.startsSelect(tokens.type)) {
      Select select = subselect();
      state.nodeOver(state.height);
      result = new Expr.Subquery(select, start, tokens.previousEnd);
    } else {
      result = expressions.parse();
      if (tokens.type == TokenType.COMMA) {
        result = rowValue(result, start);
      } else {
        state.checkRoomFor(2);
        tokens.expect(TokenType.RIGHT_PAREN);
      }
    }
    state.symbols(symbols);
    return result;
  }

  private Expr rowValue(Expr first, int start) {
    int height = state.height;
    int nested = state.nestedHeight;
    int begin = tokens.beginList();
    tokens.add(first);
    state.symbols(state.symbols() + 2);
    while (tokens.accept(TokenType.COMMA)) {
      tokens.add(expressions.parse());
      height = Math.max(height, state.height);
      nested = Math.max(nested, state.nestedHeight);
    }
    tokens.expect(TokenType.RIGHT_PAREN);
    List<Expr> items = tokens.endList(begin);
    state.nodeOver(height);
    state.nestedHeight = nested;
    return new Expr.RowValue(items, start, tokens.previousEnd);
  }

  /** A query and the parenthesis behind it; the measures become those of the query. */
  Select subselect() {
    state.variableOperands++;
    Select select = selects.parse();
    tokens.expect(TokenType.RIGHT_PAREN);
    return select;
  }

  private Expr exists() {
    int start = tokens.start;
    tokens.advance();
    tokens.expect(TokenType.LEFT_PAREN);
    if (!SelectParser.startsSelect(tokens.type)) {
      throw tokens.syntaxError();
    }
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    Select select = subselect();
    state.symbols(symbols);
    state.nodeOver(state.height);
    return new Expr.Exists(select, start, tokens.previousEnd);
  }

  private Expr caseExpr() {
    int start = tokens.start;
    tokens.advance();
    int symbols = state.symbols();
    state.symbols(symbols + 1);
    int height = 0;
    int nested = 0;
    Expr operand = null;
    if (tokens.type != TokenType.WHEN) {
      operand = expressions.parse();
      height = state.height;
      nested = state.nestedHeight;
    }
    int begin = tokens.beginList();
    if (tokens.type != TokenType.WHEN) {
      throw tokens.syntaxError();
    }
    int waiting = 3;
    while (tokens.accept(TokenType.WHEN)) {
      state.symbols(symbols + waiting);
      Expr condition = expressions.parse();
      height = Math.max(height, state.height);
      nested = Math.max(nested, state.nestedHeight);
      tokens.expect(TokenType.THEN);
      state.symbols(symbols + waiting + 2);
      Expr result = expressions.parse();
      waiting = 4;
      height = Math.max(height, state.height);
      nested = Math.max(nested, state.nestedHeight);
      tokens.add(new Expr.When(condition, result));
    }
    List<Expr.When> whens = tokens.endList(begin);
    Expr otherwise = null;
    if (tokens.accept(TokenType.ELSE)) {
      state.symbols(symbols + 4);
      otherwise = expressions.parse();
      height = Math.max(height, state.height);
      nested = Math.max(nested, state.nestedHeight);
    }
    tokens.expect(TokenType.END);
    state.symbols(symbols);
    state.nodeOver(height);
    state.nestedHeight = nested;
    return new Expr.Case(operand, whens, otherwise, start, tokens.previousEnd);
  }

  private Expr cast() {
    int start = tokens.start;
    tokens.advance();
    tokens.expect(TokenType.LEFT_PAREN);
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    Expr operand = expressions.parse();
    tokens.expect(TokenType.AS);
    state.checkRoomFor(4);
    String type = TypeNames.parse(tokens);
    tokens.expect(TokenType.RIGHT_PAREN);
    state.symbols(symbols);
    state.nodeOver(state.height);
    return new Expr.Cast(operand, type == null ? "" : type, start, tokens.previousEnd);
  }

  private Expr raise() {
    int start = tokens.start;
    tokens.advance();
    tokens.expect(TokenType.LEFT_PAREN);
    Expr.RaiseAction action;
    switch (tokens.type) {
      case IGNORE -> action = Expr.RaiseAction.IGNORE;
      case ROLLBACK -> action = Expr.RaiseAction.ROLLBACK;
      case ABORT -> action = Expr.RaiseAction.ABORT;
      case FAIL -> action = Expr.RaiseAction.FAIL;
      default -> throw tokens.syntaxError();
    }
    tokens.advance();
    state.height = 0;
    state.nestedHeight = 0;
    Expr message = null;
    if (action != Expr.RaiseAction.IGNORE) {
      tokens.expect(TokenType.COMMA);
      int symbols = state.symbols();
      state.symbols(symbols + 4);
      message = expressions.parse();
      state.symbols(symbols);
    }
    tokens.expect(TokenType.RIGHT_PAREN);
    state.nodeOver(state.height);
    return new Expr.Raise(action, message, start, tokens.previousEnd);
  }

  /** A call behind its name; the opening parenthesis is the current token. */
  private Expr call(String name, int start) {
    tokens.advance();
    boolean distinct = false;
    boolean star = false;
    List<Expr> arguments = List.of();
    List<OrderingTerm> orderBy = List.of();
    state.height = 0;
    int symbols = state.symbols();
    int waiting = 4;
    if (tokens.accept(TokenType.STAR)) {
      star = true;
    } else {
      waiting = 5;
      state.symbols(symbols + 3);
      if (tokens.accept(TokenType.DISTINCT)) {
        distinct = true;
      } else {
        tokens.accept(TokenType.ALL);
      }
      if (tokens.type != TokenType.RIGHT_PAREN) {
        int height = 0;
        int nested = 0;
        if (tokens.type != TokenType.ORDER) {
          arguments = expressions.list();
          height = state.height;
          nested = state.nestedHeight;
        }
        if (tokens.type == TokenType.ORDER) {
          state.symbols(symbols + 4);
          orderBy = selects.orderBy();
          waiting = 8;
          height = Math.max(height, state.height);
          nested = Math.max(nested, state.nestedHeight);
        }
        state.height = height;
        state.nestedHeight = nested;
      }
    }
    tokens.expect(TokenType.RIGHT_PAREN);
    if (arguments.size() > state.limits.functionArguments()) {
      tokens.complain("too many arguments on function " + name);
    }
    state.nodeOver(state.height);
    Expr filter = null;
    Over over = null;
    state.symbols(symbols);
    if (tokens.type == TokenType.FILTER || tokens.type == TokenType.OVER) {
      int height = state.height;
      int nested = state.nestedHeight;
      if (tokens.type == TokenType.FILTER) {
        state.symbols(symbols + waiting);
        filter = windows.filter();
        waiting++;
      }
      if (tokens.type == TokenType.OVER) {
        state.symbols(symbols + waiting);
        over = windows.over();
      }
      state.symbols(symbols);
      state.height = height;
      state.nestedHeight = nested;
    }
    return new Expr.FunctionCall(
        name, distinct, star, arguments, orderBy, filter, over, start, tokens.previousEnd);
  }
}
