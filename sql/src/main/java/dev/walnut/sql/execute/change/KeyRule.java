// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.syntax.ConflictResolution;
import java.util.ArrayList;
import java.util.List;

/**
 * One key of a table: its own, or an index's; whether it must be unique, and what happens to a row
 * that would break that.
 *
 * <p>The order of the rules is the order of the work on a new row: as each rule is reached, the key
 * is computed and then, if it must be unique, looked up. So an expression of an index that fails
 * comes before or after a broken key as the indexes do.
 */
final class KeyRule {
  private final Table table;

  /** Null: the table's own key. */
  private final IndexTarget index;

  private final Index definition;
  private final ConflictResolution resolution;
  private UpsertAction upsert;

  private KeyRule(Table table, IndexTarget index, Index definition, ConflictResolution resolution) {
    this.table = table;
    this.index = index;
    this.definition = definition;
    this.resolution = resolution;
  }

  /**
   * The rules of a table in the order in which rows are checked.
   *
   * @param override conflict clause of the statement; null if none
   */
  static List<KeyRule> of(TableTarget target, ConflictResolution override) {
    Table table = target.table();
    List<KeyRule> rules = new ArrayList<>();
    for (Index index : table.checkOrder()) {
      IndexTarget own = target.isTree(index) ? null : targetOf(target, index);
      rules.add(new KeyRule(table, own, index, resolution(override, index.conflict())));
    }
    if (!table.isWithoutRowid()) {
      KeyRule rowid = new KeyRule(table, null, null, resolution(override, table.rowidConflict()));
      // A rowid that replaces is checked last: nothing is deleted before another rule may fail.
      boolean last = override == null && table.rowidConflict() == ConflictResolution.REPLACE;
      rules.add(last ? rules.size() : 0, rowid);
    }
    return rules;
  }

  private static IndexTarget targetOf(TableTarget target, Index index) {
    for (IndexTarget candidate : target.indexes()) {
      if (candidate.index() == index) {
        return candidate;
      }
    }
    throw new IllegalStateException("index without target: " + index.name());
  }

  private static ConflictResolution resolution(
      ConflictResolution override, ConflictResolution declared) {
    if (override != null) {
      return override;
    }
    return declared != null ? declared : ConflictResolution.ABORT;
  }

  /** The index; null for the table's own key. */
  IndexTarget index() {
    return index;
  }

  /** The index's definition, that of the own key of a WITHOUT ROWID table too; null for rowids. */
  Index definition() {
    return definition;
  }

  /** Whether no two rows may have the same key. */
  boolean isUnique() {
    return definition == null || definition.unique();
  }

  ConflictResolution resolution() {
    return resolution;
  }

  /** The ON CONFLICT clause that takes the matter over; null if none. */
  UpsertAction upsert() {
    return upsert;
  }

  void setUpsert(UpsertAction action) {
    upsert = action;
  }

  ConstraintException violation() {
    if (definition == null) {
      boolean named = table.rowidColumn() >= 0;
      String column = named ? table.columns().get(table.rowidColumn()).name() : "rowid";
      return new ConstraintException(
          named ? ResultCode.CONSTRAINT_PRIMARYKEY : ResultCode.CONSTRAINT_ROWID,
          "UNIQUE constraint failed: " + table.name() + "." + column,
          resolution);
    }
    return new ConstraintException(
        definition.origin() == Index.Origin.PRIMARY_KEY
            ? ResultCode.CONSTRAINT_PRIMARYKEY
            : ResultCode.CONSTRAINT_UNIQUE,
        Violations.unique(table, definition),
        resolution);
  }
}
