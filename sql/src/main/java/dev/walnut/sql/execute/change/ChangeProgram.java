// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * An INSERT, UPDATE or DELETE: {@link #start} carries it out to its end and counts; what RETURNING
 * gives is kept for {@link #next}.
 */
abstract class ChangeProgram extends Program {
  private final TableTarget target;
  private final ExpressionCompiler expressions;
  private final Returning returning;
  private long changeCount;

  /**
   * @param alias what the changed row is called in SET, RETURNING and the like
   */
  ChangeProgram(TableTarget target, String alias, List<ResultColumn> returning) {
    this.target = target;
    this.expressions =
        new ExpressionCompiler(RowScope.of(alias, target.table(), target.slot()), target.context());
    this.returning = returning.isEmpty() ? null : new Returning(returning, expressions);
    target.context().use(target.database());
  }

  /** Carries the change out. */
  abstract void run();

  final TableTarget target() {
    return target;
  }

  /** Compiles over the changed row. */
  final ExpressionCompiler expressions() {
    return expressions;
  }

  final boolean hasReturning() {
    return returning != null;
  }

  /** A row was changed; the slot shows what RETURNING is to see. */
  final void rowChanged() {
    changeCount++;
    if (returning != null) {
      returning.add();
    }
  }

  final void rowsChanged(long count) {
    changeCount += count;
  }

  @Override
  public AttachedDatabase writeTarget() {
    return target.database();
  }

  @Override
  public List<ColumnInfo> columns() {
    return returning == null ? List.of() : returning.columns();
  }

  @Override
  public void start() {
    changeCount = 0;
    DatabaseSession session = target.context().session();
    target.open();
    expressions.reset();
    if (returning != null) {
      returning.clear();
    }
    try {
      run();
    } catch (RuntimeException e) {
      boolean stays =
          e instanceof ConstraintException violation
              && violation.resolution() == ConflictResolution.FAIL;
      session.countChanges(stays ? changeCount : 0);
      throw e;
    } finally {
      target.rest();
    }
    session.countChanges(changeCount);
    if (returning != null) {
      returning.rewind();
    }
  }

  @Override
  public boolean next() {
    return returning != null && returning.next();
  }

  @Override
  public void read(int columnIndex, Value out) {
    returning.read(columnIndex, out);
  }

  @Override
  public long changeCount() {
    return changeCount;
  }

  @Override
  public void close() {
    target.close();
  }
}
