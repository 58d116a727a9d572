// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.With;
import dev.walnut.sql.syntax.With.CommonTable;
import dev.walnut.sql.syntax.With.Materialization;
import java.util.List;

/** Reads WITH. */
final class WithParser {
  private final ParseState state;
  private final TokenStream tokens;
  private final SelectParser selects;

  WithParser(ParseState state, SelectParser selects) {
    this.state = state;
    this.tokens = state.tokens;
    this.selects = selects;
  }

  /** {@code WITH ...}. */
  With parse() {
    tokens.expect(TokenType.WITH);
    state.hasWith = true;
    boolean recursive = tokens.accept(TokenType.RECURSIVE);
    int begin = tokens.beginList();
    int symbols = state.symbols();
    state.symbols(symbols + (recursive ? 2 : 1));
    do {
      tokens.add(commonTable());
      state.symbols(symbols + (recursive ? 4 : 3));
    } while (tokens.accept(TokenType.COMMA));
    state.symbols(symbols);
    return new With(recursive, tokens.endList(begin));
  }

  private CommonTable commonTable() {
    String name = tokens.expectName();
    List<String> columns = ColumnLists.optional(state);
    tokens.expect(TokenType.AS);
    Materialization materialization = Materialization.ANY;
    if (tokens.accept(TokenType.NOT)) {
      tokens.expect(TokenType.MATERIALIZED);
      materialization = Materialization.NOT_MATERIALIZED;
    } else if (tokens.accept(TokenType.MATERIALIZED)) {
      materialization = Materialization.MATERIALIZED;
    }
    tokens.expect(TokenType.LEFT_PAREN);
    if (!SelectParser.startsSelect(tokens.type)) {
      throw tokens.syntaxError();
    }
    int symbols = state.symbols();
    state.symbols(symbols + 4);
    Select select = selects.parse();
    state.symbols(symbols);
    tokens.expect(TokenType.RIGHT_PAREN);
    return new CommonTable(name, columns, materialization, select);
  }
}
