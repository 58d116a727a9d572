// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Interop in WAL mode with the {@code sqlite3} shell, which must be installed. */
@Tag("shell")
class WalShellInteropTest extends WalInteropContract {

  @Override
  ForeignSqlite start() throws IOException {
    return ShellProcess.start();
  }
}
