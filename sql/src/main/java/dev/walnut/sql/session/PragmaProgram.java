// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.PragmaCall;
import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.syntax.Pragma;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/** A PRAGMA. An unknown one does nothing and gives no rows, as in SQLite. */
final class PragmaProgram extends Program {
  private final StatementContext context;
  private final Pragma statement;
  private final dev.walnut.sql.api.Pragma pragma;
  private final List<ColumnInfo> columns = new ArrayList<>();
  private List<Value[]> rows = List.of();
  private int row;

  PragmaProgram(Pragma statement, StatementContext context) {
    this.statement = statement;
    this.context = context;
    this.pragma = context.pragmas().find(statement.name());
    for (String name : columnNames(statement, context.pragmas())) {
      columns.add(ColumnInfo.ofExpression(name));
    }
    if (statement.schema() != null
        && !statement.schema().equalsIgnoreCase("temp")
        && context.session().database(statement.schema()) == null) {
      throw new DatabaseException(ResultCode.ERROR, "unknown database " + statement.schema());
    }
  }

  static List<String> columnNames(Pragma statement, PragmaRegistry pragmas) {
    dev.walnut.sql.api.Pragma pragma = pragmas.find(statement.name());
    return pragma == null ? List.of() : pragma.columns(statement.value() != null);
  }

  @Override
  public List<ColumnInfo> columns() {
    return columns;
  }

  @Override
  public void start() {
    row = -1;
    rows = List.of();
    if (pragma == null) {
      return;
    }
    DatabaseSession session = context.session();
    try {
      if (pragma.needsSchema()) {
        for (AttachedDatabase database : session.databases()) {
          database.beginRead();
          database.schema();
        }
      }
      rows = pragma.run(new PragmaCall(session, statement.schema(), statement.value()));
    } finally {
      session.transaction().endIdle();
    }
  }

  @Override
  public boolean next() {
    return ++row < rows.size();
  }

  @Override
  public void read(int columnIndex, Value out) {
    out.set(rows.get(row)[columnIndex]);
  }

  @Override
  public void finish() {
    rows = List.of();
  }
}
