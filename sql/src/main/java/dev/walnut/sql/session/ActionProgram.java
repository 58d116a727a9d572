// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

/** A statement that is one action on the session, without rows: BEGIN, ATTACH and the like. */
final class ActionProgram extends Program {
  private final Runnable action;

  ActionProgram(Runnable action) {
    this.action = action;
  }

  @Override
  public void start() {
    action.run();
  }
}
