// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;

/**
 * The rows of the SELECT of an IN, as a set to probe. An uncorrelated one is filled once per
 * execution.
 */
final class SelectSet implements StatementResources.Once {
  private final Rows rows;
  private final boolean correlated;
  private final Affinity[] conversions;
  private final Collation[] collations;
  private final KeyTable table = new KeyTable();
  private final KeyEncoder key = new KeyEncoder();
  private final RowBuffer values = new RowBuffer();
  private final Value[] cells;
  private boolean filled;
  private int rowsWithNull;

  SelectSet(
      Rows rows,
      boolean correlated,
      Affinity[] conversions,
      Collation[] collations,
      StatementResources resources) {
    this.rows = rows;
    this.correlated = correlated;
    this.conversions = conversions;
    this.collations = collations;
    this.cells = new Value[conversions.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new Value();
    }
    resources.add(this);
  }

  int width() {
    return cells.length;
  }

  @Override
  public void reset() {
    filled = false;
    table.clear();
    values.clear();
  }

  /** Makes sure the set is filled for the current outer rows. */
  void require() {
    if (filled && !correlated) {
      return;
    }
    table.clear();
    values.clear();
    rowsWithNull = 0;
    rows.open();
    while (rows.next()) {
      boolean hasNull = false;
      key.begin();
      for (int i = 0; i < cells.length; i++) {
        rows.read(i, cells[i]);
        convert(cells[i], conversions[i]);
        hasNull |= cells[i].isNull();
        key.append(cells[i], collations[i]);
      }
      if (table.add(key) >= 0) {
        values.add(cells);
        if (hasNull) {
          rowsWithNull++;
        }
      }
    }
    filled = true;
  }

  /** Unlike a comparison, the IN of a SELECT makes integers reals if its affinity is REAL. */
  private static void convert(Value value, Affinity conversion) {
    Affinities.applyForComparison(value, conversion);
    if (conversion == Affinity.REAL && value.type() == Value.INTEGER) {
      value.setReal(value.integer());
    }
  }

  /** Distinct rows in the order they were found. */
  RowBuffer values() {
    return values;
  }

  boolean isEmpty() {
    return table.count() == 0;
  }

  boolean hasNull() {
    return rowsWithNull > 0;
  }

  /** Whether the set has the row of operands, which hold no NULL and may be converted in place. */
  boolean contains(Value[] operands) {
    key.begin();
    for (int i = 0; i < operands.length; i++) {
      convert(operands[i], conversions[i]);
      key.append(operands[i], collations[i]);
    }
    return table.find(key) >= 0;
  }

  /**
   * Whether some row differs from the operands, which may be converted in place, in nothing but
   * NULLs on one of the sides.
   */
  boolean mayContain(Value[] operands) {
    for (int i = 0; i < operands.length; i++) {
      convert(operands[i], conversions[i]);
    }
    BufferRow row = new BufferRow(values, null, -1);
    for (int r = 0; r < values.count(); r++) {
      row.moveTo(r);
      boolean possible = true;
      for (int i = 0; i < operands.length && possible; i++) {
        row.read(i, cells[i]);
        possible =
            operands[i].isNull()
                || cells[i].isNull()
                || Comparison.compare(operands[i], cells[i], collations[i]) == 0;
      }
      if (possible) {
        return true;
      }
    }
    return false;
  }
}
