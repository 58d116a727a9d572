// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.btree.Btrees;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * A table as one statement instance changes it: its tree, its indexes with open cursors, and the
 * slot against which the expressions of its constraints and indexes are compiled.
 *
 * <p>Cursors stay open between executions, so that a statement that runs often opens them once.
 */
public final class TableTarget {
  private final Table table;
  private final AttachedDatabase database;
  private final StatementContext context;
  private final StoredText text;
  private final RowSlot slot = new RowSlot();
  private final ExpressionCompiler compiler;
  private final TableTree tree;
  private final List<IndexTarget> indexes = new ArrayList<>();
  private final Value[] defaults;
  private Btrees opened;

  /** Prepares changes of a table; a transaction need not be open. */
  public TableTarget(Table table, StatementContext context) {
    this.table = table;
    this.context = context;
    this.database = context.session().database(table.schemaName());
    this.text = StoredText.of(context.encoding());
    this.compiler = new ExpressionCompiler(RowScope.of(table.name(), table, slot), context);
    this.tree = table.isWithoutRowid() ? new KeyTree(table, text) : new RowidTree(table, text);
    this.defaults = addedDefaults();
    for (Index index : table.checkOrder()) {
      if (!isTree(index)) {
        indexes.add(new IndexTarget(table, index, text, compiler));
      }
    }
  }

  /** Whether an index is the table's own tree. */
  boolean isTree(Index index) {
    return table.isWithoutRowid() && index.origin() == Index.Origin.PRIMARY_KEY;
  }

  /** Values of columns in records that are older than the column. */
  private Value[] addedDefaults() {
    Value[] values = new Value[table.columns().size()];
    for (int i = 0; i < values.length; i++) {
      Column column = table.columns().get(i);
      if (column.defaultValue() != null && isLiteral(column.defaultValue())) {
        Value value = new Value();
        evaluatorOfDefault(column).evaluate(value);
        Affinities.applyForStorage(value, column.affinity());
        value.detach();
        values[i] = value;
      }
    }
    return values;
  }

  /** ADD COLUMN takes no other default for a table that has rows. */
  private static boolean isLiteral(Expr expr) {
    switch (expr.kind()) {
      case INTEGER:
      case REAL:
      case STRING:
      case BLOB:
        return true;
      case COLUMN:
        return ((Expr.Column) expr).isBooleanName();
      case UNARY:
        return isLiteral(((Expr.Unary) expr).operand());
      default:
        return false;
    }
  }

  /** Compiles a column's DEFAULT. */
  Evaluator evaluatorOfDefault(Column column) {
    return ExpressionCompiler.compile(column.defaultValue(), RowScope.EMPTY, context);
  }

  public Table table() {
    return table;
  }

  public AttachedDatabase database() {
    return database;
  }

  public StatementContext context() {
    return context;
  }

  /**
   * To be called between two rows: ends a cancelled statement, and lets a transaction that outgrows
   * the cache write changed pages early, so that its size is not bounded by the heap.
   */
  void betweenRows() {
    context.checkCancelled();
    database.pager().spillIfLarge();
  }

  StoredText text() {
    return text;
  }

  public RowSlot slot() {
    return slot;
  }

  /** Compiles expressions over the row in the slot, under the table's own name. */
  ExpressionCompiler compiler() {
    return compiler;
  }

  TableTree tree() {
    return tree;
  }

  /** The indexes but for the tree itself, in the order of their checks. */
  public List<IndexTarget> indexes() {
    return indexes;
  }

  /** A row to be turned to stored rows of this table. */
  public StoredRow newStoredRow() {
    return new StoredRow(table, text, defaults);
  }

  /** Begins an execution; a write transaction is open. */
  void open() {
    Btrees trees = database.btrees();
    if (opened != trees) {
      tree.open(trees);
      for (IndexTarget index : indexes) {
        index.open(trees, index.index().rootPage());
      }
      opened = trees;
    }
    compiler.reset();
  }

  /** Ends an execution. */
  void rest() {
    tree.reset();
    for (int i = 0; i < indexes.size(); i++) {
      indexes.get(i).reset();
    }
  }

  /** Frees the cursors. */
  void close() {
    if (opened != null) {
      opened = null;
      tree.close();
      for (IndexTarget index : indexes) {
        index.close();
      }
    }
  }

  /** Deletes the tree's current row, which a stored row shows, and its index entries. */
  void deleteRow(StoredRow row) {
    slot.show(row);
    for (int i = 0; i < indexes.size(); i++) {
      IndexTarget index = indexes.get(i);
      if (index.covers()) {
        index.delete(row);
      }
    }
    tree.delete();
  }
}
