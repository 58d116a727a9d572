// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.io.IOException;

/** Interop in WAL mode with SQLite in a child JVM. */
class WalJvmInteropTest extends WalInteropContract {

  @Override
  ForeignSqlite start() throws IOException {
    return JdbcProcess.sqlite();
  }
}
