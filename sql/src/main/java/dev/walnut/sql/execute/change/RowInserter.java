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
  private final KeyRule[] rules;
  private final IndexTarget[] indexes;
  private final StoredRow victim;

  RowInserter(TableTarget target, ConflictResolution override, List<KeyRule> rules) {
    this.target = target;
    this.constraints = new RowConstraints(target, null, override);
    this.rules = rules.toArray(new KeyRule[0]);
    this.indexes = target.indexes().toArray(new IndexTarget[0]);
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
    for (KeyRule rule : rules) {
      if (rule.definition() != null) {
        constraints.checkTypes(row);
      }
      if (rule.index() == null) {
        if (isNewKey || !target.tree().seek(row)) {
          continue;
        }
      } else if (!rule.index().prepare(row) || !rule.isUnique() || !conflicts(rule.index())) {
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
    for (IndexTarget index : indexes) {
      index.insertPrepared();
    }
    target.tree().put(row);
    return Outcome.INSERTED;
  }

  /** Whether another row has the prepared key in an index; then the tree is on that row. */
  private boolean conflicts(IndexTarget index) {
    if (!index.findConflict()) {
      return false;
    }
    if (!target.tree().seekOwner(index, index.cursorRecord())) {
      throw new DatabaseException(ResultCode.CORRUPT_INDEX);
    }
    return true;
  }

  /** Deletes the row in the way. */
  private void replace(NewRow row) {
    row.detach();
    target.tree().show(victim);
    target.deleteRow(victim);
    target.slot().show(row);
  }
}
