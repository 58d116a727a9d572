// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Explain;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.With;

/** Reads one statement: decides by its first word which parser reads the rest. */
final class StatementParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final SelectParser selects;

  StatementParser(ParseState state) {
    this.state = state;
    this.tokens = state.tokens;
    this.selects = new SelectParser(state);
  }

  ExprParser expressions() {
    return selects.expressions();
  }

  /** The statement that begins with the current token, EXPLAIN included. */
  Statement parse() {
    int start = tokens.start;
    if (!tokens.accept(TokenType.EXPLAIN)) {
      return parseExplainable();
    }
    boolean queryPlan = tokens.accept(TokenType.QUERY);
    if (queryPlan) {
      tokens.expect(TokenType.PLAN);
    }
    Statement statement = parseExplainable();
    return new Explain(queryPlan, statement, start, tokens.previousEnd);
  }

  private Statement parseExplainable() {
    switch (tokens.type) {
      case SELECT:
      case VALUES:
        return selects.parse(null, tokens.start);
      case WITH:
        return with();
      case INSERT:
      case REPLACE:
      case UPDATE:
      case DELETE:
        return dml(null, tokens.start);
      case CREATE:
        return new SchemaParser(state, selects).create(new DmlParser(state, selects));
      case ALTER:
        return new SchemaParser(state, selects).alter();
      case DROP:
        return new SchemaParser(state, selects).dropStatement();
      default:
        return utility(new UtilityParser(state, selects.expressions()));
    }
  }

  private Statement with() {
    int start = tokens.start;
    With with = selects.with();
    switch (tokens.type) {
      case SELECT:
      case VALUES:
        return selects.parse(with, start);
      default:
        return dml(with, start);
    }
  }

  private Statement dml(With with, int start) {
    DmlParser dml = new DmlParser(state, selects);
    switch (tokens.type) {
      case INSERT:
      case REPLACE:
        return dml.insert(with, start, false);
      case UPDATE:
        return dml.update(with, start, false);
      case DELETE:
        return dml.delete(with, start, false);
      default:
        throw tokens.syntaxError();
    }
  }

  private Statement utility(UtilityParser utilities) {
    switch (tokens.type) {
      case BEGIN:
        return utilities.begin();
      case COMMIT:
      case END:
        return utilities.commit();
      case ROLLBACK:
        return utilities.rollback();
      case SAVEPOINT:
        return utilities.savepoint();
      case RELEASE:
        return utilities.release();
      case PRAGMA:
        return utilities.pragma();
      case REINDEX:
        return utilities.reindex();
      case ANALYZE:
        return utilities.analyze();
      case VACUUM:
        return utilities.vacuum();
      case ATTACH:
        return utilities.attach();
      case DETACH:
        return utilities.detach();
      default:
        throw tokens.syntaxError();
    }
  }
}
