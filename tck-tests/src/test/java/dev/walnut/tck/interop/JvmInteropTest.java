// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.io.IOException;

/** Interop with SQLite in a child JVM. */
class JvmInteropTest extends InteropContract {

  @Override
  ForeignSqlite start() throws IOException {
    return JdbcProcess.sqlite();
  }
}
