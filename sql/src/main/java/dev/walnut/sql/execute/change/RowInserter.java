// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.syntax.ConflictResolution;
import java.util.List;

/**
 * Inserts rows: checks each constraint in order, deals with conflicts, then stores index entries
 * and row.
 */
final class RowInserter {
  /** What became of a row. */
  enum Outcome {
    INSERTED,
    /** An ON CONFLICT clause changed the row that was in the way. */
    UPDATED,
    LEFT_OUT
  }

  private final TableTarget target;
  private final RowConstraints constraints;
  private final UniqueRule[] rules;
  private final IndexTarget[] indexes;

  /** Whether the entry of an index is built and up to date, by position in {@link #indexes}. */
  private final boolean[] built;

  private final boolean[] covered;
  private final StoredRow victim;

  RowInserter(TableTarget target, ConflictResolution override, List<UniqueRule> rules) {
    this.target = target;
    this.constraints = new RowConstraints(target, null, override);
    this.rules = rules.toArray(new UniqueRule[0]);
    this.indexes = target.indexes().toArray(new IndexTarget[0]);
    this.built = new boolean[indexes.length];
    this.covered = new boolean[indexes.length];
    this.victim = target.newStoredRow();
  }

  /**
   * Inserts a row.
   *
   * @param isNewKey whether the rowid is known to be free
   * @throws ConstraintException if a constraint is broken and the statement is to fail
   */
  Outcome insert(NewRow row, boolean isNewKey) {
    if (!constraints.apply(row)) {
      return Outcome.LEFT_OUT;
    }
    for (int i = 0; i < built.length; i++) {
      built[i] = false;
    }
    for (UniqueRule rule : rules) {
      if (rule.definition() != null) {
        constraints.checkTypes(row);
      }
      if (rule.index() == null) {
        if (isNewKey || !target.tree().seek(row)) {
          continue;
        }
      } else if (!conflicts(rule.index(), row)) {
        continue;
      }
      if (rule.upsert() != null) {
        return rule.upsert().run(row) ? Outcome.UPDATED : Outcome.LEFT_OUT;
      }
      switch (rule.resolution()) {
        case IGNORE:
          return Outcome.LEFT_OUT;
        case REPLACE:
          replace(row);
          break;
        default:
          throw rule.violation();
      }
    }
    constraints.checkTypes(row);
    store(row);
    return Outcome.INSERTED;
  }

  /** Whether another row has the row's key in an index; then the tree is on that row. */
  private boolean conflicts(IndexTarget index, NewRow row) {
    int position = position(index);
    covered[position] = index.covers();
    built[position] = true;
    if (!covered[position]) {
      return false;
    }
    index.build(row);
    if (!index.findConflict()) {
      return false;
    }
    if (!target.tree().seekOwner(index, index.cursorRecord())) {
      throw new DatabaseException(ResultCode.CORRUPT_INDEX);
    }
    return true;
  }

  private int position(IndexTarget index) {
    for (int i = 0; i < indexes.length; i++) {
      if (indexes[i] == index) {
        return i;
      }
    }
    throw new IllegalStateException();
  }

  /** Deletes the row in the way. */
  private void replace(NewRow row) {
    row.detach();
    target.tree().show(victim);
    target.deleteRow(victim);
    target.slot().show(row);
    for (int i = 0; i < built.length; i++) {
      built[i] = false;
    }
  }

  private void store(NewRow row) {
    for (int i = 0; i < indexes.length; i++) {
      IndexTarget index = indexes[i];
      if (!built[i]) {
        covered[i] = index.covers();
        if (covered[i]) {
          index.build(row);
        }
      }
      if (covered[i]) {
        index.insert();
      }
    }
    target.tree().put(row);
  }
}
