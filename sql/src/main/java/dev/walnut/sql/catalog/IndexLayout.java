// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.TextComparator;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/**
 * What the records of an index's b-tree hold, field by field, and how they are ordered.
 *
 * <p>An index of a rowid table: its parts, then the rowid. An index of a WITHOUT ROWID table: its
 * parts, then those primary key columns that are not among the parts with the same collation. The
 * primary key of a WITHOUT ROWID table: its columns, then all others, of which only the key takes
 * part in the order.
 */
public final class IndexLayout {
  private final int[] columns;
  private final int partCount;
  private final List<Collation> collations;
  private final boolean[] descending;

  private IndexLayout(int partCount, List<Index.Part> key, int[] columns) {
    this.partCount = partCount;
    this.columns = columns;
    this.collations = new ArrayList<>();
    this.descending = new boolean[key.size()];
    for (int i = 0; i < key.size(); i++) {
      collations.add(key.get(i).collation());
      descending[i] = key.get(i).descending();
    }
  }

  /** The layout of one of the table's indexes. */
  public static IndexLayout of(Table table, Index index) {
    List<Index.Part> key = new ArrayList<>(index.parts());
    if (!table.isWithoutRowid()) {
      key.add(new Index.Part(Index.Part.ROWID, null, Collation.BINARY, false));
    } else if (index.origin() == Index.Origin.PRIMARY_KEY) {
      return new IndexLayout(index.parts().size(), key, table.storageOrder());
    } else {
      for (Index.Part part : table.primaryKey().parts()) {
        if (!contains(key, part)) {
          // SQLite forgets DESC in the indexes of UNIQUE constraints, and files are written so.
          boolean descending = part.descending() && index.origin() == Index.Origin.CREATE_INDEX;
          key.add(new Index.Part(part.columnIndex(), null, part.collation(), descending));
        }
      }
    }
    int[] columns = new int[key.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = key.get(i).columnIndex();
    }
    return new IndexLayout(index.parts().size(), key, columns);
  }

  /** Whether a column stands among the parts with the same collation. */
  static boolean contains(List<Index.Part> parts, Index.Part wanted) {
    for (Index.Part part : parts) {
      if (part.columnIndex() == wanted.columnIndex()
          && !part.isExpression()
          && part.collation().name().equalsIgnoreCase(wanted.collation().name())) {
        return true;
      }
    }
    return false;
  }

  /** Number of fields in a record. */
  public int fieldCount() {
    return columns.length;
  }

  /** Number of leading fields that are the index's own parts. */
  public int partCount() {
    return partCount;
  }

  /** Number of leading fields that take part in the order. */
  public int keyFieldCount() {
    return descending.length;
  }

  /** The table column of a field, {@link Index.Part#ROWID} or {@link Index.Part#EXPRESSION}. */
  public int column(int field) {
    return columns[field];
  }

  /** The field that holds a table column or {@link Index.Part#ROWID}; -1 if none does. */
  public int fieldOf(int column) {
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] == column) {
        return i;
      }
    }
    return -1;
  }

  /** The order of the records, for text stored as {@code encoded} tells. */
  public KeyDescriptor keyDescriptor(StoredText encoded) {
    TextComparator[] comparators = new TextComparator[descending.length];
    for (int i = 0; i < comparators.length; i++) {
      comparators[i] = encoded.comparator(collations.get(i));
    }
    return new KeyDescriptor(comparators, descending);
  }
}
