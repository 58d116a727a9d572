// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.value.Collation;

/**
 * Finds the collation that a definition names. A lookup for new definitions throws for an unknown
 * name; one for stored definitions gives an {@link UnknownCollation}, so that a schema stays usable
 * as far as that collation is not needed.
 */
@FunctionalInterface
public interface CollationLookup {
  /** The collation of that name, in any case of letters; never null. */
  Collation collation(String name);
}
