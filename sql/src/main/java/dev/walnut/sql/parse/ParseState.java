// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.engine.api.DatabaseException;

/**
 * What the parsers of one statement share beside its tokens: limits, parameters, and the measures
 * of the expression that was read last.
 *
 * <p>Invariants
 *
 * <ol>
 *   <li>{@link #open} counts the symbols of all unfinished constructs, like the stack of an LALR
 *       parser; it never passes the limit, so that no text can exhaust the thread's stack.
 *   <li>After a method of {@link ExprParser} returns an expression, {@link #height} is the height
 *       of its tree and {@link #nestedHeight} the largest sum of heights along a chain of
 *       subqueries inside it. SQLite limits both.
 * </ol>
 */
final class ParseState {
  final ParserLimits limits;
  final TokenStream tokens;

  /** Null until the first parameter. */
  private Parameters parameters;

  /** Height of the last expression; 0 for an absent one. */
  int height;

  /** Sum of heights of the queries inside the last expression. */
  int nestedHeight;

  private int open;
  private DatabaseException deferred;

  ParseState(TokenStream tokens, ParserLimits limits) {
    this.tokens = tokens;
    this.limits = limits;
  }

  Parameters parameters() {
    if (parameters == null) {
      parameters = new Parameters();
    }
    return parameters;
  }

  Parameters parametersOrNone() {
    return parameters == null ? Parameters.NONE : parameters;
  }

  boolean hasParameters() {
    return parameters != null;
  }

  /** Opens a construct that keeps so many symbols waiting. */
  void open(int symbols) {
    open += symbols;
    if (open > limits.nesting()) {
      throw TokenStream.error("Recursion limit");
    }
  }

  /** Closes what {@link #open} opened. */
  void close(int symbols) {
    open -= symbols;
  }

  /** Sets the height of a new node over operands of at most the given height. */
  void nodeOver(int operandHeight) {
    height = operandHeight + 1;
    if (height > limits.expressionDepth()) {
      throw tooDeep();
    }
  }

  DatabaseException tooDeep() {
    return TokenStream.error(
        "Expression tree is too large (maximum depth " + limits.expressionDepth() + ")");
  }

  /** Remembers a complaint that SQLite makes only once the whole statement has been read. */
  void defer(String message) {
    defer(TokenStream.error(message));
  }

  /** Remembers a complaint that SQLite makes only once the whole statement has been read. */
  void defer(DatabaseException error) {
    if (deferred == null) {
      deferred = error;
    }
  }

  /** Makes the first of the remembered complaints. */
  void throwDeferred() {
    if (deferred != null) {
      throw deferred;
    }
  }
}
