// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.ColumnConstraint;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.ForeignKey;
import dev.walnut.sql.syntax.ForeignKey.Action;
import dev.walnut.sql.syntax.UnaryOperator;
import java.util.List;

/**
 * Reads constraints of columns, and REFERENCES of tables.
 *
 * <p>For SQLite's grammar {@code CONSTRAINT name} and {@code [NOT] DEFERRABLE} are constraints of
 * their own that act on the next, or last, one: so they may be repeated, and stand alone.
 */
final class ColumnConstraintParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final SelectParser selects;
  private final ExprParser expressions;

  private String parenthesisedText;

  ColumnConstraintParser(ParseState state, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.selects = selects;
    this.expressions = selects.expressions();
  }

  /** All constraints of a column. */
  List<ColumnConstraint> parse(String column) {
    int begin = tokens.beginList();
    String name = null;
    // The foreign key that DEFERRABLE belongs to, and its place in the list.
    ColumnConstraint.References key = null;
    int keyPosition = 0;
    while (true) {
      ColumnConstraint constraint;
      switch (tokens.type) {
        case CONSTRAINT -> {
          tokens.advance();
          name = tokens.expectName();
          continue;
        }
        case DEFERRABLE -> {
          boolean deferred = deferrable(false);
          if (key != null) {
            key = deferred(key, deferred);
            tokens.set(keyPosition, key);
          }
          continue;
        }
        case NOT -> {
          tokens.advance();
          if (tokens.type == TokenType.DEFERRABLE) {
            deferrable(true);
            if (key != null) {
              key = deferred(key, false);
              tokens.set(keyPosition, key);
            }
            continue;
          }
          tokens.expect(TokenType.NULL);
          constraint = new ColumnConstraint.NotNull(name, ConflictClauses.onConflict(tokens));
        }
        case NULL -> {
          tokens.advance();
          ConflictClauses.onConflict(tokens);
          constraint = new ColumnConstraint.Nullable(name);
        }
        case PRIMARY -> constraint = primaryKey(name);
        case UNIQUE -> {
          tokens.advance();
          constraint = new ColumnConstraint.Unique(name, ConflictClauses.onConflict(tokens));
        }
        case CHECK -> {
          tokens.advance();
          Expr check = parenthesised();
          constraint = new ColumnConstraint.Check(name, check, parenthesisedText);
        }
        case DEFAULT -> constraint = defaultValue(name);
        case COLLATE -> {
          tokens.advance();
          constraint = new ColumnConstraint.Collate(name, tokens.expectAlias());
        }
        case REFERENCES -> {
          tokens.advance();
          key = new ColumnConstraint.References(name, references());
          keyPosition = tokens.beginList();
          constraint = key;
        }
        case GENERATED, AS -> constraint = generated(name, column);
        default -> {
          return tokens.endList(begin);
        }
      }
      name = null;
      tokens.add(constraint);
    }
  }

  private static ColumnConstraint.References deferred(
      ColumnConstraint.References constraint, boolean deferred) {
    ForeignKey key = constraint.key();
    return new ColumnConstraint.References(
        constraint.name(),
        new ForeignKey(key.table(), key.columns(), key.onDelete(), key.onUpdate(), deferred));
  }

  private ColumnConstraint primaryKey(String name) {
    tokens.expect(TokenType.PRIMARY);
    tokens.expect(TokenType.KEY);
    boolean descending = tokens.accept(TokenType.DESC);
    if (!descending) {
      tokens.accept(TokenType.ASC);
    }
    ConflictResolution conflict = ConflictClauses.onConflict(tokens);
    boolean autoincrement = tokens.accept(TokenType.AUTOINCREMENT);
    return new ColumnConstraint.PrimaryKey(name, descending, conflict, autoincrement);
  }

  /** An expression in parentheses, whose text is {@link #parenthesisedText()}. */
  Expr parenthesised() {
    int open = tokens.end;
    tokens.expect(TokenType.LEFT_PAREN);
    int symbols = state.symbols();
    state.symbols(symbols + 4);
    Expr expr = expressions.parse();
    state.checkRoomFor(2);
    state.symbols(symbols);
    parenthesisedText = SqlText.trimmed(tokens.sql(), open, tokens.start);
    tokens.expect(TokenType.RIGHT_PAREN);
    return expr;
  }

  /** The text between the parentheses of {@link #parenthesised()}. */
  String parenthesisedText() {
    return parenthesisedText;
  }

  private ColumnConstraint defaultValue(String name) {
    tokens.expect(TokenType.DEFAULT);
    if (tokens.type == TokenType.LEFT_PAREN) {
      Expr expr = parenthesised();
      return new ColumnConstraint.Default(name, expr, parenthesisedText);
    }
    int start = tokens.start;
    Expr expr;
    switch (tokens.type) {
      case PLUS -> {
        tokens.advance();
        checkTerm();
        expr = expressions.operands().parse();
      }
      case MINUS -> {
        tokens.advance();
        checkTerm();
        if (tokens.type == TokenType.INTEGER || tokens.type == TokenType.FLOAT) {
          expr = Literals.number(state, true, start);
        } else {
          Expr operand = term();
          expr = new Expr.Unary(UnaryOperator.MINUS, operand, start, operand.end());
        }
      }
      default -> {
        if (isTerm(tokens.type)) {
          expr = term();
        } else if (tokens.type.isIdentifier() || tokens.type == TokenType.INDEXED) {
          expr = identifier();
        } else {
          throw tokens.syntaxError();
        }
      }
    }
    String text = tokens.sql().substring(start, tokens.previousEnd);
    return new ColumnConstraint.Default(name, expr, text);
  }

  private Expr identifier() {
    int start = tokens.start;
    int end = tokens.end;
    String value = tokens.name();
    boolean bare =
        tokens.type != TokenType.QUOTED_IDENTIFIER && tokens.type != TokenType.BRACKETED_IDENTIFIER;
    tokens.advance();
    if (bare && (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false"))) {
      return new Expr.Column(null, null, value, false, true, start, end);
    }
    return new Expr.StringLiteral(value, start, end);
  }

  private void checkTerm() {
    if (!isTerm(tokens.type)) {
      throw tokens.syntaxError();
    }
  }

  private static boolean isTerm(TokenType type) {
    switch (type) {
      case NULL:
      case FLOAT:
      case INTEGER:
      case BLOB:
      case STRING:
      case CURRENT_DATE:
      case CURRENT_TIME:
      case CURRENT_TIMESTAMP:
        return true;
      default:
        return false;
    }
  }

  /** A term, which unlike an operand is not the beginning of a longer name. */
  private Expr term() {
    return tokens.type == TokenType.STRING
        ? Literals.string(tokens)
        : expressions.operands().parse();
  }

  private ColumnConstraint generated(String name, String column) {
    if (tokens.accept(TokenType.GENERATED)) {
      tokens.expect(TokenType.ALWAYS);
    }
    tokens.expect(TokenType.AS);
    Expr expr = parenthesised();
    boolean stored = false;
    if (tokens.type.isIdentifier()) {
      String kind = tokens.text();
      tokens.advance();
      stored = kind.equalsIgnoreCase("stored");
      if (!stored && !kind.equalsIgnoreCase("virtual")) {
        tokens.complain("error in generated column \"" + column + "\"");
      }
    }
    return new ColumnConstraint.Generated(name, expr, stored);
  }

  /** REFERENCES of a table constraint, with DEFERRABLE behind it. */
  ForeignKey tableForeignKey() {
    ForeignKey key = references();
    boolean deferred = false;
    if (tokens.accept(TokenType.NOT)) {
      deferrable(true);
    } else if (tokens.type == TokenType.DEFERRABLE) {
      deferred = deferrable(false);
    }
    return new ForeignKey(key.table(), key.columns(), key.onDelete(), key.onUpdate(), deferred);
  }

  /** What follows REFERENCES. */
  private ForeignKey references() {
    String table = tokens.expectName();
    List<String> columns = ColumnLists.optional(state);
    Action onDelete = Action.NO_ACTION;
    Action onUpdate = Action.NO_ACTION;
    while (true) {
      if (tokens.accept(TokenType.MATCH)) {
        tokens.expectName();
      } else if (tokens.accept(TokenType.ON)) {
        TokenType event = tokens.type;
        if (event != TokenType.INSERT && event != TokenType.DELETE && event != TokenType.UPDATE) {
          throw tokens.syntaxError();
        }
        tokens.advance();
        Action action = action();
        if (event == TokenType.DELETE) {
          onDelete = action;
        } else if (event == TokenType.UPDATE) {
          onUpdate = action;
        }
      } else {
        return new ForeignKey(table, columns, onDelete, onUpdate, false);
      }
    }
  }

  private Action action() {
    if (tokens.accept(TokenType.CASCADE)) {
      return Action.CASCADE;
    }
    if (tokens.accept(TokenType.RESTRICT)) {
      return Action.RESTRICT;
    }
    if (tokens.accept(TokenType.NO)) {
      tokens.expect(TokenType.ACTION);
      return Action.NO_ACTION;
    }
    tokens.expect(TokenType.SET);
    if (tokens.accept(TokenType.NULL)) {
      return Action.SET_NULL;
    }
    tokens.expect(TokenType.DEFAULT);
    return Action.SET_DEFAULT;
  }

  /** DEFERRABLE and what follows; returns whether the key is checked at commit. */
  private boolean deferrable(boolean negated) {
    tokens.expect(TokenType.DEFERRABLE);
    boolean deferred = false;
    if (tokens.accept(TokenType.INITIALLY)) {
      if (tokens.accept(TokenType.DEFERRED)) {
        deferred = true;
      } else {
        tokens.expect(TokenType.IMMEDIATE);
      }
    }
    return deferred && !negated;
  }
}
