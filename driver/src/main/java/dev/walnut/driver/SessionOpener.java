// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import dev.walnut.sql.api.Session;
import dev.walnut.sql.api.SessionOptions;

/** Opens the session behind a connection; tests put a session of their own here. */
@FunctionalInterface
interface SessionOpener {
  Session open(SessionOptions options);
}
