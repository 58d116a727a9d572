// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/**
 * The statements of a connection that are not closed, without keeping them alive: a statement that
 * the application forgot is found through a reference queue and what it holds is freed, so it pins
 * no snapshot. A ring with a fixed knot; guarded by the gate.
 */
final class StatementList {
  private final ReferenceQueue<WalnutStatement> forgotten = new ReferenceQueue<>();
  private final StatementHandle knot = new StatementHandle(null, null);

  StatementList() {
    knot.next = knot;
    knot.previous = knot;
  }

  StatementHandle add(WalnutStatement statement) {
    StatementHandle handle = new StatementHandle(statement, forgotten);
    handle.next = knot.next;
    handle.previous = knot;
    knot.next.previous = handle;
    knot.next = handle;
    return handle;
  }

  void remove(StatementHandle handle) {
    if (handle.next != null) {
      handle.previous.next = handle.next;
      handle.next.previous = handle.previous;
      handle.next = null;
      handle.previous = null;
    }
  }

  /** The handle of a statement that was forgotten, taken out of the list; null if there is none. */
  StatementHandle pollForgotten() {
    Reference<? extends WalnutStatement> reference = forgotten.poll();
    if (reference == null) {
      return null;
    }
    StatementHandle handle = (StatementHandle) reference;
    remove(handle);
    return handle;
  }

  /** Any handle of the list; null if it is empty. */
  StatementHandle first() {
    return knot.next == knot ? null : knot.next;
  }
}
