// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Value;

/** A row of a {@link RowBuffer}. */
final class BufferRow extends RecordRow {
  private RowBuffer buffer;
  private final int[] fieldOfColumn;
  private final int rowidField;
  private int position;

  /**
   * @param fieldOfColumn field by column of the source; null if they are the same
   * @param rowidField field that holds the rowid; -1 if none does
   */
  BufferRow(RowBuffer buffer, int[] fieldOfColumn, int rowidField) {
    this.buffer = buffer;
    this.fieldOfColumn = fieldOfColumn;
    this.rowidField = rowidField;
  }

  void setBuffer(RowBuffer newBuffer) {
    buffer = newBuffer;
    moved();
  }

  void moveTo(int row) {
    position = row;
    moved();
  }

  int position() {
    return position;
  }

  int field(int column) {
    return column < 0 ? rowidField : fieldOfColumn == null ? column : fieldOfColumn[column];
  }

  @Override
  void bind() {
    buffer.bind(record, position);
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
