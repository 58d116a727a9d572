// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.plan.AccessPath;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.Assignment;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.syntax.Update;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * An UPDATE. The keys of the rows are found first. Without FROM the new values are computed row by
 * row while rows change; with FROM (or WITH) they are computed by the query that finds the keys.
 */
final class UpdateProgram extends ChangeProgram {
  private final KeyedRows rows;
  private final Assignments assignments;
  private final RowUpdater updater;
  private final NewRow row;

  /** Columns that the query computes; null if {@link #assignments} does. */
  private final int[] joinedColumns;

  private final boolean needsSavepoint;
  private final Value rowidCell = new Value();

  UpdateProgram(TableTarget target, Update statement, StatementContext context) {
    super(
        target,
        statement.table().alias() != null ? statement.table().alias() : target.table().name(),
        statement.returning());
    this.row = new NewRow(target.table());
    boolean joined = !statement.from().isEmpty() || statement.with() != null;
    boolean[] changed;
    boolean changesRowid;
    List<Expr> further = new ArrayList<>();
    if (joined) {
      changed = new boolean[target.table().columns().size()];
      this.assignments = null;
      this.joinedColumns = joinedColumns(statement, further);
      changesRowid = note(joinedColumns, changed);
    } else {
      String name =
          statement.table().alias() != null ? statement.table().alias() : target.table().name();
      this.assignments =
          Assignments.compile(
              statement.assignments(),
              target.table(),
              RowScope.of(name, target.table(), target.slot()),
              expressions(),
              context);
      this.joinedColumns = null;
      changed = assignments.changed();
      changesRowid = assignments.changesRowid();
    }
    this.changedColumns = changed;
    this.needsSavepoint = StatementUndo.isNeeded(statement, target, changed, changesRowid);
    this.updater = new RowUpdater(target, changed, changesRowid, statement.conflict());
    this.rows =
        KeyedRows.compile(
            target,
            new KeyedRows.Parts(
                statement.with(),
                statement.table(),
                statement.from(),
                statement.where(),
                further,
                statement.orderBy(),
                statement.limit(),
                statement.offset()),
            path -> updater.mayRunInOnePass() && keepsWhatItReads(path),
            context);
  }

  /** Whether an UPDATE may change rows while it reads them on a path: no index of it changes. */
  private boolean keepsWhatItReads(AccessPath path) {
    if (path instanceof AccessPath.IndexSearch) {
      Index index = ((AccessPath.IndexSearch) path).index();
      for (IndexTarget candidate : target().indexes()) {
        if (candidate.index() == index && candidate.dependsOn(changedColumns)) {
          return false;
        }
      }
      return true;
    }
    return path instanceof AccessPath.TableScan || path instanceof AccessPath.RowidRange;
  }

  private final boolean[] changedColumns;

  /** Takes SET apart into single columns and the expressions that the query computes for them. */
  private int[] joinedColumns(Update statement, List<Expr> further) {
    List<Integer> columns = new ArrayList<>();
    for (Assignment assignment : statement.assignments()) {
      int[] assigned = Assignments.columns(assignment, target().table());
      for (int i = 0; i < assigned.length; i++) {
        columns.add(assigned[i]);
        further.add(part(assignment, i, assigned.length));
      }
    }
    int[] result = new int[columns.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = columns.get(i);
    }
    return result;
  }

  private static Expr part(Assignment assignment, int index, int count) {
    Expr value = assignment.value();
    if (!assignment.vector()) {
      return value;
    }
    int values = 1;
    if (value instanceof Expr.RowValue rowValue) {
      values = rowValue.items().size();
      if (values == count) {
        return rowValue.items().get(index);
      }
    } else if (value instanceof Expr.Subquery subquery) {
      if (subquery.select().isCompound()
          || !(subquery.select().cores().get(0) instanceof SelectCore.Query query)
          || query.columns().stream().anyMatch(ResultColumn::isStar)) {
        throw ChangeCompiler.error(
            "assigning several columns from this kind of subquery is not supported with FROM");
      }
      values = query.columns().size();
      if (values == count) {
        return new Expr.Subquery(
            onlyColumn(subquery.select(), query, index), value.start(), value.end());
      }
    } else if (count == 1) {
      return value;
    }
    throw ChangeCompiler.error(count + " columns assigned " + values + " values");
  }

  private static Select onlyColumn(Select select, SelectCore.Query query, int index) {
    SelectCore core =
        new SelectCore.Query(
            query.distinct(),
            List.of(query.columns().get(index)),
            query.from(),
            query.where(),
            query.groupBy(),
            query.having(),
            query.windows());
    return new Select(
        select.with(),
        List.of(core),
        List.of(),
        select.orderBy(),
        select.limit(),
        select.offset(),
        select.start(),
        select.end());
  }

  private boolean note(int[] columns, boolean[] changed) {
    boolean changesRowid = false;
    for (int column : columns) {
      if (column == RowSource.ROWID) {
        changesRowid = true;
        if (target().table().rowidColumn() >= 0) {
          changed[target().table().rowidColumn()] = true;
        }
      } else {
        changed[column] = true;
      }
    }
    return changesRowid;
  }

  @Override
  public boolean needsStatementSavepoint() {
    return needsSavepoint;
  }

  @Override
  void run() {
    rows.collect(target().context());
    while (rows.next()) {
      target().betweenRows();
      if (rows.seekRow()) {
        updateRow();
      }
    }
  }

  private void updateRow() {
    updater.begin();
    target().slot().show(updater.old());
    updater.copyOld(row, changedColumns);
    if (assignments != null) {
      assignments.evaluate(row);
    } else {
      for (int i = 0; i < joinedColumns.length; i++) {
        if (joinedColumns[i] == RowSource.ROWID) {
          rows.readFurther(i, rowidCell);
          row.setRowid(InsertProgram.requireInteger(rowidCell));
        } else {
          rows.readFurther(i, row.value(joinedColumns[i]));
        }
      }
    }
    if (hasReturning()) {
      row.detach();
    }
    if (updater.update(row)) {
      target().slot().show(row);
      rowChanged();
    }
  }

  @Override
  public void finish() {
    rows.close();
  }
}
