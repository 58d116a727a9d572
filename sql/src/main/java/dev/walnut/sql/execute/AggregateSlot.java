// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;

/** One aggregate of a query: how a row is given to it, apart from the state of each group. */
final class AggregateSlot {
  final AggregateFunction function;
  final FunctionContext context;
  private final Evaluator[] arguments;
  private final Evaluator filter;
  private final boolean distinct;
  private final Collation collation;
  private final Evaluator[] orderKeys;
  private final SortKey[] sortKeys;
  private final Value[] cells;
  private final Value[] keyCells;
  private final KeyEncoder encoder;

  /**
   * @param filter null if absent
   * @param orderKeys empty if rows may be taken in any order
   */
  AggregateSlot(
      AggregateFunction function,
      FunctionContext context,
      Evaluator[] arguments,
      Evaluator filter,
      boolean distinct,
      Collation collation,
      Evaluator[] orderKeys,
      SortKey[] sortKeys) {
    this.function = function;
    this.context = context;
    this.arguments = arguments;
    this.filter = filter;
    this.distinct = distinct;
    this.collation = collation;
    this.orderKeys = orderKeys;
    this.sortKeys = sortKeys;
    this.cells = cells(arguments.length);
    this.keyCells = cells(orderKeys.length);
    this.encoder = distinct ? new KeyEncoder() : null;
  }

  private static Value[] cells(int count) {
    Value[] cells = new Value[count];
    for (int i = 0; i < count; i++) {
      cells[i] = new Value();
    }
    return cells;
  }

  /** Makes the state of a group. */
  State newState() {
    if (filter == null && !distinct && orderKeys.length == 0) {
      return isPlainCount() ? new CountState() : new PlainState();
    }
    return new GeneralState();
  }

  private boolean isPlainCount() {
    return function.name().equals("count") && arguments.length == 0;
  }

  /** The state of one group. */
  abstract static class State {
    /** Takes the current row; true if it is the new extreme of min() or max(). */
    abstract boolean step();

    /** Whether a value that is not NULL was the last one taken. */
    boolean hasValue() {
      return true;
    }

    abstract void result(Value out);
  }

  /** count(*): looks at nothing. */
  private static final class CountState extends State {
    private long count;

    @Override
    boolean step() {
      count++;
      return false;
    }

    @Override
    void result(Value out) {
      out.setInteger(count);
    }
  }

  /** Takes every row as it comes. */
  private final class PlainState extends State {
    private final AggregateFunction.Accumulator accumulator = function.newAccumulator();

    @Override
    boolean step() {
      Value[] target = cells;
      for (int i = 0; i < target.length; i++) {
        arguments[i].evaluate(target[i]);
      }
      return accumulator.step(context, target);
    }

    @Override
    boolean hasValue() {
      return cells.length > 0 && !cells[0].isNull();
    }

    @Override
    void result(Value out) {
      accumulator.result(context, out);
      out.detach();
    }
  }

  /** With FILTER, DISTINCT or ORDER BY. */
  private final class GeneralState extends State {
    private final AggregateFunction.Accumulator accumulator = function.newAccumulator();
    private final KeyTable seen = distinct ? new KeyTable() : null;
    private final KeyColumns keys = orderKeys.length > 0 ? new KeyColumns(sortKeys) : null;
    private final RowBuffer rows = orderKeys.length > 0 ? new RowBuffer() : null;
    private final Value mark = new Value();

    @Override
    boolean step() {
      if (filter != null && filter.test() != Condition.TRUE) {
        return false;
      }
      for (int i = 0; i < cells.length; i++) {
        arguments[i].evaluate(cells[i]);
      }
      if (distinct) {
        encoder.begin();
        encoder.append(cells[0], collation);
        if (seen.add(encoder) < 0) {
          return false;
        }
      }
      if (keys != null) {
        for (int i = 0; i < keyCells.length; i++) {
          orderKeys[i].evaluate(keyCells[i]);
        }
        keys.add(keyCells);
        rows.add(function.readsJsonMark() ? withMarks() : cells);
        return false;
      }
      return accumulator.step(context, cells);
    }

    @Override
    boolean hasValue() {
      return !cells[0].isNull();
    }

    @Override
    void result(Value out) {
      if (keys != null) {
        stepInOrder();
      }
      accumulator.result(context, out);
      out.detach();
    }

    /** The arguments, and for each whether it is marked as JSON, which a kept row would lose. */
    private Value[] withMarks() {
      Value[] all = cells(2 * cells.length);
      for (int i = 0; i < cells.length; i++) {
        all[i].set(cells[i]);
        all[cells.length + i].setBoolean(cells[i].isJson());
      }
      return all;
    }

    private void stepInOrder() {
      BufferRow row = new BufferRow(rows, null, -1);
      for (int r : keys.sorted()) {
        row.moveTo(r);
        for (int i = 0; i < cells.length; i++) {
          row.read(i, cells[i]);
          if (function.readsJsonMark()) {
            row.read(cells.length + i, mark);
            if (mark.integer() != 0) {
              cells[i].markJson();
            }
          }
        }
        accumulator.step(context, cells);
      }
      keys.clear();
      rows.clear();
    }
  }
}
