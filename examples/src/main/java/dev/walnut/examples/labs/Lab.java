// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/**
 * One question, asked in several cases of each driver.
 *
 * <p>A case leaves a closed database whose table {@code log(id INTEGER PRIMARY KEY, payload BLOB)}
 * is checked by both drivers.
 */
interface Lab {

  /** The name by which {@link LabChild} finds it. */
  String name();

  /** Names of the cells that {@link #run} returns. */
  List<String> columns();

  /** The cases, in order. */
  List<String> cases();

  /** Whether both drivers must end with the same rows; if not, the number is part of the result. */
  boolean sameRows();

  /** Runs one case on a file that does not exist yet. */
  Result run(String caseName, LabTarget target, LabOptions options)
      throws SQLException, IOException, InterruptedException;

  /**
   * What a case found.
   *
   * @param rowCount rows that the table must have now
   * @param cells one for each column
   */
  record Result(long rowCount, List<String> cells) {}
}
