// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Value;

/**
 * Where the columns of a source lie in its records, and what reading them takes: which are stored
 * as integers but are reals, and what stands for a column that an old record does not have.
 */
final class RecordFields {
  private final int[] fieldOfColumn;
  private final boolean[] realColumn;
  private final Value[] absentValue;
  private final int rowidField;
  private final StoredText text;

  /**
   * @param fieldOfColumn field by column; -1 if the records do not hold the column
   * @param realColumn by column: an integer stands for a real
   * @param absentValue by column: the value in records that end before it; null: NULL
   * @param rowidField field with the rowid; -1 if the rowid is not in the record
   */
  RecordFields(
      int[] fieldOfColumn,
      boolean[] realColumn,
      Value[] absentValue,
      int rowidField,
      StoredText text) {
    this.fieldOfColumn = fieldOfColumn;
    this.realColumn = realColumn;
    this.absentValue = absentValue;
    this.rowidField = rowidField;
    this.text = text;
  }

  int field(int column) {
    return column < 0 ? rowidField : fieldOfColumn[column];
  }

  boolean isReal(int column) {
    return realColumn[column];
  }

  Value absent(int column) {
    return absentValue == null ? null : absentValue[column];
  }

  int rowidField() {
    return rowidField;
  }

  StoredText text() {
    return text;
  }

  void read(RecordRow row, int column, Value out) {
    readField(row, fieldOfColumn[column], realColumn[column], absent(column), text, out);
  }

  static void readField(
      RecordRow row, int field, boolean real, Value absent, StoredText text, Value out) {
    RecordReader record = row.record();
    switch (record.fetch(field)) {
      case RecordReader.INTEGER:
        if (real) {
          out.setReal(record.fetchedLong());
        } else {
          out.setInteger(record.fetchedLong());
        }
        break;
      case RecordReader.REAL:
        out.setReal(record.fetchedDouble());
        break;
      case RecordReader.TEXT:
        if (text == StoredText.UTF8) {
          out.setText(record.fetchedArray(), record.fetchedOffset(), record.fetchedLength());
        } else {
          text.read(record, field, out);
        }
        break;
      case RecordReader.BLOB:
        out.setBlob(record.fetchedArray(), record.fetchedOffset(), record.fetchedLength());
        break;
      case RecordReader.ABSENT:
        if (absent == null || row.isNullRow()) {
          out.setNull();
        } else {
          out.set(absent);
        }
        break;
      default:
        out.setNull();
        break;
    }
  }
}
