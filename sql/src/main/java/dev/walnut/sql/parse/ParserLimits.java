// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

/**
 * Limits that the parser enforces; {@link #DEFAULT} has those of SQLite as sqlite-jdbc builds it.
 *
 * @param sqlLength chars of one text, from 1
 * @param expressionDepth levels of an expression tree, from 1
 * @param compoundTerms terms of a compound SELECT; 0: no limit
 * @param columns columns of a table, index, result, or terms of a list, from 1
 * @param functionArguments arguments of a function, from 0
 * @param parameterNumber the largest number of a parameter, from 1
 * @param fromTerms terms of one FROM clause, from 1
 * @param nesting height of the parser's stack in symbols, which bounds the depth of any nesting
 */
public record ParserLimits(
    int sqlLength,
    int expressionDepth,
    int compoundTerms,
    int columns,
    int functionArguments,
    int parameterNumber,
    int fromTerms,
    int nesting) {
  /** The limits of sqlite-jdbc's SQLite. */
  public static final ParserLimits DEFAULT =
      new ParserLimits(1_000_000_000, 1000, 500, 2000, 100, 250_000, 200, 2500);
}
