// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.BoundOrder;
import java.util.List;

/**
 * An order of rows that would be welcome.
 *
 * @param anyOrder GROUP BY: equal rows must be neighbours, their order does not matter
 * @param few only the first few rows will be read
 */
record OrderGoal(List<BoundOrder> terms, boolean anyOrder, boolean few) {
  static final OrderGoal NONE = new OrderGoal(List.of(), false, false);
}
