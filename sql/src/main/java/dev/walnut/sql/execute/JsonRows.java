// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.json.JsonTable;
import dev.walnut.sql.value.Value;

/** The rows of a JSON table function. */
final class JsonRows extends Rows {
  private final JsonTable table;
  private final Evaluator[] arguments;
  private final Value[] cells = {new Value(), new Value()};
  private final FunctionContext context;

  JsonRows(JsonTable.Kind kind, Evaluator[] arguments, FunctionContext context) {
    this.table = new JsonTable(kind, context);
    this.arguments = arguments;
    this.context = context;
  }

  @Override
  public void open() {
    for (int i = 0; i < arguments.length; i++) {
      arguments[i].evaluate(cells[i]);
      cells[i].detach();
    }
    table.open(arguments.length == 0 ? null : cells[0], arguments.length < 2 ? null : cells[1]);
  }

  @Override
  public boolean next() {
    context.checkCancelled();
    return table.next();
  }

  @Override
  public void read(int columnIndex, Value out) {
    table.read(columnIndex, out);
  }
}
