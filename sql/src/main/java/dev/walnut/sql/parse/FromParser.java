// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromItem.IndexHint;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.Select;
import java.util.List;

/**
 * Reads FROM. SQLite's grammar takes up to three words before JOIN, which may be any names, and
 * decides afterwards whether they make a join; and ON behind any term, which the first one must not
 * have.
 */
final class FromParser {
  private static final int NATURAL = 1;
  private static final int LEFT = 2;
  private static final int RIGHT = 4;
  private static final int OUTER = 8;
  private static final int INNER = 16;
  private static final int CROSS = 32;

  private final ParseState state;
  private final TokenStream tokens;
  private final ExprParser expressions;
  private final SelectParser selects;

  /** Bits of the join operator that was read last. */
  private int joinWords;

  FromParser(ParseState state, ExprParser expressions, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.expressions = expressions;
    this.selects = selects;
  }

  /** The terms behind FROM, or in parentheses. */
  List<FromTerm> parse() {
    int begin = tokens.beginList();
    tokens.add(term(null, false));
    int count = 1;
    JoinType join;
    while ((join = joinOperator()) != null) {
      boolean natural = (joinWords & NATURAL) != 0;
      tokens.add(term(join, natural));
      if (++count > state.limits.fromTerms()) {
        tokens.complain("too many FROM clause terms, max: " + state.limits.fromTerms());
      }
    }
    return tokens.endList(begin);
  }

  private JoinType joinOperator() {
    joinWords = 0;
    TokenType type = tokens.type;
    if (type == TokenType.COMMA) {
      tokens.advance();
      return JoinType.COMMA;
    }
    if (type == TokenType.JOIN) {
      tokens.advance();
      return JoinType.INNER;
    }
    if (!type.isJoinWord()) {
      return null;
    }
    StringBuilder words = new StringBuilder();
    int bits = joinWord(words);
    boolean known = bits != 0;
    for (int i = 0; i < 2 && tokens.type != TokenType.JOIN; i++) {
      if (!tokens.type.isName()) {
        throw tokens.syntaxError();
      }
      int word = joinWord(words);
      known &= word != 0;
      bits |= word;
    }
    tokens.expect(TokenType.JOIN);
    boolean outer = (bits & OUTER) != 0;
    if (!known || (outer && (bits & INNER) != 0) || (outer && (bits & (LEFT | RIGHT)) == 0)) {
      tokens.complain("unknown join type:" + words);
    }
    joinWords = bits;
    return joinType(bits);
  }

  private static JoinType joinType(int bits) {
    if ((bits & LEFT) != 0) {
      return (bits & RIGHT) != 0 ? JoinType.FULL : JoinType.LEFT;
    }
    if ((bits & RIGHT) != 0) {
      return JoinType.RIGHT;
    }
    return (bits & CROSS) != 0 ? JoinType.CROSS : JoinType.INNER;
  }

  /** Uses a word before JOIN; 0 if it is none of SQLite's. */
  private int joinWord(StringBuilder words) {
    words.append(' ').append(tokens.sql(), tokens.start, tokens.end);
    int bits;
    switch (tokens.type) {
      case NATURAL -> bits = NATURAL;
      case LEFT -> bits = LEFT | OUTER;
      case RIGHT -> bits = RIGHT | OUTER;
      case FULL -> bits = LEFT | RIGHT | OUTER;
      case OUTER -> bits = OUTER;
      case INNER -> bits = INNER;
      case CROSS -> bits = INNER | CROSS;
      default -> bits = 0;
    }
    tokens.advance();
    return bits;
  }

  private FromTerm term(JoinType join, boolean natural) {
    FromItem item = item();
    Expr on = null;
    List<String> using = List.of();
    if (tokens.type == TokenType.ON) {
      tokens.advance();
      int symbols = state.symbols();
      state.symbols(symbols + 5);
      on = expressions.parse();
      state.symbols(symbols);
      selects.measureJoinCondition();
      checkCondition(join, natural, "ON");
    } else if (tokens.type == TokenType.USING) {
      tokens.advance();
      using = ColumnLists.names(tokens);
      checkCondition(join, natural, "USING");
    }
    return new FromTerm(join, natural, item, on, using);
  }

  private void checkCondition(JoinType join, boolean natural, String word) {
    if (join == null) {
      tokens.complain("a JOIN clause is required before " + word);
    }
    if (natural) {
      state.defer("a NATURAL join may not have an ON or USING clause");
    }
  }

  private FromItem item() {
    if (tokens.type == TokenType.LEFT_PAREN) {
      return parenthesised();
    }
    QualifiedName name = expressions.qualifiedName();
    if (tokens.accept(TokenType.LEFT_PAREN)) {
      int symbols = state.symbols();
      state.symbols(symbols + 4);
      List<Expr> arguments = expressions.listUpToParenthesis();
      state.symbols(symbols);
      selects.measureJoinCondition();
      tokens.expect(TokenType.RIGHT_PAREN);
      return new FromItem.TableFunction(name, arguments, alias());
    }
    String alias = alias();
    state.checkRoomFor(5);
    return new FromItem.Table(name, alias, indexHint());
  }

  private FromItem parenthesised() {
    tokens.advance();
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    FromItem item;
    if (SelectParser.startsSelect(tokens.type)) {
      Select select = selects.parse();
      selects.measureSubqueryInFrom();
      tokens.expect(TokenType.RIGHT_PAREN);
      item = new FromItem.Subquery(select, alias());
    } else {
      List<FromTerm> terms = parse();
      tokens.expect(TokenType.RIGHT_PAREN);
      String alias = alias();
      item =
          terms.size() == 1
              ? renamed(terms.get(0).item(), alias)
              : new FromItem.Group(terms, alias);
    }
    state.symbols(symbols);
    return item;
  }

  /** A single item in parentheses is the item itself; an alias behind them replaces its own. */
  private static FromItem renamed(FromItem item, String alias) {
    if (alias == null) {
      return item;
    }
    switch (item.kind()) {
      case TABLE:
        FromItem.Table table = (FromItem.Table) item;
        return new FromItem.Table(table.name(), alias, table.hint());
      case TABLE_FUNCTION:
        FromItem.TableFunction function = (FromItem.TableFunction) item;
        return new FromItem.TableFunction(function.name(), function.arguments(), alias);
      case SUBQUERY:
        return new FromItem.Subquery(((FromItem.Subquery) item).select(), alias);
      case GROUP:
        return new FromItem.Group(((FromItem.Group) item).terms(), alias);
    }
    throw new IllegalStateException(item.kind().name());
  }

  private String alias() {
    if (tokens.accept(TokenType.AS)) {
      return tokens.expectName();
    }
    return tokens.type.isAlias() ? tokens.expectAlias() : null;
  }

  /** INDEXED BY or NOT INDEXED; null if absent. */
  IndexHint indexHint() {
    if (tokens.accept(TokenType.INDEXED)) {
      tokens.expect(TokenType.BY);
      return new IndexHint(tokens.expectName());
    }
    if (tokens.accept(TokenType.NOT)) {
      tokens.expect(TokenType.INDEXED);
      return new IndexHint(null);
    }
    return null;
  }
}
