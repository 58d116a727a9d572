// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** Rows of a subquery, or columns of a table, kept for repeated reading. */
final class Materialized implements StatementResources.Once {
  private final Filler filler;
  private final boolean correlated;
  private final RowBuffer buffer = new RowBuffer();
  private boolean filled;
  private long version;

  /** Puts the rows into a buffer. */
  interface Filler {
    void fill(RowBuffer buffer);
  }

  /**
   * @param correlated whether the rows depend on outer rows, so that each opening fills anew
   */
  Materialized(Filler filler, boolean correlated, StatementResources resources) {
    this.filler = filler;
    this.correlated = correlated;
    resources.add(this);
  }

  RowBuffer buffer() {
    return buffer;
  }

  /** Changes whenever the rows are filled anew. */
  long version() {
    return version;
  }

  /** Makes sure that the rows are there. */
  void require() {
    if (!filled || correlated) {
      buffer.clear();
      filler.fill(buffer);
      filled = true;
      version++;
    }
  }

  @Override
  public void reset() {
    filled = false;
    buffer.clear();
  }
}
