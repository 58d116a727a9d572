// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.plan.QueryCompiler;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.CreateTrigger;
import dev.walnut.sql.syntax.Delete;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.Insert;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.Update;
import dev.walnut.sql.syntax.With;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compiles INSERT, UPDATE and DELETE. */
public final class ChangeCompiler {
  private ChangeCompiler() {}

  /** Compiles one statement. */
  public static Program compile(Statement statement, StatementContext context) {
    switch (statement.kind()) {
      case INSERT:
        return insert((Insert) statement, context);
      case UPDATE:
        return update((Update) statement, context);
      case DELETE:
        return delete((Delete) statement, context);
      default:
        throw new AssertionError(statement.kind());
    }
  }

  /**
   * The query by which a change finds its rows, for EXPLAIN QUERY PLAN.
   *
   * @return null if there is none
   */
  public static Select queryOf(Statement statement, StatementContext context) {
    compile(statement, context).close();
    switch (statement.kind()) {
      case INSERT:
        Insert insert = (Insert) statement;
        Select source = insert.source() == null ? null : withOuter(insert.with(), insert.source());
        return source == null || isPlainValues(source) ? null : source;
      case UPDATE:
        Update update = (Update) statement;
        return KeyedRows.select(
            table(update.table().name(), context),
            new KeyedRows.Parts(
                update.with(),
                update.table(),
                update.from(),
                update.where(),
                List.of(),
                update.orderBy(),
                update.limit(),
                update.offset()));
      case DELETE:
        Delete delete = (Delete) statement;
        if (delete.where() == null && delete.limit() == null) {
          return null;
        }
        return KeyedRows.select(
            table(delete.table().name(), context),
            new KeyedRows.Parts(
                delete.with(),
                delete.table(),
                List.of(),
                delete.where(),
                List.of(),
                delete.orderBy(),
                delete.limit(),
                delete.offset()));
      default:
        return null;
    }
  }

  /** Whether the first source of a statement's query is scanned to be changed. */
  public static boolean scansToChange(Statement statement) {
    return statement instanceof Delete
        || statement instanceof Update update && update.from().isEmpty();
  }

  static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }

  private static Table table(QualifiedName name, StatementContext context) {
    Table table = context.findTable(name.schema(), name.name());
    if (table == null) {
      throw error("no such table: " + name);
    }
    return table;
  }

  private static Program delete(Delete statement, StatementContext context) {
    Table table = table(statement.table().name(), context);
    ChangeRefusals refusals = new ChangeRefusals(table, context);
    refusals.check(CreateTrigger.Event.DELETE, null);
    return new DeleteProgram(new TableTarget(table, context), statement, context);
  }

  private static Program update(Update statement, StatementContext context) {
    Table table = table(statement.table().name(), context);
    ChangeRefusals refusals = new ChangeRefusals(table, context);
    refusals.checkKind(CreateTrigger.Event.UPDATE);
    boolean[] changed = new boolean[table.columns().size()];
    statement
        .assignments()
        .forEach(
            assignment -> {
              for (int column : Assignments.columns(assignment, table)) {
                if (column >= 0) {
                  changed[column] = true;
                } else if (table.rowidColumn() >= 0) {
                  changed[table.rowidColumn()] = true;
                }
              }
            });
    refusals.check(CreateTrigger.Event.UPDATE, changed);
    return new UpdateProgram(new TableTarget(table, context), statement, context);
  }

  private static Program insert(Insert statement, StatementContext context) {
    Table table = table(statement.table(), context);
    ChangeRefusals refusals = new ChangeRefusals(table, context);
    refusals.checkKind(CreateTrigger.Event.INSERT);
    InsertProgram.Mapping mapping = null;
    InsertProgram.Source source;
    if (statement.source() == null) {
      if (!statement.columns().isEmpty()) {
        throw error("0 values for " + statement.columns().size() + " columns");
      }
      int[] positions = new int[table.columns().size()];
      Arrays.fill(positions, -1);
      mapping = new InsertProgram.Mapping(positions, -1);
      source = new InsertProgram.Source(new Evaluator[1][0], null, false);
    } else {
      source = source(statement, table, context);
      int count =
          source.query() != null ? source.query().columns().size() : source.rows()[0].length;
      mapping = InsertColumns.mapping(statement, table, count);
    }
    refusals.check(CreateTrigger.Event.INSERT, null);
    for (Insert.Upsert upsert : statement.upserts()) {
      if (!upsert.isNothing()) {
        refusals.check(CreateTrigger.Event.UPDATE, null);
      }
    }
    if (statement.conflict() == ConflictResolution.REPLACE) {
      refusals.checkReplacedRows();
    }
    Sequence sequence = null;
    if (table.isAutoIncrement()) {
      Schema schema = context.session().schema(context.session().database(table.schemaName()));
      Table sequenceTable = schema.table("sqlite_sequence");
      if (sequenceTable == null) {
        throw new DatabaseException(ResultCode.CORRUPT_SEQUENCE);
      }
      sequence =
          new Sequence(context.session().database(table.schemaName()), sequenceTable, table.name());
    }
    return new InsertProgram(new TableTarget(table, context), statement, source, mapping, sequence);
  }

  private static InsertProgram.Source source(
      Insert statement, Table table, StatementContext context) {
    Select select = withOuter(statement.with(), statement.source());
    if (isPlainValues(select)) {
      List<List<Expr>> rows = ((SelectCore.Values) select.cores().get(0)).rows();
      Evaluator[][] evaluators = new Evaluator[rows.size()][];
      for (int i = 0; i < evaluators.length; i++) {
        List<Expr> row = rows.get(i);
        evaluators[i] = new Evaluator[row.size()];
        for (int j = 0; j < row.size(); j++) {
          evaluators[i][j] = ExpressionCompiler.compile(row.get(j), RowScope.EMPTY, context);
        }
      }
      return new InsertProgram.Source(evaluators, null, false);
    }
    int before = context.usedTables().size();
    Query query = QueryCompiler.compile(select, context);
    List<Table> used = context.usedTables();
    boolean readsTarget = used.subList(before, used.size()).contains(table);
    return new InsertProgram.Source(null, query, readsTarget);
  }

  /** VALUES whose rows can be computed one by one. */
  private static boolean isPlainValues(Select select) {
    if (select.isCompound()
        || select.with() != null
        || !select.orderBy().isEmpty()
        || select.limit() != null
        || !(select.cores().get(0) instanceof SelectCore.Values values)) {
      return false;
    }
    if (values.rows().size() == 1) {
      return true;
    }
    for (List<Expr> row : values.rows()) {
      for (Expr expr : row) {
        // What a subquery sees must not depend on the rows before; SQLite reads all rows first.
        if (SyntaxSearch.anyIn(expr, SyntaxSearch::isSubquery)) {
          return false;
        }
      }
    }
    return true;
  }

  private static Select withOuter(With outer, Select select) {
    if (outer == null) {
      return select;
    }
    With with = outer;
    if (select.with() != null) {
      List<With.CommonTable> tables = new ArrayList<>(outer.tables());
      for (With.CommonTable inner : select.with().tables()) {
        tables.removeIf(table -> table.name().equalsIgnoreCase(inner.name()));
        tables.add(inner);
      }
      with = new With(outer.recursive() || select.with().recursive(), tables);
    }
    return new Select(
        with,
        select.cores(),
        select.operators(),
        select.orderBy(),
        select.limit(),
        select.offset(),
        select.start(),
        select.end());
  }
}
