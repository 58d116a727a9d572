// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

/** {@code EXISTS (SELECT ...)}, tested once per execution unless it is correlated. */
final class ExistsCondition extends Condition implements StatementResources.Once {
  private final Rows rows;
  private final boolean correlated;
  private boolean tested;
  private boolean found;

  ExistsCondition(Rows rows, boolean correlated, StatementResources resources) {
    this.rows = rows;
    this.correlated = correlated;
    resources.add(this);
  }

  @Override
  public void reset() {
    tested = false;
  }

  @Override
  public int test() {
    if (!tested || correlated) {
      rows.open();
      found = rows.next();
      tested = true;
    }
    return found ? TRUE : FALSE;
  }
}
