// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.plan.AccessPath;
import dev.walnut.sql.plan.ChangeScan;
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
import java.util.function.Predicate;

/**
 * The rows that an UPDATE or DELETE is to change: a query finds their keys, all of them before the
 * first change, so that no change can lead the scan astray. Further expressions may be computed
 * with the keys; of several rows with one key the last counts.
 *
 * <p>The order of the changes shows when one of them fails, so it is SQLite's. Where SQLite changes
 * rows while it finds them, they are given as they were found, and an error of the query comes
 * after the rows before it. Where SQLite finds all rows first, they are given in the order of their
 * keys.
 */
final class KeyedRows {
  private final Table table;
  private final TableTree tree;
  private final Query query;
  private final int keyColumns;

  /** Columns of the query that are kept: the key's and the computed ones. */
  private final int keptColumns;

  /** Whether the rows are given as they were found. */
  private final boolean inOnePass;

  private final RowStore store;

  /** The rows of {@link #store} in the order of their keys; null: as they were found. */
  private long[] positions;

  private final KeyOrder order;
  private DatabaseException failure;
  private long[] rowids = new long[16];
  private int count;
  private int next;
  private final Value cell = new Value();
  private final Value[] key;

  private KeyedRows(
      TableTarget target, Query query, boolean inOnePass, int keyColumns, int furtherColumns) {
    this.table = target.table();
    this.tree = target.tree();
    this.query = query;
    this.inOnePass = inOnePass;
    this.keyColumns = keyColumns;
    boolean onlyRowids = !table.isWithoutRowid() && furtherColumns == 0;
    this.keptColumns = keyColumns + furtherColumns;
    this.store = onlyRowids ? null : new RowStore();
    this.order = onlyRowids ? null : new KeyOrder(store, table);
    this.key = new Value[keyColumns];
    for (int i = 0; i < keyColumns; i++) {
      key[i] = new Value();
    }
  }

  /**
   * What the query is made of; parts may be null or empty as in the statements.
   *
   * @param further expressions to be computed with the keys
   */
  record Parts(
      With with,
      FromItem.Table target,
      List<FromTerm> from,
      Expr where,
      List<Expr> further,
      List<OrderingTerm> orderBy,
      Expr limit,
      Expr offset) {

    /** Whether the target is all there is in FROM. */
    boolean isPlain() {
      return from.isEmpty();
    }
  }

  /**
   * Compiles the query.
   *
   * @param inOnePass whether SQLite changes rows while it finds them, by the path on which it does
   */
  static KeyedRows compile(
      TableTarget target, Parts parts, Predicate<AccessPath> inOnePass, StatementContext context) {
    Table table = target.table();
    int keyColumns = table.isWithoutRowid() ? table.primaryKey().parts().size() : 1;
    Select select = select(table, parts);
    int further = parts.further().size();
    if (!parts.isPlain()) {
      Query query = QueryCompiler.compile(select, context);
      return new KeyedRows(target, query, false, keyColumns, further);
    }
    ChangeScan scan = QueryCompiler.compileForChange(select, context);
    boolean onePass =
        parts.limit() == null && !hasSubquery(parts.where()) && inOnePass.test(scan.path());
    return new KeyedRows(target, scan.query(), onePass, keyColumns, further);
  }

  private static boolean hasSubquery(Expr where) {
    return where != null && SyntaxSearch.anyDeepIn(where, SyntaxSearch::isSubquery);
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
    failure = null;
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
          count++;
        }
      }
    } catch (DatabaseException e) {
      if (!inOnePass) {
        throw e;
      }
      failure = e;
    } finally {
      query.close();
    }
    if (store != null) {
      store.rewind();
    }
    if (!inOnePass) {
      sort();
    }
  }

  private void sort() {
    if (store == null) {
      Arrays.sort(rowids, 0, count);
    } else {
      positions = order.sort();
    }
  }

  /**
   * Goes to the next key; false behind the last.
   *
   * @throws DatabaseException what ended the query before its time, once all rows before were given
   */
  boolean next() {
    boolean more;
    if (store == null) {
      more = next++ < count;
    } else if (positions == null) {
      more = store.next();
    } else {
      more = next < positions.length;
      if (more) {
        store.moveTo(positions[next++]);
      }
    }
    if (!more && failure != null) {
      throw failure;
    }
    return more;
  }

  /** How many rows the query found. */
  int count() {
    return count;
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

  /** Frees what the query holds. */
  void close() {
    query.close();
    positions = null;
    if (store != null) {
      store.clear();
    }
  }
}
