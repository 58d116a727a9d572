// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.List;

/** A table-valued function in FROM. Its last two columns are hidden and hold its arguments. */
public abstract class CallSource extends Source {
  /** How many arguments there can be, and so how many hidden columns there are. */
  public static final int MAX_ARGUMENTS = 2;

  private final List<String> columnNames;
  private final List<Bound> arguments;
  private final Collation binary;

  CallSource(int id, List<String> columnNames, List<Bound> arguments, Collation binary) {
    super(id);
    this.columnNames = columnNames;
    this.arguments = List.copyOf(arguments);
    this.binary = binary;
  }

  /** The function's name. */
  public abstract String name();

  /** The arguments given, at most {@link #MAX_ARGUMENTS}. */
  public final List<Bound> arguments() {
    return arguments;
  }

  /** Result columns and the two hidden ones. */
  public final List<String> columnNames() {
    return columnNames;
  }

  @Override
  public final int columnCount() {
    return columnNames.size();
  }

  @Override
  public final Affinity affinityOf(int column) {
    return column < 0 ? Affinity.INTEGER : Affinity.BLOB;
  }

  @Override
  public final Collation collationOf(int column) {
    return binary;
  }
}
