// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Groups the rows of a join and computes their aggregates. Three ways: all rows are one group; rows
 * come in the groups' order and one group at a time is kept; or a hash table of groups, which are
 * sorted by their keys at the end.
 *
 * <p>Columns that are neither keys nor in aggregates are kept from the first row of each group, or,
 * with min() or max(), from the row that holds the extreme.
 */
final class AggregateRows extends Rows {
  private final Rows input;
  private final Evaluator[] keyEvaluators;
  private final Collation[] keyCollations;
  private final boolean ordered;
  private final boolean stopAtFirstValue;
  private final AggregateSlot[] slots;
  private final Evaluator[] bareColumns;
  private final SavedRow[] bareRows;
  private final CellRow keys;
  private final CellRow results;
  private final Evaluator having;
  private final int extremeSlot;
  private final KeyEncoder encoder = new KeyEncoder();
  private final KeyTable table = new KeyTable();
  private final KeyColumns groupKeys;
  private final List<Group> groups = new ArrayList<>();
  private final Value[] keyCells;
  private final RecordWriter writer = new RecordWriter();
  private final Value scratch = new Value();
  private int[] order;
  private int position;
  private boolean started;
  private boolean inputEnded;
  private byte[] openKey = new byte[64];
  private int openKeyLength;

  /** The aggregates' states and the kept columns of a group. */
  private static final class Group {
    final AggregateSlot.State[] states;
    byte[] bare;

    Group(AggregateSlot[] slots) {
      states = new AggregateSlot.State[slots.length];
      for (int i = 0; i < slots.length; i++) {
        states[i] = slots[i].newState();
      }
    }
  }

  /**
   * @param ordered whether rows of one group are neighbours
   * @param stopAtFirstValue whether the first value that is not NULL decides the only aggregate
   * @param bareRows read the kept columns; turned to the current group's
   * @param keys receives the group's keys; null without GROUP BY
   * @param results receives the aggregates' results; null without aggregates
   * @param having null if absent
   */
  AggregateRows(
      Rows input,
      Evaluator[] keyEvaluators,
      Collation[] keyCollations,
      boolean ordered,
      boolean stopAtFirstValue,
      AggregateSlot[] slots,
      Evaluator[] bareColumns,
      SavedRow[] bareRows,
      CellRow keys,
      CellRow results,
      Evaluator having) {
    this.input = input;
    this.keyEvaluators = keyEvaluators;
    this.keyCollations = keyCollations;
    this.ordered = ordered;
    this.stopAtFirstValue = stopAtFirstValue;
    this.slots = slots;
    this.bareColumns = bareColumns;
    this.bareRows = bareRows;
    this.keys = keys;
    this.results = results;
    this.having = having;
    SortKey[] sortKeys = new SortKey[keyEvaluators.length];
    keyCells = new Value[sortKeys.length];
    for (int i = 0; i < sortKeys.length; i++) {
      sortKeys[i] = SortKey.ascending(keyCollations[i]);
      keyCells[i] = new Value();
    }
    groupKeys = new KeyColumns(sortKeys);
    int extreme = -1;
    for (int i = 0; i < slots.length; i++) {
      if (slots[i].function.extreme() != 0) {
        extreme = i;
      }
    }
    extremeSlot = extreme;
  }

  @Override
  public void open() {
    started = false;
    inputEnded = false;
    position = -1;
    order = null;
    groups.clear();
    groupKeys.clear();
    table.clear();
  }

  @Override
  public boolean next() {
    while (true) {
      boolean found;
      if (keyEvaluators.length == 0) {
        found = nextOnly();
      } else if (ordered) {
        found = nextOrdered();
      } else {
        found = nextHashed();
      }
      if (!found) {
        return false;
      }
      if (having == null || having.test() == Condition.TRUE) {
        return true;
      }
    }
  }

  private boolean nextOnly() {
    if (started) {
      return false;
    }
    started = true;
    Group group = new Group(slots);
    input.open();
    while (input.next()) {
      step(group);
      if (stopAtFirstValue && group.states[0].hasValue()) {
        break;
      }
    }
    emit(group);
    return true;
  }

  private boolean nextOrdered() {
    if (!started) {
      started = true;
      input.open();
      inputEnded = !input.next();
      if (!inputEnded) {
        encodeKey();
      }
    }
    if (inputEnded) {
      return false;
    }
    Group group = new Group(slots);
    if (openKey.length < encoder.length) {
      openKey = new byte[encoder.length * 2];
    }
    System.arraycopy(encoder.bytes, 0, openKey, 0, encoder.length);
    openKeyLength = encoder.length;
    for (int i = 0; i < keyCells.length; i++) {
      keys.cells[i].set(keyCells[i]);
      keys.cells[i].detach();
    }
    do {
      step(group);
      inputEnded = !input.next();
      if (inputEnded) {
        break;
      }
      encodeKey();
    } while (Arrays.equals(openKey, 0, openKeyLength, encoder.bytes, 0, encoder.length));
    emit(group);
    return true;
  }

  private void encodeKey() {
    encoder.begin();
    for (int i = 0; i < keyEvaluators.length; i++) {
      keyEvaluators[i].evaluate(keyCells[i]);
      encoder.append(keyCells[i], keyCollations[i]);
    }
  }

  private boolean nextHashed() {
    if (!started) {
      started = true;
      input.open();
      while (input.next()) {
        encodeKey();
        int entry = table.add(encoder);
        Group group;
        if (entry >= 0) {
          group = new Group(slots);
          groups.add(group);
          groupKeys.add(keyCells);
        } else {
          group = groups.get(-1 - entry);
        }
        step(group);
      }
      order = groupKeys.sorted();
    }
    if (++position >= order.length) {
      return false;
    }
    for (int i = 0; i < keyCells.length; i++) {
      groupKeys.read(i, order[position], keys.cells[i]);
    }
    emit(groups.get(order[position]));
    return true;
  }

  private void step(Group group) {
    boolean extreme = false;
    AggregateSlot.State[] states = group.states;
    for (int i = 0; i < states.length; i++) {
      boolean isNew = states[i].step();
      if (i == extremeSlot) {
        extreme = isNew;
      }
    }
    if (bareColumns.length > 0 && (group.bare == null || extreme)) {
      writer.begin();
      for (Evaluator column : bareColumns) {
        column.evaluate(scratch);
        StoredText.UTF8.append(writer, scratch);
      }
      writer.finish();
      group.bare =
          Arrays.copyOfRange(writer.array(), writer.offset(), writer.offset() + writer.length());
    }
  }

  private void emit(Group group) {
    for (int i = 0; i < slots.length; i++) {
      group.states[i].result(results.cells[i]);
    }
    for (SavedRow row : bareRows) {
      row.setRecord(group.bare);
    }
  }

  @Override
  public void read(int columnIndex, Value out) {
    throw new IllegalStateException("groups have no columns of their own");
  }
}
