// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

/**
 * How the records of an index are ordered: for each key column its collation and its direction.
 * Immutable.
 *
 * <p>Columns of a record past {@link #columnCount()} take no part in the order. An index's key ends
 * with the rowid, which counts as a column here; a WITHOUT ROWID table's key is its primary key.
 */
public final class KeyDescriptor {
  private final int columnCount;
  private final TextComparator[] collations;
  private final boolean[] descending;

  /** A key of ascending BINARY columns. */
  public KeyDescriptor(int columnCount) {
    this(new TextComparator[columnCount], new boolean[columnCount]);
  }

  /**
   * @param collations one per key column; null means BINARY: bytes as unsigned numbers
   * @param descending one per key column
   */
  public KeyDescriptor(TextComparator[] collations, boolean[] descending) {
    if (collations.length != descending.length || collations.length == 0) {
      throw new IllegalArgumentException("one collation and direction per key column");
    }
    this.columnCount = collations.length;
    this.collations = collations.clone();
    this.descending = descending.clone();
  }

  /** Number of columns that decide the order. */
  public int columnCount() {
    return columnCount;
  }

  /** The column's collation, null for BINARY. */
  public TextComparator collation(int column) {
    return collations[column];
  }

  /** Whether greater values come first. */
  public boolean isDescending(int column) {
    return descending[column];
  }
}
