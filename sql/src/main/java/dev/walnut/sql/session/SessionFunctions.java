// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.sql.function.BuiltinFunctions;
import dev.walnut.sql.function.FunctionRegistry;

/** The functions that every session begins with. */
final class SessionFunctions {
  private SessionFunctions() {}

  /** A registry of the session's own, with all built-in functions. */
  static FunctionRegistry builtin() {
    return BuiltinFunctions.registry().copy();
  }
}
