// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.Pragma;
import dev.walnut.sql.value.Collation;
import java.util.List;

/**
 * A pragma as a table-valued function. Its last two columns are the hidden {@code arg} and {@code
 * schema}.
 */
public final class PragmaSource extends CallSource {
  private final Pragma pragma;

  PragmaSource(
      int id, Pragma pragma, List<String> columnNames, List<Bound> arguments, Collation binary) {
    super(id, columnNames, arguments, binary);
    this.pragma = pragma;
  }

  public Pragma pragma() {
    return pragma;
  }

  @Override
  public String name() {
    return "pragma_" + pragma.name();
  }

  /** First argument; null if not given. */
  public Bound argument() {
    return arguments().isEmpty() ? null : arguments().get(0);
  }

  /** Second argument; null if not given. */
  public Bound schema() {
    return arguments().size() < 2 ? null : arguments().get(1);
  }
}
