// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Collation;

/** One column that rows are sorted by. */
record SortKey(boolean descending, boolean nullsFirst, Collation collation) {
  static SortKey ascending(Collation collation) {
    return new SortKey(false, true, collation);
  }
}
