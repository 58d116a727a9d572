// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.AlterTable;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.CreateIndex;
import dev.walnut.sql.syntax.CreateView;
import dev.walnut.sql.syntax.CreateVirtualTable;
import dev.walnut.sql.syntax.Drop;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.Statement;
import java.util.List;

/** Reads CREATE, ALTER TABLE and DROP. */
final class SchemaParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final SelectParser selects;
  private final ExprParser expressions;
  private final CreateTableParser tables;

  SchemaParser(ParseState state, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.selects = selects;
    this.expressions = selects.expressions();
    this.tables = new CreateTableParser(state, selects);
  }

  /** CREATE, which is the current token. */
  Statement create(DmlParser dml) {
    int start = tokens.start;
    tokens.expect(TokenType.CREATE);
    if (tokens.type == TokenType.TEMP || tokens.type == TokenType.TEMPORARY) {
      tokens.advance();
      switch (tokens.type) {
        case TABLE:
          return tables.parse(true, start);
        case VIEW:
          return view(true, start);
        case TRIGGER:
          return new TriggerParser(state, selects, dml).parse(true, start);
        default:
          throw tokens.syntaxError();
      }
    }
    switch (tokens.type) {
      case TABLE:
        return tables.parse(false, start);
      case VIEW:
        return view(false, start);
      case TRIGGER:
        return new TriggerParser(state, selects, dml).parse(false, start);
      case UNIQUE:
        tokens.advance();
        return index(true, start);
      case INDEX:
        return index(false, start);
      case VIRTUAL:
        return virtualTable(start);
      default:
        throw tokens.syntaxError();
    }
  }

  private Statement index(boolean unique, int start) {
    tokens.expect(TokenType.INDEX);
    boolean ifNotExists = DdlNames.ifNotExists(tokens);
    QualifiedName name = expressions.qualifiedName();
    int nameStart = tokens.previousStart;
    tokens.expect(TokenType.ON);
    String table = tokens.expectName();
    tokens.expect(TokenType.LEFT_PAREN);
    int symbols = state.symbols();
    state.symbols(symbols + 9);
    List<OrderingTerm> columns = selects.orderingTerms();
    tokens.expect(TokenType.RIGHT_PAREN);
    state.symbols(symbols + 12);
    Expr where = tokens.accept(TokenType.WHERE) ? expressions.parse() : null;
    state.symbols(symbols);
    for (OrderingTerm column : columns) {
      if (column.nulls() != null) {
        state.defer("unsupported use of NULLS " + column.nulls().name());
      }
    }
    if (columns.size() > state.limits.columns()) {
      state.defer("too many columns in index");
    }
    return new CreateIndex(
        unique,
        ifNotExists,
        name,
        table,
        columns,
        where,
        nameStart,
        tokens.start,
        start,
        tokens.previousEnd);
  }

  private Statement view(boolean temporary, int start) {
    tokens.expect(TokenType.VIEW);
    boolean ifNotExists = DdlNames.ifNotExists(tokens);
    QualifiedName name = expressions.qualifiedName();
    int nameStart = tokens.previousStart;
    List<String> columns = ColumnLists.optional(state);
    tokens.expect(TokenType.AS);
    if (!SelectParser.startsSelect(tokens.type)) {
      throw tokens.syntaxError();
    }
    int symbols = state.symbols();
    state.symbols(symbols + 8);
    Select select = selects.parse();
    state.symbols(symbols);
    if (state.hasParameters()) {
      state.defer("parameters are not allowed in views");
    }
    int textEnd = tokens.start;
    while (SqlText.isSpace(tokens.sql().charAt(textEnd - 1))) {
      textEnd--;
    }
    return new CreateView(
        temporary,
        ifNotExists,
        name,
        columns,
        select,
        nameStart,
        textEnd,
        start,
        tokens.previousEnd);
  }

  private Statement virtualTable(int start) {
    tokens.expect(TokenType.VIRTUAL);
    tokens.expect(TokenType.TABLE);
    boolean ifNotExists = DdlNames.ifNotExists(tokens);
    QualifiedName name = expressions.qualifiedName();
    int nameStart = tokens.previousStart;
    tokens.expect(TokenType.USING);
    String module = tokens.expectName();
    List<String> arguments = List.of();
    if (tokens.type == TokenType.LEFT_PAREN) {
      arguments = moduleArguments();
    }
    return new CreateVirtualTable(
        ifNotExists,
        name,
        module,
        arguments,
        nameStart,
        tokens.previousEnd,
        start,
        tokens.previousEnd);
  }

  /** Any tokens with balanced parentheses; commas outside of inner ones separate arguments. */
  private List<String> moduleArguments() {
    tokens.expect(TokenType.LEFT_PAREN);
    int begin = tokens.beginList();
    int depth = 0;
    int symbols = state.symbols() + 4;
    int start = -1;
    while (depth > 0 || tokens.type != TokenType.RIGHT_PAREN) {
      switch (tokens.type) {
        case END_OF_INPUT -> throw tokens.syntaxError();
        case LEFT_PAREN -> {
          depth++;
          state.symbols(symbols + 2 * depth);
          state.checkRoomFor(1);
        }
        case RIGHT_PAREN -> {
          depth--;
          state.symbols(symbols + 2 * depth);
        }
        default -> {}
      }
      if (depth == 0 && tokens.type == TokenType.COMMA) {
        if (start >= 0) {
          tokens.add(tokens.sql().substring(start, tokens.previousEnd));
        }
        start = -1;
      } else if (start < 0) {
        start = tokens.start;
      }
      tokens.advance();
    }
    if (start >= 0) {
      tokens.add(tokens.sql().substring(start, tokens.previousEnd));
    }
    tokens.expect(TokenType.RIGHT_PAREN);
    return tokens.endList(begin);
  }

  /** ALTER, which is the current token. */
  Statement alter() {
    int start = tokens.start;
    tokens.expect(TokenType.ALTER);
    tokens.expect(TokenType.TABLE);
    QualifiedName table = expressions.qualifiedName();
    AlterTable.Action action;
    switch (tokens.type) {
      case RENAME -> {
        tokens.advance();
        action = rename();
      }
      case ADD -> {
        tokens.advance();
        action = add();
      }
      case DROP -> {
        tokens.advance();
        action = drop();
      }
      case ALTER -> {
        tokens.advance();
        action = alterColumn();
      }
      default -> throw tokens.syntaxError();
    }
    return new AlterTable(table, action, start, tokens.previousEnd);
  }

  private AlterTable.Action rename() {
    if (tokens.accept(TokenType.TO)) {
      return new AlterTable.RenameTable(tokens.expectName());
    }
    tokens.accept(TokenType.COLUMN);
    String column = tokens.expectName();
    tokens.expect(TokenType.TO);
    return new AlterTable.RenameColumn(column, tokens.expectName());
  }

  private AlterTable.Action add() {
    int textStart = tokens.start;
    if (tokens.type == TokenType.CONSTRAINT || tokens.type == TokenType.CHECK) {
      String name = null;
      if (tokens.accept(TokenType.CONSTRAINT)) {
        name = tokens.expectName();
      }
      tokens.expect(TokenType.CHECK);
      Expr check = tables.columnConstraints().parenthesised();
      ConflictClauses.onConflict(tokens);
      return new AlterTable.AddCheck(name, check, textStart, tokens.previousEnd);
    }
    tokens.accept(TokenType.COLUMN);
    ColumnDefinition column = tables.column();
    return new AlterTable.AddColumn(column, tokens.start);
  }

  private AlterTable.Action drop() {
    if (tokens.accept(TokenType.CONSTRAINT)) {
      return new AlterTable.DropConstraint(tokens.expectName());
    }
    tokens.accept(TokenType.COLUMN);
    return new AlterTable.DropColumn(tokens.expectName());
  }

  private AlterTable.Action alterColumn() {
    tokens.accept(TokenType.COLUMN);
    String column = tokens.expectName();
    if (tokens.accept(TokenType.DROP)) {
      tokens.expect(TokenType.NOT);
      tokens.expect(TokenType.NULL);
      return new AlterTable.DropNotNull(column);
    }
    tokens.expect(TokenType.SET);
    int textStart = tokens.start;
    tokens.expect(TokenType.NOT);
    tokens.expect(TokenType.NULL);
    ConflictResolution conflict = ConflictClauses.onConflict(tokens);
    return new AlterTable.SetNotNull(column, conflict, textStart, tokens.previousEnd);
  }

  /** DROP, which is the current token. */
  Statement dropStatement() {
    int start = tokens.start;
    tokens.expect(TokenType.DROP);
    Drop.What what;
    switch (tokens.type) {
      case TABLE -> what = Drop.What.TABLE;
      case INDEX -> what = Drop.What.INDEX;
      case VIEW -> what = Drop.What.VIEW;
      case TRIGGER -> what = Drop.What.TRIGGER;
      default -> throw tokens.syntaxError();
    }
    tokens.advance();
    boolean ifExists = DdlNames.ifExists(tokens);
    QualifiedName name = expressions.qualifiedName();
    return new Drop(what, ifExists, name, start, tokens.previousEnd);
  }
}
