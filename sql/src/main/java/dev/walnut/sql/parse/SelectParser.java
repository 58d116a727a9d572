// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.NamedWindow;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.OrderingTerm.NullsOrder;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.Select.CompoundOperator;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.syntax.With;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads queries.
 *
 * <p>The grammar lets ORDER BY and LIMIT stand in every part of a compound; that they belong to the
 * last part is a complaint made at its end. VALUES takes neither.
 */
final class SelectParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final ExprParser expressions;
  private final FromParser from;
  private final WithParser withs;

  /** Of the query being read: the height of its tallest expression, FROM not counted. */
  private int height;

  /** Of the query being read: the largest sum of heights along a chain of subqueries. */
  private int nestedHeight;

  /** Of the part that was read last. */
  private List<OrderingTerm> orderBy;

  private Expr limit;
  private Expr offset;

  /** Whether the VALUES that was read last has constant rows only. */
  private boolean constantValues;

  SelectParser(ParseState state) {
    this.state = state;
    this.tokens = state.tokens;
    this.expressions = new ExprParser(state, this);
    this.from = new FromParser(state, expressions, this);
    this.withs = new WithParser(state, this);
  }

  ExprParser expressions() {
    return expressions;
  }

  FromParser from() {
    return from;
  }

  /** Whether a query can begin with a token, where it could be an expression as well. */
  static boolean startsSelect(TokenType type) {
    return type == TokenType.SELECT || type == TokenType.VALUES || type == TokenType.WITH;
  }

  /**
   * A query with its WITH clause. Afterwards the measures of the state are those of the query: the
   * height of its tallest expression, and the largest sum of heights.
   */
  Select parse() {
    int start = tokens.start;
    return parse(tokens.type == TokenType.WITH ? with() : null, start);
  }

  /** A query behind its WITH clause. */
  Select parse(With with, int start) {
    final int outerHeight = height;
    final int outerNested = nestedHeight;
    height = 0;
    nestedHeight = 0;
    final int symbols = state.symbols();
    final int prefix = symbols + (with == null ? 0 : 2);
    state.symbols(prefix);
    SelectCore core = core();
    Select select;
    CompoundOperator operator = operator();
    if (operator == null) {
      select =
          new Select(
              with, List.of(core), List.of(), orderBy, limit, offset, start, tokens.previousEnd);
    } else {
      state.symbols(prefix + 2);
      select = compound(with, core, operator, start);
    }
    state.symbols(symbols);
    if (nestedHeight > state.limits.expressionDepth()) {
      state.defer(state.tooDeep());
    }
    state.height = height;
    state.nestedHeight = nestedHeight;
    height = outerHeight;
    nestedHeight = outerNested;
    return select;
  }

  private Select compound(With with, SelectCore first, CompoundOperator second, int start) {
    final int firstTerms =
        first.kind() == SelectCore.Kind.VALUES && !constantValues
            ? ((SelectCore.Values) first).rows().size()
            : 1;
    List<SelectCore> cores = new ArrayList<>();
    List<CompoundOperator> operators = new ArrayList<>();
    cores.add(first);
    String complaint = null;
    for (CompoundOperator operator = second; operator != null; operator = operator()) {
      if (!orderBy.isEmpty() || limit != null) {
        // SQLite looks for it from the end, so that the last one is named.
        complaint =
            (orderBy.isEmpty() ? "LIMIT" : "ORDER BY")
                + " clause should come after "
                + operator.name().replace('_', ' ')
                + " not before";
      }
      operators.add(operator);
      cores.add(core());
    }
    if (complaint != null) {
      tokens.complain(complaint);
    }
    checkTerms(cores, firstTerms);
    return new Select(
        with,
        List.copyOf(cores),
        List.copyOf(operators),
        orderBy,
        limit,
        offset,
        start,
        tokens.previousEnd);
  }

  /**
   * Checks the number of terms. SQLite counts each row of a VALUES that comes first and is not
   * constant, and counts nothing when a single row comes last.
   */
  private void checkTerms(List<SelectCore> cores, int firstTerms) {
    int maximum = state.limits.compoundTerms();
    if (maximum == 0 || cores.size() - 1 + firstTerms <= maximum) {
      return;
    }
    SelectCore last = cores.get(cores.size() - 1);
    if (last.kind() == SelectCore.Kind.VALUES && ((SelectCore.Values) last).rows().size() == 1) {
      return;
    }
    tokens.complain("too many terms in compound SELECT");
  }

  private CompoundOperator operator() {
    switch (tokens.type) {
      case UNION:
        tokens.advance();
        return tokens.accept(TokenType.ALL) ? CompoundOperator.UNION_ALL : CompoundOperator.UNION;
      case INTERSECT:
        tokens.advance();
        return CompoundOperator.INTERSECT;
      case EXCEPT:
        tokens.advance();
        return CompoundOperator.EXCEPT;
      default:
        return null;
    }
  }

  /**
   * One part; sets {@link #orderBy}, {@link #limit} and {@link #offset}, last of all, because a
   * subquery inside sets them too.
   */
  private SelectCore core() {
    if (tokens.type == TokenType.VALUES) {
      SelectCore values = values();
      orderBy = List.of();
      limit = null;
      offset = null;
      return values;
    }
    tokens.expect(TokenType.SELECT);
    boolean distinct = tokens.accept(TokenType.DISTINCT);
    if (!distinct) {
      tokens.accept(TokenType.ALL);
    }
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    List<ResultColumn> columns = resultColumns();
    List<FromTerm> terms = List.of();
    if (tokens.accept(TokenType.FROM)) {
      state.symbols(symbols + 4);
      terms = from.parse();
    }
    state.symbols(symbols + 5);
    Expr where = null;
    if (tokens.accept(TokenType.WHERE)) {
      where = clause();
    }
    List<Expr> groupBy = List.of();
    if (tokens.accept(TokenType.GROUP)) {
      tokens.expect(TokenType.BY);
      state.symbols(symbols + 7);
      groupBy = expressions.list();
      measure();
      checkLength(groupBy, "GROUP BY", "terms");
    }
    Expr having = null;
    state.symbols(symbols + 7);
    if (tokens.accept(TokenType.HAVING)) {
      having = clause();
    }
    List<NamedWindow> windows = List.of();
    if (tokens.type == TokenType.WINDOW) {
      state.symbols(symbols + 9);
      windows = expressions.operands().windows().windowClause();
      state.symbols(symbols + 7);
    }
    List<OrderingTerm> ordering = List.of();
    if (tokens.type == TokenType.ORDER) {
      ordering = orderBy();
      measure();
    }
    // All parts wait to become one, absent ones included.
    state.symbols(symbols + 9);
    Expr rows = null;
    Expr skipped = null;
    if (tokens.accept(TokenType.LIMIT)) {
      rows = clause();
      if (tokens.accept(TokenType.OFFSET)) {
        skipped = clause();
      } else if (tokens.accept(TokenType.COMMA)) {
        skipped = rows;
        rows = clause();
      }
    }
    state.symbols(symbols);
    orderBy = ordering;
    limit = rows;
    offset = skipped;
    return new SelectCore.Query(distinct, columns, terms, where, groupBy, having, windows);
  }

  private SelectCore values() {
    tokens.expect(TokenType.VALUES);
    int begin = tokens.beginList();
    int width = 0;
    int variableOperands = state.variableOperands;
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    do {
      tokens.expect(TokenType.LEFT_PAREN);
      List<Expr> row = expressions.list();
      state.symbols(symbols + 3);
      measure();
      tokens.expect(TokenType.RIGHT_PAREN);
      if (width == 0) {
        width = row.size();
      } else if (width != row.size()) {
        String complaint = "all VALUES must have the same number of terms";
        // SQLite writes constant rows to a table while it reads them.
        if (state.hasWith || state.variableOperands != variableOperands) {
          state.defer(complaint);
        } else {
          tokens.complain(complaint);
        }
      }
      tokens.add(row);
    } while (tokens.accept(TokenType.COMMA));
    state.symbols(symbols);
    constantValues = state.variableOperands == variableOperands;
    return new SelectCore.Values(tokens.endList(begin));
  }

  /** One expression that counts for the heights of the query. */
  private Expr clause() {
    Expr expr = expressions.parse();
    measure();
    return expr;
  }

  private void measure() {
    height = Math.max(height, state.height);
    measureNested();
  }

  private void measureNested() {
    nestedHeight = Math.max(nestedHeight, state.height + state.nestedHeight);
  }

  /** Counts a query in FROM, whose expressions are at the level of this one's. */
  void measureSubqueryInFrom() {
    nestedHeight = Math.max(nestedHeight, state.nestedHeight);
  }

  /** Counts a join condition, which is no expression of the query itself. */
  void measureJoinCondition() {
    measureNested();
  }

  private void checkLength(List<?> list, String clause, String what) {
    if (list.size() > state.limits.columns()) {
      state.defer("too many " + what + " in " + clause + " clause");
    }
  }

  /** Result columns, also those of RETURNING. */
  List<ResultColumn> resultColumns() {
    int begin = tokens.beginList();
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    do {
      tokens.add(resultColumn());
    } while (tokens.accept(TokenType.COMMA));
    state.symbols(symbols);
    List<ResultColumn> columns = tokens.endList(begin);
    if (columns.size() > state.limits.columns()) {
      state.defer("too many columns in result set");
    }
    return columns;
  }

  private ResultColumn resultColumn() {
    if (tokens.accept(TokenType.STAR)) {
      return new ResultColumn(null, null, null, null);
    }
    if (tokens.type.canBeginColumn() && tokens.isFollowedByDotStar()) {
      String table = tokens.expectName();
      tokens.expect(TokenType.DOT);
      tokens.expect(TokenType.STAR);
      return new ResultColumn(null, null, table, null);
    }
    int start = tokens.start;
    Expr expr = clause();
    if (tokens.accept(TokenType.AS)) {
      return new ResultColumn(expr, tokens.expectName(), null, null);
    }
    if (tokens.type.isAlias()) {
      return new ResultColumn(expr, tokens.expectAlias(), null, null);
    }
    return new ResultColumn(expr, null, null, text(expr, start));
  }

  /** The text of an expression up to the current token. */
  private String text(Expr expr, int start) {
    int end = tokens.start;
    String sql = tokens.sql();
    while (end > start && SqlText.isSpace(sql.charAt(end - 1))) {
      end--;
    }
    if (expr.kind() == Expr.Kind.COLUMN) {
      Expr.Column column = (Expr.Column) expr;
      if (column.bare() && expr.start() == start && expr.end() == end) {
        return column.column();
      }
    }
    return sql.substring(start, end);
  }

  /** {@code ORDER BY ...}. */
  List<OrderingTerm> orderBy() {
    tokens.expect(TokenType.ORDER);
    tokens.expect(TokenType.BY);
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    List<OrderingTerm> terms = orderingTerms();
    state.symbols(symbols);
    checkLength(terms, "ORDER BY", "terms");
    return terms;
  }

  /** Terms of ORDER BY, or columns of an index; the measures are the largest of all. */
  List<OrderingTerm> orderingTerms() {
    int begin = tokens.beginList();
    int tallest = 0;
    int tallestNested = 0;
    int symbols = state.symbols();
    do {
      Expr expr = expressions.parse();
      tallest = Math.max(tallest, state.height);
      tallestNested = Math.max(tallestNested, state.nestedHeight);
      boolean descending = false;
      if (tokens.accept(TokenType.DESC)) {
        descending = true;
      } else {
        tokens.accept(TokenType.ASC);
      }
      NullsOrder nulls = null;
      if (tokens.accept(TokenType.NULLS)) {
        if (tokens.accept(TokenType.FIRST)) {
          nulls = NullsOrder.FIRST;
        } else {
          tokens.expect(TokenType.LAST);
          nulls = NullsOrder.LAST;
        }
      }
      tokens.add(new OrderingTerm(expr, descending, nulls));
      state.symbols(symbols + 2);
    } while (tokens.accept(TokenType.COMMA));
    state.symbols(symbols);
    state.height = tallest;
    state.nestedHeight = tallestNested;
    return tokens.endList(begin);
  }

  /** {@code WITH ...}. */
  With with() {
    return withs.parse();
  }
}
