// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexLayout;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;
import java.util.List;

/** Makes the rows that read tables and indexes. */
final class RecordLayouts {
  private final StatementResources resources;
  private final StoredText text;
  private final DefaultValues defaults;

  /** Computes what stands for a column in records that are older than it. */
  interface DefaultValues {
    Value of(Column column);
  }

  RecordLayouts(StatementResources resources, DefaultValues defaults) {
    this.resources = resources;
    this.text = StoredText.of(resources.context().encoding());
    this.defaults = defaults;
  }

  /** A row of the table's own b-tree. */
  StoredRow tableRow(Table table) {
    List<Column> columns = table.columns();
    int count = columns.size();
    boolean[] real = new boolean[count];
    Value[] absent = null;
    for (int i = 0; i < count; i++) {
      Column column = columns.get(i);
      real[i] = column.affinity() == Affinity.REAL;
      if (column.defaultValue() != null) {
        if (absent == null) {
          absent = new Value[count];
        }
        absent[i] = defaults.of(column);
      }
    }
    RecordFields fields = new RecordFields(table.storagePosition(), real, absent, -1, text);
    KeyDescriptor descriptor =
        table.isWithoutRowid()
            ? IndexLayout.of(table, table.primaryKey()).keyDescriptor(text)
            : null;
    return new StoredRow(resources, table.schemaName(), table.rootPage(), descriptor, fields);
  }

  /** A row of an index, whose fields are some of the table's columns. */
  StoredRow indexRow(Table table, Index index) {
    IndexLayout layout = IndexLayout.of(table, index);
    int count = table.columns().size();
    int[] fieldOfColumn = new int[count];
    boolean[] real = new boolean[count];
    for (int i = 0; i < count; i++) {
      fieldOfColumn[i] = -1;
      real[i] = table.columns().get(i).affinity() == Affinity.REAL;
    }
    int rowidField = -1;
    for (int field = layout.fieldCount() - 1; field >= 0; field--) {
      int column = layout.column(field);
      if (column >= 0) {
        fieldOfColumn[column] = field;
      } else if (column == Index.Part.ROWID) {
        rowidField = Math.max(rowidField, field);
      }
    }
    RecordFields fields = new RecordFields(fieldOfColumn, real, null, rowidField, text);
    return new StoredRow(
        resources, table.schemaName(), index.rootPage(), layout.keyDescriptor(text), fields);
  }

  /** Lets a WITHOUT ROWID table's or a rowid table's row be found through an index's row. */
  void link(Table table, StoredRow row, StoredRow finder, Index index) {
    int[] keyFields = null;
    if (table.isWithoutRowid()) {
      IndexLayout layout = IndexLayout.of(table, index);
      List<Index.Part> key = table.primaryKey().parts();
      keyFields = new int[key.size()];
      for (int i = 0; i < keyFields.length; i++) {
        keyFields[i] = layout.fieldOf(key.get(i).columnIndex());
      }
    }
    row.setFinder(finder, keyFields);
  }
}
