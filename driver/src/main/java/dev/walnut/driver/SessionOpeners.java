// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import dev.walnut.sql.session.DatabaseSession;

/** Where sessions come from. */
final class SessionOpeners {
  static final SessionOpener DATABASE = DatabaseSession::open;

  private SessionOpeners() {}
}
