// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.EnumSet;
import java.util.Set;

/**
 * One statement of a program.
 *
 * @param sql its text
 * @param tolerances what may differ
 */
record Step(String sql, Set<Tolerance> tolerances) {

  static Step exact(String sql) {
    return new Step(sql, EnumSet.noneOf(Tolerance.class));
  }

  boolean allows(Tolerance tolerance) {
    return tolerances.contains(tolerance);
  }

  Step withSql(String other) {
    return new Step(other, tolerances);
  }
}
