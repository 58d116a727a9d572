// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.CheckConstraint;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.catalog.TableDefinition;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.execute.change.ConstraintException;
import dev.walnut.sql.execute.change.RowSlot;
import dev.walnut.sql.execute.change.StoredRow;
import dev.walnut.sql.execute.change.TableTarget;
import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.AlterTable;
import dev.walnut.sql.syntax.ColumnConstraint;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.Expr;
import java.util.ArrayList;
import java.util.List;

/**
 * ALTER TABLE ADD COLUMN: only the stored text changes; rows that are there already lack the column
 * and read as its default.
 */
final class AddColumnDefinition extends AlterDefinition {
  private final Table changed;
  private final String sql;
  private final boolean needsEmptyForNotNull;
  private final boolean needsEmptyForDefault;

  private AddColumnDefinition(
      AttachedDatabase database,
      StatementContext context,
      Table table,
      Table changed,
      String sql,
      boolean needsEmptyForNotNull,
      boolean needsEmptyForDefault) {
    super(database, context, table);
    this.changed = changed;
    this.sql = sql;
    this.needsEmptyForNotNull = needsEmptyForNotNull;
    this.needsEmptyForDefault = needsEmptyForDefault;
  }

  static Program compile(
      AlterTable.AddColumn action,
      String text,
      Table table,
      AttachedDatabase database,
      StatementContext context) {
    if (table.kind() == Table.Kind.VIEW) {
      throw Names.error("Cannot add a column to a view");
    }
    ColumnDefinition definition = action.definition();
    ColumnConstraint.Default defaultValue = null;
    boolean notNull = false;
    boolean generated = false;
    boolean references = false;
    for (ColumnConstraint constraint : definition.constraints()) {
      switch (constraint.kind()) {
        case PRIMARY_KEY:
          throw Names.error("Cannot add a PRIMARY KEY column");
        case UNIQUE:
          throw Names.error("Cannot add a UNIQUE column");
        case NOT_NULL:
          notNull = true;
          break;
        case DEFAULT:
          defaultValue = (ColumnConstraint.Default) constraint;
          break;
        case REFERENCES:
          references = true;
          break;
        case GENERATED:
          if (((ColumnConstraint.Generated) constraint).stored()) {
            throw Names.error("cannot add a STORED column");
          }
          generated = true;
          break;
        default:
          break;
      }
    }
    boolean isNull = defaultValue == null || defaultValue.expr().kind() == Expr.Kind.NULL;
    if (references && !isNull && context.session().settings().foreignKeys()) {
      throw Names.error("Cannot add a REFERENCES column with non-NULL default value");
    }
    String definitionText = text.substring(definition.start(), action.textEnd()).stripTrailing();
    String sql = inserted(table.sql(), definitionText);
    Table.Builder builder =
        TableDefinition.build(parse(sql, table), context.session()::collation, false);
    builder.schemaName = table.schemaName();
    builder.rootPage = table.rootPage();
    Table changed = builder.build();
    new DefinitionExpressions(changed, context).checkTable();
    return new AddColumnDefinition(
        database,
        context,
        table,
        changed,
        sql,
        notNull && isNull && !generated,
        !isNull && !isLiteral(defaultValue.expr()));
  }

  private static CreateTable parse(String sql, Table table) {
    try {
      return (CreateTable) SqlParser.parse(sql).statement();
    } catch (DatabaseException e) {
      throw Names.error("error in table " + table.name() + " after add column: " + e.getMessage());
    }
  }

  private static boolean isLiteral(Expr expr) {
    switch (expr.kind()) {
      case INTEGER:
      case REAL:
      case STRING:
      case BLOB:
      case NULL:
        return true;
      case COLUMN:
        return ((Expr.Column) expr).isBooleanName();
      case UNARY:
        return isLiteral(((Expr.Unary) expr).operand());
      default:
        return false;
    }
  }

  /** Puts a column's text behind the last column, before the constraints if there are any. */
  private static String inserted(String sql, String definition) {
    CreateTable create = (CreateTable) SqlParser.parse(sql).statement();
    List<ColumnDefinition> columns = create.columns();
    int lastEnd = columns.get(columns.size() - 1).end();
    for (DefinitionTokens.Token token : DefinitionTokens.of(sql)) {
      if (token.start() >= lastEnd) {
        return sql.substring(0, token.start()) + ", " + definition + sql.substring(token.start());
      }
    }
    throw new IllegalStateException("a stored definition ends in a parenthesis");
  }

  @Override
  void define() {
    if (needsEmptyForNotNull || needsEmptyForDefault) {
      if (!isEmpty()) {
        throw Names.error(
            needsEmptyForNotNull
                ? "Cannot add a NOT NULL column with default value NULL"
                : "Cannot add a column with non-constant default");
      }
    }
    requireFormat(
        changed.columns().get(changed.columns().size() - 1).defaultValue() != null ? 3 : 2);
    replaceSql(sql);
    checkRows();
  }

  private boolean isEmpty() {
    if (table().isWithoutRowid()) {
      IndexCursor cursor = database().btrees().openIndex(table().rootPage(), new KeyDescriptor(1));
      try {
        return !cursor.first();
      } finally {
        cursor.close();
      }
    }
    BtreeCursor cursor = database().btrees().openTable(table().rootPage());
    try {
      return !cursor.first();
    } finally {
      cursor.close();
    }
  }

  /** The rows that are there must keep the constraints that came with the column. */
  private void checkRows() {
    List<CheckConstraint> added = new ArrayList<>(changed.checks());
    Column column = changed.columns().get(changed.columns().size() - 1);
    boolean checksNull = column.notNull() && column.isGenerated();
    if (added.size() == table().checks().size() && !checksNull) {
      return;
    }
    RowSlot slot = new RowSlot();
    List<Evaluator> checks = new ArrayList<>();
    for (CheckConstraint check : added) {
      checks.add(
          ExpressionCompiler.compile(
              check.condition(), RowScope.of(changed.name(), changed, slot), context()));
    }
    StoredRow row = new TableTarget(changed, context()).newStoredRow();
    slot.show(row);
    if (changed.isWithoutRowid()) {
      IndexCursor cursor = database().btrees().openIndex(changed.rootPage(), new KeyDescriptor(1));
      try {
        for (boolean more = cursor.first(); more; more = cursor.next()) {
          cursor.bind(row.reader());
          check(checks);
        }
      } finally {
        cursor.close();
      }
      return;
    }
    BtreeCursor cursor = database().btrees().openTable(changed.rootPage());
    try {
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        cursor.bind(row.reader());
        row.setRowid(cursor.rowid());
        check(checks);
      }
    } finally {
      cursor.close();
    }
  }

  private void check(List<Evaluator> checks) {
    context().checkCancelled();
    for (Evaluator check : checks) {
      if (check.test() == 0) {
        throw new ConstraintException(
            ResultCode.ERROR, "CHECK constraint failed", ConflictResolution.ABORT);
      }
    }
  }
}
