// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

import dev.walnut.sql.value.Value;
import java.util.List;

/** One PRAGMA: a name, what columns it gives, and what it does. Immutable, thread-safe. */
public interface Pragma {
  /** Lower-case name. */
  String name();

  /**
   * Names of the result columns, known before the pragma runs.
   *
   * @param hasArgument whether an argument is given (many pragmas give rows only without one)
   */
  List<String> columns(boolean hasArgument);

  /**
   * Whether the pragma can be used as a table-valued function {@code pragma_NAME(arg, schema)}: it
   * has result columns and no side effects.
   */
  boolean isTableValued();

  /** Whether a read transaction with the current schema must be open while it runs. */
  boolean needsSchema();

  /**
   * Runs the pragma.
   *
   * @param call session, database and argument
   * @return the rows, each an array of as many cells as {@link #columns}
   */
  List<Value[]> run(PragmaCall call);
}
