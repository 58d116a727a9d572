// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Value;

/** Columns of a source as they were on one row, kept in a record of their own. */
final class SavedRow extends RecordRow {
  private final int[] fieldOfColumn;
  private final int rowidField;
  private byte[] saved;

  /**
   * @param fieldOfColumn field by column; -1 if the column was not kept
   * @param rowidField field that holds the rowid; -1 if it was not kept
   */
  SavedRow(int[] fieldOfColumn, int rowidField) {
    this.fieldOfColumn = fieldOfColumn;
    this.rowidField = rowidField;
  }

  /** Turns to a record; null: all columns are NULL. */
  void setRecord(byte[] record) {
    saved = record;
    setNullRow(record == null);
    moved();
  }

  int field(int column) {
    return column < 0 ? rowidField : fieldOfColumn[column];
  }

  @Override
  void bind() {
    record.bind(saved, 0, saved.length);
  }

  @Override
  long rowid() {
    return record().longAt(rowidField);
  }

  @Override
  public void read(int columnIndex, Value out) {
    RecordFields.readField(this, field(columnIndex), false, null, StoredText.UTF8, out);
  }
}
