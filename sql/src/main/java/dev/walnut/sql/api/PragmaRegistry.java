// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

import java.util.Collection;

/** Finds pragmas by name; implemented by the pragmas module. Thread-safe. */
public interface PragmaRegistry {
  /** The pragma of that name, in any case of letters; null if unknown (SQLite ignores those). */
  Pragma find(String name);

  /** All pragmas, in no particular order. */
  Collection<? extends Pragma> all();

  /** A registry without any pragma. */
  PragmaRegistry EMPTY =
      new PragmaRegistry() {
        @Override
        public Pragma find(String name) {
          return null;
        }

        @Override
        public Collection<? extends Pragma> all() {
          return java.util.List.of();
        }
      };
}
