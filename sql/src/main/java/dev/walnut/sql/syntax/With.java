// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/** {@code WITH [RECURSIVE] ...}; the word RECURSIVE changes nothing in SQLite. */
public record With(boolean recursive, List<CommonTable> tables) {

  /**
   * One common table expression.
   *
   * @param columns empty if absent
   */
  public record CommonTable(
      String name, List<String> columns, Materialization materialization, Select select) {}

  /** The hint behind AS. */
  public enum Materialization {
    ANY,
    MATERIALIZED,
    NOT_MATERIALIZED
  }
}
