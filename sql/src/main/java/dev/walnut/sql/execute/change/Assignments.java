// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.plan.QueryCompiler;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.Assignment;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The SET of an UPDATE or of DO UPDATE: which columns are assigned, and what. */
final class Assignments {
  /** One column, or several that get the columns of one subquery's first row. */
  private static final class Item {
    /** {@link #NONE} for a subquery's column that another assignment overwrites. */
    final int[] columns;

    final Evaluator evaluator;
    final Query query;

    Item(int[] columns, Evaluator evaluator, Query query) {
      this.columns = columns;
      this.evaluator = evaluator;
      this.query = query;
    }

    /** Orders the evaluation as SQLite does: the rowid first, then by the table's columns. */
    int firstColumn() {
      int first = Integer.MAX_VALUE;
      for (int column : columns) {
        first = column == NONE ? first : Math.min(first, column);
      }
      return first;
    }

    boolean assigns(int column) {
      for (int assigned : columns) {
        if (assigned == column) {
          return true;
        }
      }
      return false;
    }
  }

  private static final int NONE = Integer.MIN_VALUE;

  private final List<Item> items = new ArrayList<>();
  private final boolean[] changed;
  private boolean changesRowid;
  private final Value rowidCell = new Value();

  private Assignments(int columnCount) {
    changed = new boolean[columnCount];
  }

  /** Compiles assignments whose values may use the rows of a scope. */
  static Assignments compile(
      List<Assignment> assignments,
      Table table,
      RowScope scope,
      ExpressionCompiler compiler,
      StatementContext context) {
    Assignments result = new Assignments(table.columns().size());
    for (Assignment assignment : assignments) {
      int[] columns = columns(assignment, table);
      result.note(columns, table);
      List<Expr> parts = parts(assignment);
      if (parts != null) {
        for (int i = 0; i < columns.length; i++) {
          result.items.add(new Item(new int[] {columns[i]}, compiler.compile(parts.get(i)), null));
        }
      } else {
        Query query =
            QueryCompiler.compile(((Expr.Subquery) assignment.value()).select(), scope, context);
        requireCount(columns.length, query.columns().size());
        result.items.add(new Item(columns, null, query));
      }
    }
    result.dropOverwritten();
    result.items.sort(Comparator.comparingInt(Item::firstColumn));
    return result;
  }

  /** The columns that an assignment names; {@link RowSource#ROWID} for the rowid. */
  static int[] columns(Assignment assignment, Table table) {
    int[] columns = new int[assignment.columns().size()];
    for (int i = 0; i < columns.length; i++) {
      String name = assignment.columns().get(i);
      int column = table.columnIndex(name);
      if (column < 0) {
        if (table.isWithoutRowid() || !RowidNames.isRowidName(name)) {
          throw error("no such column: " + name);
        }
        column = RowSource.ROWID;
      } else if (table.columns().get(column).isGenerated()) {
        throw error("cannot UPDATE generated column \"" + name + "\"");
      } else if (column == table.rowidColumn()) {
        column = RowSource.ROWID;
      }
      columns[i] = column;
    }
    return columns;
  }

  /** The single expressions that an assignment gives to its columns; null: those of a subquery. */
  private static List<Expr> parts(Assignment assignment) {
    int count = assignment.columns().size();
    Expr value = assignment.value();
    if (!assignment.vector()) {
      return List.of(value);
    }
    if (value instanceof Expr.RowValue row) {
      requireCount(count, row.items().size());
      return row.items();
    }
    if (value instanceof Expr.Subquery) {
      return null;
    }
    requireCount(count, 1);
    return List.of(value);
  }

  private static void requireCount(int columns, int values) {
    if (columns != values) {
      throw error(columns + " columns assigned " + values + " values");
    }
  }

  private void note(int[] columns, Table table) {
    for (int column : columns) {
      if (column == RowSource.ROWID) {
        changesRowid = true;
        if (table.rowidColumn() >= 0) {
          changed[table.rowidColumn()] = true;
        }
      } else {
        changed[column] = true;
      }
    }
  }

  /** Of several assignments to one column the last counts. */
  private void dropOverwritten() {
    for (int i = items.size() - 1; i >= 0; i--) {
      Item item = items.get(i);
      for (int k = 0; k < item.columns.length; k++) {
        for (int j = i + 1; j < items.size(); j++) {
          if (items.get(j).assigns(item.columns[k])) {
            item.columns[k] = NONE;
            break;
          }
        }
      }
      if (item.query == null && item.columns[0] == NONE) {
        items.remove(i);
      }
    }
  }

  private static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }

  /** Which columns are assigned. */
  boolean[] changed() {
    return changed;
  }

  /** Whether the rowid is assigned, by whatever name. */
  boolean changesRowid() {
    return changesRowid;
  }

  /** Computes the assigned values into a row; everything else in it stays. */
  void evaluate(NewRow row) {
    for (int i = 0; i < items.size(); i++) {
      Item item = items.get(i);
      if (item.query != null) {
        evaluateQuery(item, row);
      } else if (item.columns[0] == RowSource.ROWID) {
        item.evaluator.evaluate(rowidCell);
        row.setRowid(InsertProgram.requireInteger(rowidCell));
      } else {
        item.evaluator.evaluate(row.value(item.columns[0]));
      }
    }
  }

  private void evaluateQuery(Item item, NewRow row) {
    Query query = item.query;
    query.open();
    try {
      boolean found = query.next();
      for (int i = 0; i < item.columns.length; i++) {
        int column = item.columns[i];
        if (column == NONE) {
          continue;
        }
        Value cell = column == RowSource.ROWID ? rowidCell : row.value(column);
        if (found) {
          query.read(i, cell);
          cell.detach();
        } else {
          cell.setNull();
        }
        if (column == RowSource.ROWID) {
          row.setRowid(InsertProgram.requireInteger(rowidCell));
        }
      }
    } finally {
      query.close();
    }
  }
}
