// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.UnaryOperator;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/** Binds ORDER BY and GROUP BY terms, which may be positions, aliases or expressions. */
final class OrderBinder {
  /** What is no 32-bit integer. */
  private static final long NO_INTEGER = Long.MIN_VALUE;

  private final BindState state;

  OrderBinder(BindState state) {
    this.state = state;
  }

  static BoundOrder order(Bound expr, int resultIndex, OrderingTerm term, Collation binary) {
    Collation collation = expr.collation() == null ? binary : expr.collation();
    boolean nullsFirst =
        term.nulls() == null ? !term.descending() : term.nulls() == OrderingTerm.NullsOrder.FIRST;
    return new BoundOrder(expr, resultIndex, term.descending(), nullsFirst, collation);
  }

  /** ORDER BY of a single SELECT. */
  List<BoundOrder> bindSimple(List<OrderingTerm> terms, Scope scope, List<Bound> results) {
    List<BoundOrder> orders = new ArrayList<>(terms.size());
    for (int i = 0; i < terms.size(); i++) {
      OrderingTerm term = terms.get(i);
      Expr inner = withoutCollate(term.expr());
      int index = position(inner, i, results.size(), "ORDER");
      if (index < 0) {
        index = alias(inner, scope.aliases, results);
      }
      Bound value = index >= 0 ? results.get(index) : state.expressions.bindScalar(inner, scope);
      if (index < 0) {
        index = results.indexOf(value);
      }
      value = ComparisonBinder.scalar(value);
      Bound collated = collated(term.expr(), value);
      orders.add(order(collated, index, term, state.binary));
    }
    return orders;
  }

  /** ORDER BY of a compound: every term is a result column. */
  List<BoundOrder> bindCompound(List<OrderingTerm> terms, List<Scope> scopes, BoundSelect select) {
    List<BoundOrder> orders = new ArrayList<>(terms.size());
    for (int i = 0; i < terms.size(); i++) {
      OrderingTerm term = terms.get(i);
      Expr inner = withoutCollate(term.expr());
      int index = position(inner, i, select.columnCount(), "ORDER");
      for (int c = 0; index < 0 && c < scopes.size(); c++) {
        index = compoundColumn(inner, scopes.get(c), select.cores.get(c));
      }
      if (index < 0) {
        throw BindState.error(
            ordinal(i + 1) + " ORDER BY term does not match any column in the result set");
      }
      Collation collation = select.collation(index);
      Bound column =
          new Bound.Collate(Bounds.NULL, collation == null ? state.binary : collation, true);
      orders.add(order(collated(term.expr(), column), index, term, state.binary));
    }
    return orders;
  }

  private int compoundColumn(Expr term, Scope scope, BoundCore core) {
    int index = alias(term, scope.aliases, core.results);
    if (index >= 0 || core.values != null) {
      return index;
    }
    try {
      scope.clause = Scope.Clause.ORDER_BY;
      return core.results.indexOf(state.expressions.bindScalar(term, scope));
    } catch (DatabaseException e) {
      // A term that means nothing in this part may match in another one.
      return -1;
    }
  }

  /** The keys of GROUP BY. */
  List<Bound> bindGroups(List<Expr> terms, Scope scope, List<Bound> results) {
    List<Bound> keys = new ArrayList<>(terms.size());
    for (int i = 0; i < terms.size(); i++) {
      Expr inner = withoutCollate(terms.get(i));
      int index = position(inner, i, results.size(), "GROUP");
      Bound value =
          index >= 0
              ? ComparisonBinder.scalar(results.get(index))
              : state.expressions.bindScalar(inner, scope);
      if (index >= 0 && containsAggregate(value, scope.core)) {
        throw BindState.error(
            inner == terms.get(i)
                ? "aggregate functions are not allowed in the GROUP BY clause"
                : "misuse of aggregate: " + NameResolver.aggregateName(value, scope) + "()");
      }
      keys.add(collated(terms.get(i), value));
    }
    return keys;
  }

  private static boolean containsAggregate(Bound value, BoundCore core) {
    boolean[] found = {false};
    value.walk(
        e ->
            found[0] |=
                e instanceof Bound.ColumnRef
                    && core.aggregates != null
                    && ((Bound.ColumnRef) e).source() == core.aggregates);
    return found[0];
  }

  private Bound collated(Expr written, Bound value) {
    if (written instanceof Expr.Collate) {
      String name = ((Expr.Collate) written).collation();
      return new Bound.Collate(value, state.context.collation(name), false);
    }
    return value;
  }

  private static Expr withoutCollate(Expr expr) {
    Expr inner = expr;
    while (inner instanceof Expr.Collate) {
      inner = ((Expr.Collate) inner).operand();
    }
    return inner;
  }

  /** Index of the result column that an integer names; -1 if the term is no integer. */
  private static int position(Expr term, int termIndex, int columnCount, String clause) {
    long value = integer(term);
    if (value == NO_INTEGER) {
      return -1;
    }
    if (value < 1 || value > columnCount) {
      throw BindState.error(
          ordinal(termIndex + 1)
              + " "
              + clause
              + " BY term out of range - should be between 1 and "
              + columnCount);
    }
    return (int) value - 1;
  }

  /** The 32-bit integer that a term is, signs and folded NULL tests included. */
  private static long integer(Expr term) {
    if (term instanceof Expr.IntegerLiteral literal) {
      long value = literal.value();
      return value > Integer.MAX_VALUE || value < -Integer.MAX_VALUE ? NO_INTEGER : value;
    }
    if (term instanceof Expr.Unary unary) {
      if (unary.operator() == UnaryOperator.PLUS) {
        return integer(unary.operand());
      }
      if (unary.operator() == UnaryOperator.MINUS) {
        long value = integer(unary.operand());
        return value == NO_INTEGER ? NO_INTEGER : -value;
      }
    }
    if (isFoldedNullTest(term)) {
      return isNotNullTest(term) ? 1 : 0;
    }
    return NO_INTEGER;
  }

  /** SQLite reads {@code 'x' IS NULL} as the number 0 before it looks for positions. */
  private static boolean isFoldedNullTest(Expr term) {
    Expr operand = null;
    if (term instanceof Expr.Unary) {
      UnaryOperator operator = ((Expr.Unary) term).operator();
      if (operator == UnaryOperator.IS_NULL || operator == UnaryOperator.NOT_NULL) {
        operand = ((Expr.Unary) term).operand();
      }
    } else if (term instanceof Expr.Binary
        && ((Expr.Binary) term).right() instanceof Expr.NullLiteral) {
      BinaryOperator operator = ((Expr.Binary) term).operator();
      if (operator == BinaryOperator.IS || operator == BinaryOperator.IS_NOT) {
        operand = ((Expr.Binary) term).left();
      }
    }
    return operand instanceof Expr.IntegerLiteral
        || operand instanceof Expr.RealLiteral
        || operand instanceof Expr.StringLiteral
        || operand instanceof Expr.BlobLiteral;
  }

  private static boolean isNotNullTest(Expr term) {
    return term instanceof Expr.Unary
        ? ((Expr.Unary) term).operator() == UnaryOperator.NOT_NULL
        : ((Expr.Binary) term).operator() == BinaryOperator.IS_NOT;
  }

  private static int alias(Expr term, List<Scope.Alias> aliases, List<Bound> results) {
    if (term instanceof Expr.Column && ((Expr.Column) term).table() == null) {
      String name = ((Expr.Column) term).column();
      for (Scope.Alias alias : aliases) {
        if (alias.name().equalsIgnoreCase(name)) {
          for (int i = 0; i < results.size(); i++) {
            if (results.get(i) == alias.value()) {
              return i;
            }
          }
        }
      }
    }
    return -1;
  }

  static String ordinal(int number) {
    int lastTwo = number % 100;
    if (lastTwo >= 11 && lastTwo <= 13) {
      return number + "th";
    }
    switch (number % 10) {
      case 1:
        return number + "st";
      case 2:
        return number + "nd";
      case 3:
        return number + "rd";
      default:
        return number + "th";
    }
  }
}
