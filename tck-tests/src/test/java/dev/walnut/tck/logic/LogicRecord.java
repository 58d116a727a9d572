// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import java.util.List;

/**
 * One record of a sqllogictest script that is to be run.
 *
 * @param kind statement or query
 * @param line line of the script on which the record starts, from 1
 * @param sql the SQL text, lines joined by newlines
 * @param mustFail true for {@code statement error}
 * @param types one letter (I, R, T) per result column; empty for statements
 * @param sortMode how the result is sorted before it is compared
 * @param label queries of one label must give one result; null if there is none
 * @param hashThreshold results of more values are compared by their hash; 0 means never
 * @param expected the expected lines
 */
record LogicRecord(
    Kind kind,
    int line,
    String sql,
    boolean mustFail,
    String types,
    SortMode sortMode,
    String label,
    int hashThreshold,
    List<String> expected) {

  /** What a record does. */
  enum Kind {
    STATEMENT,
    QUERY
  }

  /** How the values of a result are sorted before they are compared. */
  enum SortMode {
    NOSORT,
    ROWSORT,
    VALUESORT
  }
}
