// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import java.util.List;

/**
 * Outcome of one script.
 *
 * @param script the script's name
 * @param passedCount records that gave what the script expects
 * @param failedCount records that did not
 * @param failures descriptions of the first failures
 * @param nanos time taken
 */
record LogicReport(
    String script, int passedCount, int failedCount, List<String> failures, long nanos) {

  String summary() {
    return String.format(
        "%-45s %6d passed %6d failed %8.2f s", script, passedCount, failedCount, nanos / 1e9);
  }
}
