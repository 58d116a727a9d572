// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.BindState;
import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundOrder;
import dev.walnut.sql.bind.IndexExpressions;
import dev.walnut.sql.bind.Source;
import dev.walnut.sql.bind.TableSource;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/** Decides whether a path gives rows in a wanted order. */
final class OrderCheck {
  /** The path does not give the order. */
  static final int NO = 0;

  /** The path gives it. */
  static final int FORWARD = 1;

  /** The path gives it when it runs backwards. */
  static final int BACKWARD = 2;

  private OrderCheck() {}

  /**
   * Compares the order that the path of the outermost loop gives with a goal.
   *
   * @param joined whether other loops run inside, so that one row of the source may stand in many
   *     rows of the result, in which only the source's own columns are equal
   * @param constants columns and expressions that are equal in all rows
   */
  static int check(
      Source source,
      PathChoice choice,
      boolean joined,
      OrderGoal goal,
      List<Bound> constants,
      BindState state) {
    if (choice.oneRow) {
      return !joined || followFrom(source, goal.terms(), 0) ? FORWARD : NO;
    }
    List<Provided> provided = provided(source, choice.path, state);
    if (provided == null) {
      return NO;
    }
    Source only = joined ? source : null;
    return goal.anyOrder()
        ? checkGroups(provided, goal, constants, only)
        : checkOrder(provided, goal, constants, only);
  }

  /**
   * Whether the terms from an index on are equal in all rows that share one row of a source.
   *
   * @param source null if each of its rows stands in one row of the result
   */
  private static boolean followFrom(Source source, List<BoundOrder> terms, int from) {
    if (source == null) {
      return true;
    }
    boolean[] follows = {true};
    for (int i = from; i < terms.size(); i++) {
      terms
          .get(i)
          .expr()
          .walk(
              e -> {
                if (e.nested() != null
                    || e.kind() == Bound.Kind.SLOT
                    || (e instanceof Bound.ColumnRef column && column.source() != source)) {
                  follows[0] = false;
                }
              });
    }
    return follows[0];
  }

  /** One column of the order that a path gives; {@code unique}: no two rows agree up to here. */
  private record Provided(Bound expr, Collation collation, boolean descending, boolean unique) {}

  private static int checkOrder(
      List<Provided> provided, OrderGoal goal, List<Bound> constants, Source only) {
    int at = 0;
    int direction = NO;
    List<BoundOrder> terms = goal.terms();
    for (int i = 0; i < terms.size(); i++) {
      BoundOrder term = terms.get(i);
      Bound wanted = inner(term.expr());
      if (isConstant(wanted, constants)) {
        continue;
      }
      while (at < provided.size() && isConstant(provided.get(at).expr, constants)) {
        at++;
      }
      if (at > 0 && provided.get(at - 1).unique) {
        if (!followFrom(only, terms, i)) {
          return NO;
        }
        break;
      }
      if (at == provided.size() || !matches(provided.get(at), wanted, term)) {
        return NO;
      }
      if (!term.isNaturalNulls()) {
        return NO;
      }
      int needed = provided.get(at).descending == term.descending() ? FORWARD : BACKWARD;
      if (direction != NO && direction != needed) {
        return NO;
      }
      direction = needed;
      at++;
    }
    return direction == NO ? FORWARD : direction;
  }

  private static int checkGroups(
      List<Provided> provided, OrderGoal goal, List<Bound> constants, Source only) {
    List<BoundOrder> open = new ArrayList<>();
    for (BoundOrder term : goal.terms()) {
      if (!isConstant(inner(term.expr()), constants)) {
        open.add(term);
      }
    }
    for (int at = 0; !open.isEmpty(); at++) {
      if (at == provided.size()) {
        return NO;
      }
      Provided next = provided.get(at);
      if (isConstant(next.expr, constants)) {
        continue;
      }
      boolean found = false;
      for (int i = 0; i < open.size() && !found; i++) {
        if (matches(next, inner(open.get(i).expr()), open.get(i))) {
          open.remove(i);
          found = true;
        }
      }
      if (!found) {
        return NO;
      }
      if (next.unique) {
        return followFrom(only, open, 0) ? FORWARD : NO;
      }
    }
    return FORWARD;
  }

  private static boolean matches(Provided provided, Bound wanted, BoundOrder term) {
    return provided.expr.equals(wanted)
        && (provided.collation == null
            || provided.collation.name().equalsIgnoreCase(term.collation().name()));
  }

  private static Bound inner(Bound e) {
    Bound inner = e;
    while (inner.kind() == Bound.Kind.COLLATE) {
      inner = ((Bound.Collate) inner).operand();
    }
    return inner;
  }

  private static boolean isConstant(Bound e, List<Bound> constants) {
    return e.kind() == Bound.Kind.CONSTANT
        || e.kind() == Bound.Kind.PARAMETER
        || constants.contains(e);
  }

  private static List<Provided> provided(Source source, AccessPath path, BindState state) {
    List<Provided> result = new ArrayList<>(2);
    if (path instanceof AccessPath.TableScan || path instanceof AccessPath.RowidRange) {
      result.add(new Provided(new Bound.ColumnRef(source, RowSource.ROWID), null, false, true));
      return result;
    }
    if (!(path instanceof AccessPath.IndexSearch)) {
      return null;
    }
    AccessPath.IndexSearch search = (AccessPath.IndexSearch) path;
    TableSource table = (TableSource) source;
    List<Index.Part> parts = search.index().parts();
    for (int i = 0; i < parts.size(); i++) {
      if (i < search.equal().size()) {
        if (search.equal().get(i).in() != null) {
          return null;
        }
        continue;
      }
      Index.Part part = parts.get(i);
      Bound expr;
      if (part.isExpression()) {
        expr = IndexExpressions.bind(part.expression(), table, state);
      } else {
        int column =
            part.columnIndex() == table.table().rowidColumn()
                ? RowSource.ROWID
                : part.columnIndex();
        expr = new Bound.ColumnRef(source, column);
      }
      boolean last = i == parts.size() - 1;
      boolean unique = last && search.index().unique() && isNotNull(search.index(), table);
      result.add(new Provided(expr, part.collation(), part.descending(), unique));
    }
    if (!table.table().isWithoutRowid()) {
      result.add(new Provided(new Bound.ColumnRef(source, RowSource.ROWID), null, false, true));
    }
    return result;
  }

  private static boolean isNotNull(Index index, TableSource source) {
    for (Index.Part part : index.parts()) {
      if (part.columnIndex() < 0 || !source.table().columns().get(part.columnIndex()).notNull()) {
        return false;
      }
    }
    return true;
  }
}
