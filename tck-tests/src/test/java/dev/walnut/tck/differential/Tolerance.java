// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

/** What may differ in a statement's outcome because SQLite does not define it. */
enum Tolerance {
  /** The order of the rows. */
  ORDER,

  /**
   * Which of several equal numbers is shown (1 or 1.0), and the last digits of sums: the order in
   * which rows are visited decides.
   */
  NUMBERS,

  /** Which of several broken constraints is reported: the order in which rows are visited. */
  CONSTRAINT
}
