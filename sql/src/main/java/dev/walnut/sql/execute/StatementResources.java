// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.btree.Btrees;
import dev.walnut.sql.bind.CompileContext;
import java.util.ArrayList;
import java.util.List;

/**
 * What the operators of one statement instance share: the session's b-trees, cancellation, and the
 * lists of what must be freed at the end of a run and forgotten at the start of the next one.
 */
final class StatementResources {
  /** Something computed once per execution. */
  interface Once {
    /** Forgets what was computed. */
    void reset();
  }

  private static final int CANCEL_INTERVAL = 256;

  private final CompileContext context;
  private final List<StoredRow> cursors = new ArrayList<>(2);
  private final List<Once> onces = new ArrayList<>(0);
  private int steps;

  StatementResources(CompileContext context) {
    this.context = context;
  }

  CompileContext context() {
    return context;
  }

  Btrees btrees(String schemaName) {
    return context.btrees(schemaName);
  }

  void add(StoredRow row) {
    cursors.add(row);
  }

  void add(Once once) {
    onces.add(once);
  }

  /** Begins an execution. */
  void begin() {
    for (int i = 0; i < onces.size(); i++) {
      onces.get(i).reset();
    }
  }

  /** Ends an execution. */
  void end() {
    for (int i = 0; i < cursors.size(); i++) {
      cursors.get(i).closeCursor();
    }
    for (int i = 0; i < onces.size(); i++) {
      onces.get(i).reset();
    }
  }

  /** To be called for each row that is looked at. */
  void countStep() {
    if (++steps >= CANCEL_INTERVAL) {
      steps = 0;
      context.checkCancelled();
    }
  }
}
