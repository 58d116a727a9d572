// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.Statement;

/**
 * SQLite's grammar: text in, {@link dev.walnut.sql.syntax} out. The methods are safe for any number
 * of threads, block on nothing, and keep nothing of what they read.
 *
 * <p>What they throw is a {@link DatabaseException} with {@link ResultCode#ERROR} (or {@link
 * ResultCode#TOOBIG} for too long a text) and SQLite's message.
 */
public final class SqlParser {
  /** Symbols that any thread's stack has room for: they take up to about 60 KiB. */
  private static final int SHALLOW = 128;

  private SqlParser() {}

  /** {@link #parse(String, int)} from the beginning. */
  public static ParsedStatement parse(String sql) {
    return parse(sql, 0);
  }

  /**
   * Reads the first statement at or after an offset; empty statements before it are skipped.
   *
   * @param sql any text
   * @param offset from 0 to the length of the text
   */
  public static ParsedStatement parse(String sql, int offset) {
    return parse(sql, offset, ParserLimits.DEFAULT);
  }

  /** {@link #parse(String, int)} with limits of its own. */
  public static ParsedStatement parse(String sql, int offset, ParserLimits limits) {
    if (sql.length() - offset > limits.sqlLength()) {
      throw new DatabaseException(ResultCode.TOOBIG, "statement too long");
    }
    try {
      return parse(sql, offset, limits, SHALLOW);
    } catch (DeepNesting e) {
      return DeepNesting.onLargeStack(() -> parse(sql, offset, limits, limits.nesting()));
    }
  }

  private static ParsedStatement parse(String sql, int offset, ParserLimits limits, int ceiling) {
    TokenStream tokens = new TokenStream(sql, offset);
    while (tokens.type == TokenType.SEMICOLON) {
      tokens.advance();
    }
    if (tokens.type == TokenType.END_OF_INPUT) {
      return new ParsedStatement(sql, null, Parameters.NONE, tokens.end);
    }
    ParseState state = new ParseState(tokens, limits, ceiling);
    Statement statement = new StatementParser(state).parse();
    // The semicolon is looked at but not used: what follows it belongs to the next statement.
    if (tokens.type != TokenType.SEMICOLON && tokens.type != TokenType.END_OF_INPUT) {
      throw tokens.syntaxError();
    }
    state.throwDeferred();
    return new ParsedStatement(sql, statement, state.parametersOrNone(), tokens.end);
  }

  /**
   * Reads a text that is one expression and nothing else, such as the condition of a CHECK.
   *
   * @param sql any text
   */
  public static Expr parseExpression(String sql) {
    try {
      return parseExpression(sql, SHALLOW);
    } catch (DeepNesting e) {
      int nesting = ParserLimits.DEFAULT.nesting();
      return DeepNesting.onLargeStack(() -> parseExpression(sql, nesting));
    }
  }

  private static Expr parseExpression(String sql, int ceiling) {
    TokenStream tokens = new TokenStream(sql, 0);
    ParseState state = new ParseState(tokens, ParserLimits.DEFAULT, ceiling);
    Expr expr = new StatementParser(state).expressions().parse();
    if (tokens.type != TokenType.END_OF_INPUT) {
      throw tokens.syntaxError();
    }
    state.throwDeferred();
    return expr;
  }
}
