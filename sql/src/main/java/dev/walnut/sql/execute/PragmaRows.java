// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.api.Pragma;
import dev.walnut.sql.api.PragmaCall;
import dev.walnut.sql.api.Session;
import dev.walnut.sql.value.Value;
import java.util.List;

/** The rows of a pragma used as a table, with its hidden columns {@code arg} and {@code schema}. */
final class PragmaRows extends Rows {
  private final Pragma pragma;
  private final int columnCount;
  private final Evaluator argument;
  private final Evaluator schema;
  private final Session session;
  private final Value argumentValue = new Value();
  private final Value schemaValue = new Value();
  private List<Value[]> rows = List.of();
  private int position;

  /** Argument and schema may be null. */
  PragmaRows(
      Pragma pragma, int columnCount, Evaluator argument, Evaluator schema, Session session) {
    this.pragma = pragma;
    this.columnCount = columnCount;
    this.argument = argument;
    this.schema = schema;
    this.session = session;
  }

  @Override
  public void open() {
    if (argument != null) {
      argument.evaluate(argumentValue);
      argumentValue.detach();
    }
    if (schema != null) {
      schema.evaluate(schemaValue);
      schemaValue.detach();
    }
    rows = pragma.run(new PragmaCall(session, schemaValue.asString(), argumentValue.asString()));
    position = -1;
  }

  @Override
  public boolean next() {
    return ++position < rows.size();
  }

  @Override
  public void read(int columnIndex, Value out) {
    if (columnIndex == ROWID) {
      out.setInteger(position + 1L);
    } else if (columnIndex == columnCount - 2) {
      out.set(argumentValue);
    } else if (columnIndex == columnCount - 1) {
      out.set(schemaValue);
    } else {
      Value[] row = rows.get(position);
      if (columnIndex < row.length) {
        out.set(row[columnIndex]);
      } else {
        out.setNull();
      }
    }
  }
}
