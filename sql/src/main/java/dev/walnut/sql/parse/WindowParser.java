// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.NamedWindow;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.Over;
import dev.walnut.sql.syntax.Window;
import dev.walnut.sql.syntax.Window.Frame;
import dev.walnut.sql.syntax.Window.FrameBound;
import dev.walnut.sql.syntax.Window.FrameBoundKind;
import dev.walnut.sql.syntax.Window.FrameExclude;
import dev.walnut.sql.syntax.Window.FrameUnit;
import java.util.List;

/** Reads FILTER, OVER and WINDOW. */
final class WindowParser {
  private static final FrameBound CURRENT_ROW = new FrameBound(FrameBoundKind.CURRENT_ROW, null);

  private final ParseState state;
  private final TokenStream tokens;
  private final ExprParser expressions;
  private final SelectParser selects;

  WindowParser(ParseState state, ExprParser expressions, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.expressions = expressions;
    this.selects = selects;
  }

  Expr filter() {
    tokens.expect(TokenType.FILTER);
    tokens.expect(TokenType.LEFT_PAREN);
    tokens.expect(TokenType.WHERE);
    int symbols = state.symbols();
    state.symbols(symbols + 3);
    Expr condition = expressions.parse();
    state.checkRoomFor(2);
    state.symbols(symbols);
    tokens.expect(TokenType.RIGHT_PAREN);
    return condition;
  }

  Over over() {
    tokens.expect(TokenType.OVER);
    if (tokens.type == TokenType.LEFT_PAREN) {
      return new Over(null, definition());
    }
    return new Over(tokens.expectName(), null);
  }

  List<NamedWindow> windowClause() {
    tokens.expect(TokenType.WINDOW);
    int begin = tokens.beginList();
    do {
      String name = tokens.expectName();
      tokens.expect(TokenType.AS);
      tokens.add(new NamedWindow(name, definition()));
    } while (tokens.accept(TokenType.COMMA));
    return tokens.endList(begin);
  }

  private Window definition() {
    tokens.expect(TokenType.LEFT_PAREN);
    int symbols = state.symbols();
    state.symbols(symbols + 2);
    String baseName = null;
    boolean begins =
        tokens.type == TokenType.PARTITION
            || isFrameUnit(tokens.type)
            || tokens.type == TokenType.ORDER;
    if (!begins && tokens.type.isName()) {
      baseName = tokens.expectName();
    }
    List<Expr> partitionBy = List.of();
    if (tokens.accept(TokenType.PARTITION)) {
      tokens.expect(TokenType.BY);
      state.symbols(symbols + 5);
      partitionBy = expressions.list();
    }
    state.symbols(symbols + 6);
    List<OrderingTerm> orderBy = List.of();
    if (tokens.type == TokenType.ORDER) {
      orderBy = selects.orderBy();
    }
    Frame frame = isFrameUnit(tokens.type) ? frame() : null;
    tokens.expect(TokenType.RIGHT_PAREN);
    state.symbols(symbols);
    return new Window(baseName, partitionBy, orderBy, frame);
  }

  private static boolean isFrameUnit(TokenType type) {
    return type == TokenType.RANGE || type == TokenType.ROWS || type == TokenType.GROUPS;
  }

  private Frame frame() {
    FrameUnit unit =
        tokens.type == TokenType.RANGE
            ? FrameUnit.RANGE
            : tokens.type == TokenType.ROWS ? FrameUnit.ROWS : FrameUnit.GROUPS;
    tokens.advance();
    FrameBound start;
    FrameBound end = CURRENT_ROW;
    if (tokens.accept(TokenType.BETWEEN)) {
      start = bound(false, true);
      tokens.expect(TokenType.AND);
      end = bound(true, true);
    } else {
      start = bound(false, false);
    }
    FrameExclude exclude = FrameExclude.NO_OTHERS;
    if (tokens.accept(TokenType.EXCLUDE)) {
      exclude = exclude();
    }
    if (!isPossible(start.kind(), end.kind())) {
      tokens.complain("unsupported frame specification");
    }
    return new Frame(unit, start, end, exclude);
  }

  /**
   * One bound.
   *
   * @param isEnd UNBOUNDED FOLLOWING is possible, UNBOUNDED PRECEDING is not
   */
  private FrameBound bound(boolean isEnd, boolean between) {
    if (tokens.accept(TokenType.CURRENT)) {
      tokens.expect(TokenType.ROW);
      return CURRENT_ROW;
    }
    if (tokens.accept(TokenType.UNBOUNDED)) {
      tokens.expect(isEnd ? TokenType.FOLLOWING : TokenType.PRECEDING);
      return new FrameBound(
          isEnd ? FrameBoundKind.UNBOUNDED_FOLLOWING : FrameBoundKind.UNBOUNDED_PRECEDING, null);
    }
    int symbols = state.symbols();
    state.symbols(symbols + (between ? 4 : 2));
    Expr offset = expressions.parse();
    state.symbols(symbols);
    if (tokens.accept(TokenType.PRECEDING)) {
      return new FrameBound(FrameBoundKind.PRECEDING, offset);
    }
    tokens.expect(TokenType.FOLLOWING);
    return new FrameBound(FrameBoundKind.FOLLOWING, offset);
  }

  private FrameExclude exclude() {
    if (tokens.accept(TokenType.NO)) {
      tokens.expect(TokenType.OTHERS);
      return FrameExclude.NO_OTHERS;
    }
    if (tokens.accept(TokenType.CURRENT)) {
      tokens.expect(TokenType.ROW);
      return FrameExclude.CURRENT_ROW;
    }
    if (tokens.accept(TokenType.GROUP)) {
      return FrameExclude.GROUP;
    }
    tokens.expect(TokenType.TIES);
    return FrameExclude.TIES;
  }

  private static boolean isPossible(FrameBoundKind start, FrameBoundKind end) {
    if (start == FrameBoundKind.CURRENT_ROW) {
      return end != FrameBoundKind.PRECEDING;
    }
    return start != FrameBoundKind.FOLLOWING
        || (end != FrameBoundKind.PRECEDING && end != FrameBoundKind.CURRENT_ROW);
  }
}
