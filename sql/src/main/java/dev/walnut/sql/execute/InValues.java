// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * The distinct values of an IN, sorted, for looking up one after the other. NULLs are left out:
 * they are equal to nothing.
 */
final class InValues {
  private final Evaluator[] items;
  private final SelectSet set;
  private final Affinity conversion;
  private final Collation collation;
  private Value[] values = new Value[4];
  private int count;
  private int at;

  /**
   * @param items items of a list; null if there is a set
   * @param set rows of a SELECT; null if there are items
   */
  InValues(Evaluator[] items, SelectSet set, Affinity conversion, Collation collation) {
    this.items = items;
    this.set = set;
    this.conversion = conversion;
    this.collation = collation;
  }

  /** Computes the values anew and stands before the first. */
  void open() {
    count = 0;
    if (items != null) {
      for (Evaluator item : items) {
        Value value = slot();
        item.evaluate(value);
        Affinities.applyForComparison(value, conversion);
        take(value);
      }
    } else {
      set.require();
      BufferRow row = new BufferRow(set.values(), null, -1);
      for (int i = 0; i < set.values().count(); i++) {
        row.moveTo(i);
        Value value = slot();
        row.read(0, value);
        take(value);
      }
    }
    Arrays.sort(values, 0, count, (a, b) -> Comparison.compare(a, b, collation));
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (distinct == 0 || Comparison.compare(values[distinct - 1], values[i], collation) != 0) {
        Value swapped = values[distinct];
        values[distinct++] = values[i];
        values[i] = swapped;
      }
    }
    count = distinct;
    at = -1;
  }

  private Value slot() {
    if (count == values.length) {
      values = Arrays.copyOf(values, count * 2);
    }
    if (values[count] == null) {
      values[count] = new Value();
    }
    return values[count];
  }

  private void take(Value value) {
    if (!value.isNull()) {
      value.detach();
      count++;
    }
  }

  /** Stands before the first value again. */
  void rewind() {
    at = -1;
  }

  boolean next() {
    return ++at < count;
  }

  Value value() {
    return values[at];
  }
}
