// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * Changes rows that are stored: checks the constraints that the changed columns touch, deals with
 * conflicts, then changes index entries and row.
 */
final class RowUpdater {
  private final TableTarget target;
  private final ConflictResolution override;
  private final RowConstraints constraints;
  private final KeyRule[] rules;

  /** Whether the key of a rule may change, by position in {@link #rules}. */
  private final boolean[] keyConcerned;

  private final IndexTarget[] indexes;
  private final boolean[] indexConcerned;
  private final boolean mayChangeKey;
  private final StoredRow old;
  private final StoredRow victim;
  private final Value[] oldKey;

  /**
   * @param changed the columns that are assigned
   * @param changesRowid whether the rowid is assigned
   */
  RowUpdater(
      TableTarget target, boolean[] changed, boolean changesRowid, ConflictResolution override) {
    this.target = target;
    this.override = override;
    Table table = target.table();
    this.constraints = new RowConstraints(target, changed, override);
    List<KeyRule> all = KeyRule.of(target, override);
    this.rules = all.toArray(new KeyRule[0]);
    boolean keyColumn = changesRowid;
    if (table.isWithoutRowid()) {
      for (int i = 0; i < changed.length; i++) {
        keyColumn |= changed[i] && table.columns().get(i).primaryKeyPosition() > 0;
      }
    }
    this.mayChangeKey = keyColumn;
    this.keyConcerned = new boolean[rules.length];
    for (int i = 0; i < rules.length; i++) {
      keyConcerned[i] =
          rules[i].index() == null ? mayChangeKey : rules[i].index().dependsOn(changed);
    }
    this.indexes = target.indexes().toArray(new IndexTarget[0]);
    this.indexConcerned = new boolean[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      indexConcerned[i] = mayChangeKey || indexes[i].dependsOn(changed);
    }
    this.old = target.newStoredRow();
    this.victim = target.newStoredRow();
    this.oldKey = new Value[table.isWithoutRowid() ? table.primaryKey().parts().size() : 0];
    for (int i = 0; i < oldKey.length; i++) {
      oldKey[i] = new Value();
    }
  }

  /** Whether the key stays and no other row is deleted, so that rows may change as they are met. */
  boolean mayRunInOnePass() {
    if (mayChangeKey || override == ConflictResolution.REPLACE) {
      return false;
    }
    for (int i = 0; i < rules.length; i++) {
      if (keyConcerned[i] && rules[i].resolution() == ConflictResolution.REPLACE) {
        return false;
      }
    }
    return true;
  }

  /** The row to be changed: turned to the tree's current row by {@link #begin}. */
  StoredRow old() {
    return old;
  }

  /** Turns to the tree's current row. */
  void begin() {
    target.tree().show(old);
    if (target.tree() instanceof KeyTree keyTree) {
      for (int i = 0; i < oldKey.length; i++) {
        old.read(keyTree.keyParts().get(i).columnIndex(), oldKey[i]);
        oldKey[i].detach();
      }
    }
  }

  /** Copies the old row's values into a new one. */
  void copyOld(NewRow row, boolean[] changed) {
    row.setRowid(old.rowid());
    for (int i = 0; i < changed.length; i++) {
      if (!changed[i] && i != target.table().rowidColumn()) {
        old.read(i, row.value(i));
      }
    }
  }

  /**
   * Stores a row in place of the old one.
   *
   * @return false if it was left out
   * @throws ConstraintException if a constraint is broken and the statement is to fail
   */
  boolean update(NewRow row) {
    if (!constraints.apply(row)) {
      return false;
    }
    boolean keyChanges = mayChangeKey && !target.tree().hasKeyOf(row, old);
    for (int i = 0; i < rules.length; i++) {
      KeyRule rule = rules[i];
      if (!keyConcerned[i] && (rule.index() == null || !mayChangeKey)) {
        continue;
      }
      if (rule.definition() != null) {
        constraints.checkTypes(row);
      }
      boolean conflict =
          rule.index() == null
              ? keyChanges && target.tree().seek(row)
              : rule.index().prepare(row)
                  && keyConcerned[i]
                  && rule.isUnique()
                  && conflicts(rule.index());
      if (conflict) {
        switch (rule.resolution()) {
          case IGNORE:
            return false;
          case REPLACE:
            replace(row);
            break;
          default:
            throw rule.violation();
        }
      }
    }
    constraints.checkTypes(row);
    store(row, keyChanges);
    return true;
  }

  /** Whether a row other than the old one has the prepared key; then the tree is on that row. */
  private boolean conflicts(IndexTarget index) {
    if (!index.findConflict() || target.tree().isOwner(index, index.cursorRecord(), old)) {
      return false;
    }
    if (!target.tree().seekOwner(index, index.cursorRecord())) {
      throw new DatabaseException(ResultCode.CORRUPT_INDEX);
    }
    return true;
  }

  /** Deletes the row in the way. The old row's bytes may move: it is shown anew. */
  private void replace(NewRow row) {
    row.detach();
    target.tree().show(victim);
    target.deleteRow(victim);
    seekOld();
    target.tree().show(old);
    target.slot().show(row);
  }

  private void seekOld() {
    boolean found =
        target.tree() instanceof KeyTree keyTree
            ? keyTree.seek(oldKey)
            : ((RowidTree) target.tree()).seek(old.rowid());
    if (!found) {
      throw new DatabaseException(ResultCode.CORRUPT);
    }
  }

  private void store(NewRow row, boolean keyChanges) {
    target.slot().show(old);
    for (int i = 0; i < indexes.length; i++) {
      if (indexConcerned[i]) {
        indexes[i].replaceEntry(old);
      }
    }
    if (keyChanges) {
      row.detach();
      seekOld();
      target.tree().delete();
    }
    target.tree().put(row);
  }
}
