// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Analyze;
import dev.walnut.sql.syntax.Attach;
import dev.walnut.sql.syntax.Detach;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.Pragma;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.Reindex;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.Transaction;
import dev.walnut.sql.syntax.Transaction.Action;
import dev.walnut.sql.syntax.Vacuum;

/** Reads transaction control, PRAGMA, ATTACH and maintenance statements. */
final class UtilityParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final ExprParser expressions;

  UtilityParser(ParseState state, ExprParser expressions) {
    this.state = state;
    this.tokens = state.tokens;
    this.expressions = expressions;
  }

  Statement begin() {
    int start = tokens.start;
    tokens.expect(TokenType.BEGIN);
    Action action = Action.BEGIN_DEFERRED;
    switch (tokens.type) {
      case DEFERRED -> tokens.advance();
      case IMMEDIATE -> {
        tokens.advance();
        action = Action.BEGIN_IMMEDIATE;
      }
      case EXCLUSIVE -> {
        tokens.advance();
        action = Action.BEGIN_EXCLUSIVE;
      }
      default -> {}
    }
    transactionName();
    return new Transaction(action, null, start, tokens.previousEnd);
  }

  /** COMMIT or END. */
  Statement commit() {
    int start = tokens.start;
    tokens.advance();
    transactionName();
    return new Transaction(Action.COMMIT, null, start, tokens.previousEnd);
  }

  Statement rollback() {
    int start = tokens.start;
    tokens.expect(TokenType.ROLLBACK);
    transactionName();
    if (tokens.accept(TokenType.TO)) {
      tokens.accept(TokenType.SAVEPOINT);
      String name = tokens.expectName();
      return new Transaction(Action.ROLLBACK_TO, name, start, tokens.previousEnd);
    }
    return new Transaction(Action.ROLLBACK, null, start, tokens.previousEnd);
  }

  /** TRANSACTION and a name, which means nothing. */
  private void transactionName() {
    if (tokens.accept(TokenType.TRANSACTION) && tokens.type.isName()) {
      tokens.advance();
    }
  }

  Statement savepoint() {
    int start = tokens.start;
    tokens.expect(TokenType.SAVEPOINT);
    String name = tokens.expectName();
    return new Transaction(Action.SAVEPOINT, name, start, tokens.previousEnd);
  }

  Statement release() {
    int start = tokens.start;
    tokens.expect(TokenType.RELEASE);
    tokens.accept(TokenType.SAVEPOINT);
    String name = tokens.expectName();
    return new Transaction(Action.RELEASE, name, start, tokens.previousEnd);
  }

  Statement reindex() {
    int start = tokens.start;
    tokens.expect(TokenType.REINDEX);
    QualifiedName name = optionalName();
    return new Reindex(name, start, tokens.previousEnd);
  }

  Statement analyze() {
    int start = tokens.start;
    tokens.expect(TokenType.ANALYZE);
    QualifiedName name = optionalName();
    return new Analyze(name, start, tokens.previousEnd);
  }

  private QualifiedName optionalName() {
    return tokens.type.isName() ? expressions.qualifiedName() : null;
  }

  Statement vacuum() {
    int start = tokens.start;
    tokens.expect(TokenType.VACUUM);
    String schema = tokens.type.isName() ? tokens.expectName() : null;
    state.symbols(schema == null ? 2 : 3);
    Expr into = tokens.accept(TokenType.INTO) ? expressions.parse() : null;
    return new Vacuum(schema, into, start, tokens.previousEnd);
  }

  Statement attach() {
    int start = tokens.start;
    tokens.expect(TokenType.ATTACH);
    tokens.accept(TokenType.DATABASE);
    state.symbols(2);
    Expr file = expressions.parse();
    tokens.expect(TokenType.AS);
    state.symbols(4);
    Expr schema = expressions.parse();
    Expr key = tokens.accept(TokenType.KEY) ? expressions.parse() : null;
    return new Attach(file, schema, key, start, tokens.previousEnd);
  }

  Statement detach() {
    int start = tokens.start;
    tokens.expect(TokenType.DETACH);
    tokens.accept(TokenType.DATABASE);
    state.symbols(2);
    Expr schema = expressions.parse();
    return new Detach(schema, start, tokens.previousEnd);
  }

  Statement pragma() {
    int start = tokens.start;
    tokens.expect(TokenType.PRAGMA);
    QualifiedName name = expressions.qualifiedName();
    String value = null;
    if (tokens.accept(TokenType.EQUAL)) {
      value = pragmaValue();
    } else if (tokens.accept(TokenType.LEFT_PAREN)) {
      value = pragmaValue();
      tokens.expect(TokenType.RIGHT_PAREN);
    }
    return new Pragma(name.schema(), name.name(), value, start, tokens.previousEnd);
  }

  private String pragmaValue() {
    switch (tokens.type) {
      case MINUS:
        tokens.advance();
        return "-" + number();
      case PLUS:
        tokens.advance();
        return number();
      case INTEGER:
      case FLOAT:
        return number();
      case ON:
      case DELETE:
      case DEFAULT:
        String word = tokens.text();
        tokens.advance();
        return word;
      default:
        return tokens.expectName();
    }
  }

  private String number() {
    if (!tokens.isPlainNumber()) {
      throw tokens.syntaxError();
    }
    String text = tokens.text();
    tokens.advance();
    return text;
  }
}
