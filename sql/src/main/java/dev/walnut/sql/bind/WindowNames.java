// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import java.util.Locale;
import java.util.Set;

/** The functions that have a meaning with OVER only. */
final class WindowNames {
  private static final Set<String> NAMES =
      Set.of(
          "row_number",
          "rank",
          "dense_rank",
          "percent_rank",
          "cume_dist",
          "ntile",
          "lag",
          "lead",
          "first_value",
          "last_value",
          "nth_value");

  private WindowNames() {}

  static boolean isWindowFunction(String name) {
    return NAMES.contains(name.toLowerCase(Locale.ROOT));
  }
}
