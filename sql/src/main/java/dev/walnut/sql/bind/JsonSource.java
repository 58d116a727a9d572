// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.function.json.JsonTable;
import dev.walnut.sql.value.Collation;
import java.util.List;

/** json_each() and its kin. The last two columns are the hidden {@code json} and {@code root}. */
public final class JsonSource extends CallSource {
  private final JsonTable.Kind kind;

  JsonSource(int id, JsonTable.Kind kind, List<Bound> arguments, Collation binary) {
    super(id, JsonTable.COLUMNS, arguments, binary);
    this.kind = kind;
  }

  public JsonTable.Kind kind() {
    return kind;
  }

  @Override
  public String name() {
    return kind.functionName();
  }
}
