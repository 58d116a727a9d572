// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Value;

/** A column in a record. */
final class FieldColumn extends Evaluator {
  final RecordRow row;
  final int field;
  final boolean real;
  final Value absent;
  final StoredText text;

  FieldColumn(RecordRow row, int field, boolean real, Value absent, StoredText text) {
    this.row = row;
    this.field = field;
    this.real = real;
    this.absent = absent;
    this.text = text;
  }

  @Override
  public void evaluate(Value out) {
    RecordFields.readField(row, field, real, absent, text, out);
  }

  @Override
  public int test() {
    RecordReader record = row.record();
    switch (record.typeOf(field)) {
      case RecordReader.INTEGER:
        return record.longAt(field) != 0 ? 1 : 0;
      case RecordReader.NULL:
        return -1;
      default:
        Value value = new Value();
        evaluate(value);
        return value.truth();
    }
  }
}
