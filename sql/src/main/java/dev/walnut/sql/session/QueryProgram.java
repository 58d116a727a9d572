// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.value.Value;
import java.util.List;

/** A SELECT. */
final class QueryProgram extends Program {
  private final Query query;

  QueryProgram(Query query) {
    this.query = query;
  }

  @Override
  public List<ColumnInfo> columns() {
    return query.columns();
  }

  @Override
  public void start() {
    query.open();
  }

  @Override
  public boolean next() {
    return query.next();
  }

  @Override
  public void read(int columnIndex, Value out) {
    query.read(columnIndex, out);
  }

  @Override
  public void finish() {
    query.close();
  }
}
