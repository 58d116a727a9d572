// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.CreateTrigger;
import dev.walnut.sql.syntax.CreateTrigger.Event;
import dev.walnut.sql.syntax.CreateTrigger.Time;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.Statement;
import java.util.List;

/** Reads CREATE TRIGGER from the word TRIGGER on. */
final class TriggerParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final SelectParser selects;
  private final DmlParser dml;

  TriggerParser(ParseState state, SelectParser selects, DmlParser dml) {
    this.state = state;
    this.tokens = state.tokens;
    this.selects = selects;
    this.dml = dml;
  }

  Statement parse(boolean temporary, int start) {
    tokens.expect(TokenType.TRIGGER);
    boolean ifNotExists = DdlNames.ifNotExists(tokens);
    QualifiedName name = selects.expressions().qualifiedName();
    int nameStart = tokens.previousStart;
    Time time = time();
    List<String> updateColumns = List.of();
    Event event;
    switch (tokens.type) {
      case INSERT -> {
        tokens.advance();
        event = Event.INSERT;
      }
      case DELETE -> {
        tokens.advance();
        event = Event.DELETE;
      }
      default -> {
        tokens.expect(TokenType.UPDATE);
        event = Event.UPDATE;
        if (tokens.accept(TokenType.OF)) {
          updateColumns = ColumnLists.nameList(tokens);
        }
      }
    }
    tokens.expect(TokenType.ON);
    QualifiedName table = selects.expressions().qualifiedName();
    if (tokens.accept(TokenType.FOR)) {
      tokens.expect(TokenType.EACH);
      tokens.expect(TokenType.ROW);
    }
    Expr when = null;
    if (tokens.accept(TokenType.WHEN)) {
      int symbols = state.symbols();
      state.symbols(symbols + 12);
      when = selects.expressions().parse();
      state.symbols(symbols);
    }
    if (tokens.type != TokenType.BEGIN) {
      throw tokens.syntaxError();
    }
    if (temporary && name.schema() != null) {
      tokens.complain("temporary trigger may not have qualified name");
    }
    tokens.advance();
    List<Statement> body = body();
    tokens.expect(TokenType.END);
    if (state.hasParameters()) {
      state.defer("trigger cannot use variables");
    }
    return new CreateTrigger(
        temporary,
        ifNotExists,
        name,
        time,
        event,
        updateColumns,
        table,
        when,
        body,
        nameStart,
        tokens.previousEnd,
        start,
        tokens.previousEnd);
  }

  private Time time() {
    if (tokens.accept(TokenType.AFTER)) {
      return Time.AFTER;
    }
    if (tokens.accept(TokenType.INSTEAD)) {
      tokens.expect(TokenType.OF);
      return Time.INSTEAD_OF;
    }
    tokens.accept(TokenType.BEFORE);
    return Time.BEFORE;
  }

  private List<Statement> body() {
    int begin = tokens.beginList();
    int symbols = state.symbols();
    state.symbols(symbols + 3);
    do {
      tokens.add(command());
      if (tokens.type == TokenType.END_OF_INPUT) {
        // SQLite puts a semicolon at the end, which would be right here.
        tokens.throwComplaint();
      }
      tokens.expect(TokenType.SEMICOLON);
      state.symbols(symbols + 4);
    } while (tokens.type != TokenType.END);
    state.symbols(symbols);
    return tokens.endList(begin);
  }

  private Statement command() {
    int start = tokens.start;
    switch (tokens.type) {
      case INSERT:
      case REPLACE:
        return dml.insert(null, start, true);
      case UPDATE:
        return dml.update(null, start, true);
      case DELETE:
        return dml.delete(null, start, true);
      case SELECT:
      case VALUES:
      case WITH:
        return selects.parse();
      default:
        throw tokens.syntaxError();
    }
  }
}
