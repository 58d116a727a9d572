// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.record.RecordWriter;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;

/** Writes the record of a table row. */
final class RowRecord {
  private final int[] order;
  private final boolean[] isReal;
  private final int rowidColumn;
  private final StoredText text;
  private final RecordWriter writer = new RecordWriter();

  RowRecord(Table table, StoredText text) {
    this.order = table.storageOrder();
    this.rowidColumn = table.rowidColumn();
    this.text = text;
    this.isReal = new boolean[table.columns().size()];
    for (int i = 0; i < isReal.length; i++) {
      isReal[i] = table.columns().get(i).affinity() == Affinity.REAL;
    }
  }

  /** Builds the record; the writer keeps it until the next call. */
  RecordWriter build(NewRow row) {
    writer.begin();
    for (int column : order) {
      if (column == rowidColumn) {
        writer.appendNull();
        continue;
      }
      Value value = row.value(column);
      if (isReal[column] && value.type() == Value.REAL) {
        writer.appendRealCompact(value.real());
      } else {
        text.append(writer, value);
      }
    }
    writer.finish();
    return writer;
  }
}
