// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * The connection's knot on a JDBC statement: what the statement holds of the session, reachable
 * also after the application has lost the statement without closing it. Links of the list and
 * content are guarded by the gate.
 */
final class StatementHandle extends WeakReference<WalnutStatement> {
  StatementHandle previous;
  StatementHandle next;

  /** The compiled statement in use; null if none. */
  CompiledStatement compiled;

  private int openRows;

  StatementHandle(WalnutStatement statement, ReferenceQueue<WalnutStatement> queue) {
    super(statement, queue);
  }

  void rowOpened(ConnectionGate gate) {
    openRows++;
    gate.rowOpened();
  }

  void rowClosed(ConnectionGate gate) {
    if (openRows > 0) {
      openRows--;
      gate.rowClosed();
    }
  }

  /** Takes back what result sets that nobody can close any more have opened. */
  void forgetRows(ConnectionGate gate) {
    while (openRows > 0) {
      rowClosed(gate);
    }
  }
}
