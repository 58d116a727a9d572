// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

/**
 * What the parsers of one statement share beside its tokens: limits, parameters, and the measures
 * of the expression that was read last.
 *
 * <p>Invariants
 *
 * <ol>
 *   <li>{@link #symbols()} is the height that the stack of SQLite's LALR parser would have; it
 *       stays below the ceiling, so that no text can exhaust the thread's stack.
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

  /** How many names, calls and queries have been read as operands. */
  int variableOperands;

  /** Whether the statement has a WITH clause. */
  boolean hasWith;

  /** As many symbols are too many: the limit, or less while the parser tries to do with little. */
  private final int ceiling;

  private int symbols;
  private String deferred;

  ParseState(TokenStream tokens, ParserLimits limits, int ceiling) {
    this.tokens = tokens;
    this.limits = limits;
    this.ceiling = Math.min(ceiling, limits.nesting());
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

  /** How many symbols wait. */
  int symbols() {
    return symbols;
  }

  /**
   * Says how many symbols of unfinished constructs wait for the rest of them.
   *
   * @param count absolute; usually what {@link #symbols()} was, and a few more
   */
  void symbols(int count) {
    symbols = count;
    if (count >= ceiling) {
      throw tooManySymbols();
    }
  }

  /** Checks that so many more symbols may wait. */
  void checkRoomFor(int more) {
    if (symbols + more >= ceiling) {
      throw tooManySymbols();
    }
  }

  private RuntimeException tooManySymbols() {
    return ceiling < limits.nesting() ? DeepNesting.FOUND : TokenStream.error("Recursion limit");
  }

  /** Sets the height of a new node over operands of at most the given height. */
  void nodeOver(int operandHeight) {
    height = operandHeight + 1;
    if (height > limits.expressionDepth()) {
      tokens.complain(tooDeep());
    }
  }

  String tooDeep() {
    return "Expression tree is too large (maximum depth " + limits.expressionDepth() + ")";
  }

  /** Remembers a complaint that SQLite makes only once the whole statement has been read. */
  void defer(String message) {
    if (deferred == null) {
      deferred = message;
    }
  }

  /** Ends the statement: makes the first complaint, if there is one. */
  void throwDeferred() {
    tokens.throwComplaint();
    if (deferred != null) {
      throw TokenStream.error(deferred);
    }
  }
}
