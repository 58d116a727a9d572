// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Assignment;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Delete;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromItem.IndexHint;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.Insert;
import dev.walnut.sql.syntax.Insert.Upsert;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.Update;
import dev.walnut.sql.syntax.With;
import java.util.List;

/**
 * Reads INSERT, UPDATE and DELETE. Inside a trigger they are poorer: no schema, INDEXED BY, ORDER
 * BY, LIMIT, RETURNING or DEFAULT VALUES.
 */
final class DmlParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final SelectParser selects;
  private final ExprParser expressions;

  /** ORDER BY, LIMIT and OFFSET of the statement being read. */
  private List<OrderingTerm> orderBy = List.of();

  private Expr limit;
  private Expr offset;

  DmlParser(ParseState state, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.selects = selects;
    this.expressions = selects.expressions();
  }

  /** INSERT or REPLACE, which is the current token. */
  Statement insert(With with, int start, boolean inTrigger) {
    ConflictResolution conflict;
    if (tokens.accept(TokenType.REPLACE)) {
      conflict = ConflictResolution.REPLACE;
    } else {
      tokens.expect(TokenType.INSERT);
      conflict = orConflict();
    }
    tokens.expect(TokenType.INTO);
    QualifiedName table = expressions.qualifiedName();
    String alias = null;
    if (tokens.accept(TokenType.AS)) {
      alias = tokens.expectName();
    }
    List<String> columns = List.of();
    if (tokens.type == TokenType.LEFT_PAREN) {
      columns = ColumnLists.names(tokens);
    }
    if (!inTrigger && tokens.accept(TokenType.DEFAULT)) {
      tokens.expect(TokenType.VALUES);
      List<ResultColumn> returning = returning();
      return new Insert(
          with,
          conflict,
          table,
          alias,
          columns,
          null,
          List.of(),
          returning,
          start,
          tokens.previousEnd);
    }
    if (!SelectParser.startsSelect(tokens.type)) {
      throw tokens.syntaxError();
    }
    int symbols = state.symbols();
    state.symbols(symbols + 5);
    Select source = selects.parse();
    int begin = tokens.beginList();
    boolean last = false;
    while (!last && tokens.accept(TokenType.ON)) {
      Upsert upsert = upsert();
      tokens.add(upsert);
      last = upsert.target().isEmpty();
    }
    List<Upsert> upserts = tokens.endList(begin);
    List<ResultColumn> returning = returning();
    state.symbols(symbols);
    if (inTrigger) {
      checkNotQualified(table);
      if (!returning.isEmpty()) {
        tokens.complain("cannot use RETURNING in a trigger");
      }
    }
    return new Insert(
        with,
        conflict,
        table,
        alias,
        columns,
        source,
        upserts,
        returning,
        start,
        tokens.previousEnd);
  }

  private void checkNotQualified(QualifiedName table) {
    if (table.schema() != null && !tokens.hasComplaint()) {
      tokens.complain(
          "qualified table names are not allowed on INSERT, UPDATE, and DELETE statements"
              + " within triggers");
    }
  }

  /** The rest of ON CONFLICT. */
  private Upsert upsert() {
    tokens.expect(TokenType.CONFLICT);
    List<OrderingTerm> target = List.of();
    Expr targetWhere = null;
    if (tokens.accept(TokenType.LEFT_PAREN)) {
      target = selects.orderingTerms();
      tokens.expect(TokenType.RIGHT_PAREN);
      targetWhere = where();
    }
    tokens.expect(TokenType.DO);
    if (tokens.accept(TokenType.NOTHING)) {
      return new Upsert(target, targetWhere, List.of(), null);
    }
    tokens.expect(TokenType.UPDATE);
    tokens.expect(TokenType.SET);
    List<Assignment> assignments = assignments();
    return new Upsert(target, targetWhere, assignments, where());
  }

  /** UPDATE, which is the current token. */
  Statement update(With with, int start, boolean inTrigger) {
    tokens.expect(TokenType.UPDATE);
    ConflictResolution conflict = orConflict();
    FromItem.Table table = target(inTrigger);
    tokens.expect(TokenType.SET);
    int symbols = state.symbols();
    state.symbols(symbols + 6);
    List<Assignment> assignments = assignments();
    List<FromTerm> from = List.of();
    if (tokens.accept(TokenType.FROM)) {
      state.symbols(symbols + 8);
      from = selects.from().parse();
    }
    state.symbols(symbols + 9);
    Expr where = where();
    List<ResultColumn> returning = inTrigger ? List.of() : returning();
    if (inTrigger) {
      noLimit();
      checkNotQualified(table.name());
    } else {
      orderByAndLimit("UPDATE");
    }
    state.symbols(symbols);
    return new Update(
        with,
        conflict,
        table,
        assignments,
        from,
        where,
        returning,
        orderBy,
        limit,
        offset,
        start,
        tokens.previousEnd);
  }

  /** DELETE, which is the current token. */
  Statement delete(With with, int start, boolean inTrigger) {
    tokens.expect(TokenType.DELETE);
    tokens.expect(TokenType.FROM);
    FromItem.Table table = target(inTrigger);
    int symbols = state.symbols();
    state.symbols(symbols + 6);
    Expr where = where();
    List<ResultColumn> returning = inTrigger ? List.of() : returning();
    if (inTrigger) {
      noLimit();
      checkNotQualified(table.name());
    } else {
      orderByAndLimit("DELETE");
    }
    state.symbols(symbols);
    return new Delete(
        with, table, where, returning, orderBy, limit, offset, start, tokens.previousEnd);
  }

  private FromItem.Table target(boolean inTrigger) {
    QualifiedName name = expressions.qualifiedName();
    String alias = null;
    if (tokens.accept(TokenType.AS)) {
      alias = tokens.expectName();
    }
    IndexHint hint = selects.from().indexHint();
    if (inTrigger && hint != null) {
      tokens.complain(
          "the "
              + (hint.indexName() == null ? "NOT INDEXED" : "INDEXED BY")
              + " clause is not allowed on UPDATE or DELETE statements within triggers");
    }
    return new FromItem.Table(name, alias, hint);
  }

  private ConflictResolution orConflict() {
    if (!tokens.accept(TokenType.OR)) {
      return null;
    }
    ConflictResolution conflict = ConflictClauses.resolution(tokens.type);
    if (conflict == null) {
      throw tokens.syntaxError();
    }
    tokens.advance();
    return conflict;
  }

  private List<Assignment> assignments() {
    int begin = tokens.beginList();
    int count = 0;
    int symbols = state.symbols();
    int before = symbols;
    do {
      List<String> columns;
      boolean vector = tokens.type == TokenType.LEFT_PAREN;
      if (vector) {
        columns = ColumnLists.names(tokens);
      } else {
        columns = List.of(tokens.expectName());
      }
      tokens.expect(TokenType.EQUAL);
      state.symbols(before + (vector ? 4 : 2));
      Expr value = expressions.parse();
      before = symbols + 2;
      count += columns.size();
      if (vector
          && columns.size() > 1
          && value.kind() != Expr.Kind.SUBQUERY
          && width(value) != columns.size()) {
        tokens.complain(columns.size() + " columns assigned " + width(value) + " values");
      }
      tokens.add(new Assignment(columns, vector, value));
    } while (tokens.accept(TokenType.COMMA));
    state.symbols(symbols);
    if (count > state.limits.columns()) {
      tokens.complain("too many columns in set list");
    }
    return tokens.endList(begin);
  }

  private static int width(Expr value) {
    return value.kind() == Expr.Kind.ROW_VALUE ? ((Expr.RowValue) value).items().size() : 1;
  }

  private Expr where() {
    return tokens.accept(TokenType.WHERE) ? expressions.parse() : null;
  }

  private List<ResultColumn> returning() {
    return tokens.accept(TokenType.RETURNING) ? selects.resultColumns() : List.of();
  }

  private void noLimit() {
    orderBy = List.of();
    limit = null;
    offset = null;
  }

  private void orderByAndLimit(String statement) {
    noLimit();
    if (tokens.type == TokenType.ORDER) {
      orderBy = selects.orderBy();
    }
    if (tokens.accept(TokenType.LIMIT)) {
      limit = expressions.parse();
      if (tokens.accept(TokenType.OFFSET)) {
        offset = expressions.parse();
      } else if (tokens.accept(TokenType.COMMA)) {
        offset = limit;
        limit = expressions.parse();
      }
    }
    if (!orderBy.isEmpty() && limit == null) {
      state.defer("ORDER BY without LIMIT on " + statement);
    }
  }
}
