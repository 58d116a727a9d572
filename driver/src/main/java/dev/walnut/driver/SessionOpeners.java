// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.api.PragmaRegistry;

/** Where sessions and pragmas come from. */
final class SessionOpeners {
  static final SessionOpener DATABASE =
      options -> {
        throw new DatabaseException(ResultCode.CANTOPEN, "no engine is built in");
      };

  static final PragmaRegistry PRAGMAS = PragmaRegistry.EMPTY;

  private SessionOpeners() {}
}
