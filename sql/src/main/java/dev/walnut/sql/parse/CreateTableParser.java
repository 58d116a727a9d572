// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.ColumnConstraint;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.TableConstraint;
import java.util.List;

/** Reads CREATE TABLE from the word TABLE on. */
final class CreateTableParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final SelectParser selects;
  private final ExprParser expressions;
  private final ColumnConstraintParser columnConstraints;

  private boolean withoutRowid;
  private boolean strict;

  CreateTableParser(ParseState state, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.selects = selects;
    this.expressions = selects.expressions();
    this.columnConstraints = new ColumnConstraintParser(state, selects);
  }

  ColumnConstraintParser columnConstraints() {
    return columnConstraints;
  }

  Statement parse(boolean temporary, int start) {
    tokens.expect(TokenType.TABLE);
    boolean ifNotExists = DdlNames.ifNotExists(tokens);
    QualifiedName name = expressions.qualifiedName();
    int nameStart = tokens.previousStart;
    if (tokens.accept(TokenType.AS)) {
      if (!SelectParser.startsSelect(tokens.type)) {
        throw tokens.syntaxError();
      }
      int symbols = state.symbols();
      state.symbols(symbols + 2);
      Select select = selects.parse();
      state.symbols(symbols);
      return new CreateTable(
          temporary,
          ifNotExists,
          name,
          List.of(),
          List.of(),
          select,
          false,
          false,
          nameStart,
          tokens.previousEnd,
          start,
          tokens.previousEnd);
    }
    tokens.expect(TokenType.LEFT_PAREN);
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    int begin = tokens.beginList();
    boolean more;
    int count = 0;
    do {
      tokens.add(column());
      state.symbols(symbols + 4);
      if (++count > state.limits.columns()) {
        tokens.complain("too many columns on " + name.name());
      }
      more = tokens.accept(TokenType.COMMA);
    } while (more && !startsTableConstraint());
    List<ColumnDefinition> columns = tokens.endList(begin);
    List<TableConstraint> constraints = more ? tableConstraints() : List.of();
    tokens.expect(TokenType.RIGHT_PAREN);
    state.symbols(symbols);
    int textEnd = options();
    return new CreateTable(
        temporary,
        ifNotExists,
        name,
        columns,
        constraints,
        null,
        withoutRowid,
        strict,
        nameStart,
        textEnd,
        start,
        tokens.previousEnd);
  }

  /** A column definition. */
  ColumnDefinition column() {
    int start = tokens.start;
    String name = tokens.expectName();
    String type = withoutGeneratedAlways(TypeNames.parse(tokens));
    List<ColumnConstraint> constraints = columnConstraints.parse(name);
    return new ColumnDefinition(name, type, constraints, start, tokens.previousEnd);
  }

  /**
   * GENERATED and ALWAYS may be words of a type, and are so for SQLite's grammar; afterwards they
   * are cut off.
   */
  private static String withoutGeneratedAlways(String type) {
    if (type == null || type.length() < 16) {
      return type;
    }
    String rest = withoutLastWord(type, "always");
    if (rest == null) {
      return type;
    }
    String cut = withoutLastWord(rest, "generated");
    if (cut == null) {
      return rest;
    }
    return cut.isEmpty() ? null : cut;
  }

  private static String withoutLastWord(String text, String word) {
    int from = text.length() - word.length();
    if (from < 0 || !text.regionMatches(true, from, word, 0, word.length())) {
      return null;
    }
    int end = from;
    while (end > 0 && SqlText.isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }

  private boolean startsTableConstraint() {
    switch (tokens.type) {
      case CONSTRAINT:
      case PRIMARY:
      case UNIQUE:
      case CHECK:
      case FOREIGN:
        return true;
      default:
        return false;
    }
  }

  private List<TableConstraint> tableConstraints() {
    int begin = tokens.beginList();
    String name = null;
    if (!startsTableConstraint()) {
      throw tokens.syntaxError();
    }
    while (true) {
      if (tokens.accept(TokenType.CONSTRAINT)) {
        name = tokens.expectName();
      } else {
        tokens.add(tableConstraint(name));
        name = null;
      }
      boolean comma = tokens.accept(TokenType.COMMA);
      if (comma) {
        name = null;
      }
      if (!startsTableConstraint()) {
        if (comma) {
          throw tokens.syntaxError();
        }
        return tokens.endList(begin);
      }
    }
  }

  private TableConstraint tableConstraint(String name) {
    switch (tokens.type) {
      case PRIMARY:
        return primaryKey(name);
      case UNIQUE:
        tokens.advance();
        List<OrderingTerm> unique = indexedColumns();
        return new TableConstraint.Unique(name, unique, ConflictClauses.onConflict(tokens));
      case CHECK:
        tokens.advance();
        Expr check = columnConstraints.parenthesised();
        String text = columnConstraints.parenthesisedText();
        ConflictResolution conflict = ConflictClauses.onConflict(tokens);
        return new TableConstraint.Check(name, check, text, conflict);
      default:
        tokens.expect(TokenType.FOREIGN);
        tokens.expect(TokenType.KEY);
        List<String> columns = ColumnLists.required(state);
        tokens.expect(TokenType.REFERENCES);
        return new TableConstraint.References(name, columns, columnConstraints.tableForeignKey());
    }
  }

  private TableConstraint primaryKey(String name) {
    tokens.expect(TokenType.PRIMARY);
    tokens.expect(TokenType.KEY);
    tokens.expect(TokenType.LEFT_PAREN);
    List<OrderingTerm> columns = selects.orderingTerms();
    boolean autoincrement = tokens.accept(TokenType.AUTOINCREMENT);
    tokens.expect(TokenType.RIGHT_PAREN);
    ConflictResolution conflict = ConflictClauses.onConflict(tokens);
    DdlNames.refuseNullsOrder(tokens, columns);
    return new TableConstraint.PrimaryKey(name, columns, autoincrement, conflict);
  }

  private List<OrderingTerm> indexedColumns() {
    tokens.expect(TokenType.LEFT_PAREN);
    List<OrderingTerm> columns = selects.orderingTerms();
    tokens.expect(TokenType.RIGHT_PAREN);
    DdlNames.refuseNullsOrder(tokens, columns);
    return columns;
  }

  /**
   * Options behind the closing parenthesis.
   *
   * @return where the stored text ends: at the parenthesis, or with options where the statement
   *     ends
   */
  private int options() {
    withoutRowid = false;
    strict = false;
    int textEnd = tokens.previousEnd;
    if (!tokens.type.isName() && tokens.type != TokenType.COMMA) {
      return textEnd;
    }
    // The grammar begins with an empty set of options, so that a comma may come first.
    tokens.accept(TokenType.COMMA);
    do {
      boolean without = tokens.accept(TokenType.WITHOUT);
      if (!tokens.type.isName()) {
        throw tokens.syntaxError();
      }
      String option = tokens.text();
      tokens.advance();
      if (without && option.equalsIgnoreCase("rowid")) {
        withoutRowid = true;
      } else if (!without && option.equalsIgnoreCase("strict")) {
        strict = true;
      } else {
        tokens.complain("unknown table option: " + option);
      }
    } while (tokens.accept(TokenType.COMMA));
    return tokens.start;
  }
}
