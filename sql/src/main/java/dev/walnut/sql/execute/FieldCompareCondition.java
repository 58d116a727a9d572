// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * A comparison of a column with a constant or parameter: numbers and BINARY text are compared where
 * they lie in the record.
 */
final class FieldCompareCondition extends Condition {
  private final RecordRow row;
  private final int field;
  private final FieldColumn column;
  private final Value cell;
  private final ComparisonRule rule;
  private final boolean bytewise;
  private final Value a = new Value();
  private final Value b = new Value();

  FieldCompareCondition(FieldColumn column, Value cell, ComparisonRule rule) {
    this.row = column.row;
    this.field = column.field;
    this.column = column;
    this.cell = cell;
    this.rule = rule;
    this.bytewise =
        rule.collation == Collation.BINARY
            && column.text == StoredText.UTF8
            && !rule.conversion.isNumeric();
  }

  @Override
  public int test() {
    RecordReader record = row.record();
    int type = record.fetch(field);
    int wanted = cell.type();
    if (type == RecordReader.INTEGER) {
      if (wanted == Value.INTEGER) {
        return rule.answer(Long.compare(record.fetchedLong(), cell.integer()));
      }
      if (wanted == Value.REAL) {
        return rule.answer(Comparison.compare(record.fetchedLong(), cell.real()));
      }
    } else if (type == RecordReader.REAL) {
      if (wanted == Value.INTEGER) {
        return rule.answer(-Comparison.compare(cell.integer(), record.fetchedDouble()));
      }
      if (wanted == Value.REAL) {
        return rule.answer(Comparison.compareReals(record.fetchedDouble(), cell.real()));
      }
    } else if (type == RecordReader.TEXT && wanted == Value.TEXT && bytewise) {
      int offset = record.fetchedOffset();
      return rule.answer(
          Arrays.compareUnsigned(
              record.fetchedArray(),
              offset,
              offset + record.fetchedLength(),
              cell.bytes(),
              cell.offset(),
              cell.offset() + cell.length()));
    } else if (type == RecordReader.NULL && !rule.nullsCompare) {
      return UNKNOWN;
    }
    column.evaluate(a);
    b.set(cell);
    return rule.test(a, b);
  }
}
