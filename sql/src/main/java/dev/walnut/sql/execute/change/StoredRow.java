// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;

/**
 * A row as it is stored, read in place from a record of the table's tree. Good until the cursor
 * moves or this session changes the tree.
 */
public final class StoredRow extends RowSource {
  private final int[] fields;
  private final boolean[] isReal;
  private final Value[] defaults;
  private final int rowidColumn;
  private final StoredText text;
  private final RecordReader reader = new RecordReader();
  private long rowid;

  /**
   * @param defaults per column what it has in records that are older than the column; null: NULL
   */
  public StoredRow(Table table, StoredText text, Value[] defaults) {
    this.fields = table.storagePosition();
    this.rowidColumn = table.rowidColumn();
    this.text = text;
    this.defaults = defaults;
    this.isReal = new boolean[fields.length];
    for (int i = 0; i < isReal.length; i++) {
      Column column = table.columns().get(i);
      isReal[i] = column.affinity() == Affinity.REAL;
    }
  }

  /** The reader to turn to the record; {@link #setRowid} completes the row. */
  public RecordReader reader() {
    return reader;
  }

  public void setRowid(long newRowid) {
    rowid = newRowid;
  }

  long rowid() {
    return rowid;
  }

  @Override
  public void read(int columnIndex, Value out) {
    if (columnIndex == ROWID || columnIndex == rowidColumn) {
      out.setInteger(rowid);
      return;
    }
    int field = fields[columnIndex];
    if (field < 0) {
      out.setNull();
      return;
    }
    text.read(reader, field, out);
    if (out.type() == Value.INTEGER) {
      if (isReal[columnIndex]) {
        out.setReal(out.integer());
      }
    } else if (out.type() == Value.NULL
        && defaults[columnIndex] != null
        && reader.serialType(field) == RecordReader.ABSENT) {
      out.set(defaults[columnIndex]);
    }
  }
}
