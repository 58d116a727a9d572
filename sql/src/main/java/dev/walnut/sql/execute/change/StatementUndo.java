// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.catalog.CheckConstraint;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.syntax.Assignment;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.Insert;
import dev.walnut.sql.syntax.Update;
import java.util.Locale;
import java.util.Set;

/**
 * Whether a change that fails inside a transaction, by something else than a constraint that FAIL,
 * IGNORE or ROLLBACK deals with, is undone alone.
 *
 * <p>A plain change always is. With OR FAIL, OR IGNORE and OR ROLLBACK it depends, as in SQLite, on
 * whether the statement was prepared for an ABORT: it was if it calls a function or computes a
 * rowid. Otherwise the rows before the failing one (a type of a STRICT table) stay.
 */
final class StatementUndo {
  /** Functions that SQLite computes without a call: they cannot fail. */
  private static final Set<String> WITHOUT_CALL =
      Set.of(
          "coalesce",
          "ifnull",
          "iif",
          "if",
          "likely",
          "unlikely",
          "likelihood",
          "count",
          "sum",
          "total",
          "avg",
          "group_concat",
          "string_agg");

  private StatementUndo() {}

  /**
   * Whether an INSERT needs a savepoint of its own.
   *
   * @param givesRowid whether the rowid is among the columns
   * @param positions per column where its value comes from; negative: its default
   */
  static boolean isNeeded(Insert statement, Table table, boolean givesRowid, int[] positions) {
    if (!neverAborts(statement.conflict()) || !statement.upserts().isEmpty() || givesRowid) {
      return true;
    }
    if (statement.source() != null
        && SyntaxSearch.anyDeepIn(statement.source(), StatementUndo::isCall)) {
      return true;
    }
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] < 0 && calls(table.columns().get(i).defaultValue())) {
        return true;
      }
    }
    for (Index index : table.indexes()) {
      if (calls(index)) {
        return true;
      }
    }
    return checksCall(table);
  }

  /** Whether an UPDATE needs a savepoint of its own. */
  static boolean isNeeded(
      Update statement, TableTarget target, boolean[] changed, boolean changesRowid) {
    if (!neverAborts(statement.conflict()) || changesRowid || calls(statement.where())) {
      return true;
    }
    for (Assignment assignment : statement.assignments()) {
      if (calls(assignment.value())) {
        return true;
      }
    }
    for (IndexTarget index : target.indexes()) {
      if (index.dependsOn(changed) && calls(index.index())) {
        return true;
      }
    }
    return checksCall(target.table());
  }

  private static boolean neverAborts(ConflictResolution override) {
    return override == ConflictResolution.FAIL
        || override == ConflictResolution.IGNORE
        || override == ConflictResolution.ROLLBACK;
  }

  private static boolean checksCall(Table table) {
    for (CheckConstraint check : table.checks()) {
      if (calls(check.condition())) {
        return true;
      }
    }
    return false;
  }

  private static boolean calls(Index index) {
    for (Index.Part part : index.parts()) {
      if (part.isExpression() && calls(part.expression())) {
        return true;
      }
    }
    return calls(index.where());
  }

  private static boolean calls(Expr expr) {
    return expr != null && SyntaxSearch.anyDeepIn(expr, StatementUndo::isCall);
  }

  private static boolean isCall(Expr expr) {
    switch (expr.kind()) {
      case CURRENT:
      case LIKE:
        return true;
      case FUNCTION:
        Expr.FunctionCall call = (Expr.FunctionCall) expr;
        String name = call.name().toLowerCase(Locale.ROOT);
        boolean extreme = name.equals("min") || name.equals("max");
        return !WITHOUT_CALL.contains(name) && !(extreme && call.arguments().size() == 1);
      default:
        return false;
    }
  }
}
