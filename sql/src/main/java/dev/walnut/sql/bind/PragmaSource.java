// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.Pragma;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.List;

/**
 * A pragma as a table-valued function. Its last two columns are the hidden {@code arg} and {@code
 * schema}.
 */
public final class PragmaSource extends Source {
  private final Pragma pragma;
  private final List<String> columnNames;
  private final Bound argument;
  private final Bound schema;
  private final Collation binary;

  PragmaSource(
      int id,
      Pragma pragma,
      List<String> columnNames,
      Bound argument,
      Bound schema,
      Collation binary) {
    super(id);
    this.pragma = pragma;
    this.columnNames = columnNames;
    this.argument = argument;
    this.schema = schema;
    this.binary = binary;
  }

  public Pragma pragma() {
    return pragma;
  }

  /** First argument; null if not given. */
  public Bound argument() {
    return argument;
  }

  /** Second argument; null if not given. */
  public Bound schema() {
    return schema;
  }

  /** Result columns and the two hidden ones. */
  public List<String> columnNames() {
    return columnNames;
  }

  @Override
  public int columnCount() {
    return columnNames.size();
  }

  @Override
  public Affinity affinityOf(int column) {
    return column < 0 ? Affinity.INTEGER : Affinity.BLOB;
  }

  @Override
  public Collation collationOf(int column) {
    return binary;
  }
}
