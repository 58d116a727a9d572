// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.plan.QueryCompiler;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.syntax.With;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows that an UPDATE or DELETE is to change: a query finds their keys, all of them before the
 * first change, so that no change can lead the scan astray. Further expressions may be computed
 * with the keys.
 */
final class KeyedRows {
  private final Table table;
  private final TableTree tree;
  private final Query query;
  private final int keyColumns;

  /** Columns of the query that are kept: the key's and the computed ones. */
  private final int keptColumns;

  private final RowStore store;
  private long[] rowids = new long[16];
  private int count;
  private int next;
  private final Value cell = new Value();
  private final Value[] key;

  private KeyedRows(TableTarget target, Query query, int keyColumns, int furtherColumns) {
    this.table = target.table();
    this.tree = target.tree();
    this.query = query;
    this.keyColumns = keyColumns;
    boolean onlyRowids = !table.isWithoutRowid() && furtherColumns == 0;
    this.keptColumns = keyColumns + furtherColumns;
    this.store = onlyRowids ? null : new RowStore();
    this.key = new Value[keyColumns];
    for (int i = 0; i < keyColumns; i++) {
      key[i] = new Value();
    }
  }

  /** What the query is made of; parts may be null or empty as in the statements. */
  record Parts(
      With with,
      FromItem.Table target,
      List<FromTerm> from,
      Expr where,
      List<Expr> further,
      List<OrderingTerm> orderBy,
      Expr limit,
      Expr offset) {}

  static KeyedRows compile(TableTarget target, Parts parts, StatementContext context) {
    Table table = target.table();
    int keyColumns = table.isWithoutRowid() ? table.primaryKey().parts().size() : 1;
    List<Expr> computed = new ArrayList<>(parts.further());
    // The outcome may depend on the order: with all columns asked for, a search by index costs
    // what reaching the table costs. Unread columns cost nothing.
    for (Column column : table.columns()) {
      computed.add(columnOf(nameOf(parts), column.name()));
    }
    FromItem.Table scanned = parts.target();
    if (parts.where() == null && parts.from().isEmpty() && scanned.hint() == null) {
      scanned = new FromItem.Table(scanned.name(), scanned.alias(), new FromItem.IndexHint(null));
    }
    Parts all =
        new Parts(
            parts.with(),
            scanned,
            parts.from(),
            parts.where(),
            computed,
            parts.orderBy(),
            parts.limit(),
            parts.offset());
    Query query = QueryCompiler.compileForChange(select(table, all), context);
    return new KeyedRows(target, query, keyColumns, parts.further().size());
  }

  /** The query for the keys, and what is to be computed with them. */
  static Select select(Table table, Parts parts) {
    String name = nameOf(parts);
    List<ResultColumn> columns = new ArrayList<>();
    if (table.isWithoutRowid()) {
      for (Index.Part part : table.primaryKey().parts()) {
        columns.add(column(name, table.columns().get(part.columnIndex()).name()));
      }
    } else {
      columns.add(column(name, RowidNames.of(table)));
    }
    for (Expr expr : parts.further()) {
      columns.add(new ResultColumn(expr, null, null, ""));
    }
    List<FromTerm> from = new ArrayList<>();
    from.add(new FromTerm(null, false, parts.target(), null, List.of()));
    if (parts.from().size() == 1) {
      FromTerm only = parts.from().get(0);
      from.add(new FromTerm(FromTerm.JoinType.COMMA, false, only.item(), only.on(), only.using()));
    } else if (!parts.from().isEmpty()) {
      FromItem group = new FromItem.Group(parts.from(), null);
      from.add(new FromTerm(FromTerm.JoinType.COMMA, false, group, null, List.of()));
    }
    SelectCore core =
        new SelectCore.Query(false, columns, from, parts.where(), List.of(), null, List.of());
    return new Select(
        parts.with(),
        List.of(core),
        List.of(),
        parts.orderBy(),
        parts.limit(),
        parts.offset(),
        0,
        0);
  }

  private static String nameOf(Parts parts) {
    return parts.target().alias() != null ? parts.target().alias() : parts.target().name().name();
  }

  private static ResultColumn column(String table, String name) {
    return new ResultColumn(columnOf(table, name), null, null, name);
  }

  private static Expr columnOf(String table, String name) {
    return new Expr.Column(null, table, name, false, false, 0, 0);
  }

  /** Runs the query to its end. */
  void collect(StatementContext context) {
    count = 0;
    next = 0;
    if (store != null) {
      store.clear();
    }
    int columns = keptColumns;
    try {
      query.open();
      while (query.next()) {
        context.checkCancelled();
        if (store == null) {
          query.read(0, cell);
          if (count == rowids.length) {
            rowids = Arrays.copyOf(rowids, count * 2);
          }
          rowids[count++] = cell.integer();
        } else {
          store.beginRow();
          for (int i = 0; i < columns; i++) {
            query.read(i, cell);
            store.append(cell);
          }
          store.endRow();
        }
      }
    } finally {
      query.close();
    }
    if (store != null) {
      store.rewind();
    }
  }

  /** Goes before the first key again. */
  void rewind() {
    next = 0;
    if (store != null) {
      store.rewind();
    }
  }

  /** Goes to the next key; false behind the last. */
  boolean next() {
    if (store != null) {
      return store.next();
    }
    return next++ < count;
  }

  /** Goes to the row with the current key; false if it is not there any more. */
  boolean seekRow() {
    if (store == null) {
      return ((RowidTree) tree).seek(rowids[next - 1]);
    }
    if (tree instanceof RowidTree rowidTree) {
      store.read(0, cell);
      return rowidTree.seek(cell.integer());
    }
    for (int i = 0; i < keyColumns; i++) {
      store.read(i, key[i]);
    }
    return ((KeyTree) tree).seek(key);
  }

  /** Reads a further expression of the current row, counted from 0. */
  void readFurther(int index, Value out) {
    store.read(keyColumns + index, out);
  }

  /** The current key as a value that equals those of equal keys. */
  Object keyObject() {
    if (tree instanceof RowidTree) {
      store.read(0, cell);
      return cell.integer();
    }
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < keyColumns; i++) {
      store.read(i, cell);
      parts.add(cell.toString());
    }
    return parts;
  }

  /** Frees what the query holds. */
  void close() {
    query.close();
    if (store != null) {
      store.clear();
    }
  }
}
