// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/** Gives comparisons and IN their affinity and collation, and takes row values apart. */
final class ComparisonBinder {
  private final BindState state;

  ComparisonBinder(BindState state) {
    this.state = state;
  }

  /** The expression itself; an error if it is a row value. */
  static Bound scalar(Bound bound) {
    if (bound instanceof Bound.Row) {
      throw misused(((Bound.Row) bound).items(), 1);
    }
    return bound;
  }

  private static RuntimeException misused(List<Bound> items, int expected) {
    if (items.get(0) instanceof Bound.Subquery
        && ((Bound.Subquery) items.get(0)).select().columnCount() == items.size()
        && (items.size() == 1
            || (items.get(1) instanceof Bound.Subquery
                && ((Bound.Subquery) items.get(1)).select()
                    == ((Bound.Subquery) items.get(0)).select()))) {
      return columnCountError(items.size(), expected);
    }
    return BindState.error("row value misused");
  }

  static RuntimeException columnCountError(int count, int expected) {
    return BindState.error("sub-select returns " + count + " columns - expected " + expected);
  }

  Bound compare(BinaryOperator operator, Bound left, Bound right) {
    if (left instanceof Bound.Row || right instanceof Bound.Row) {
      return compareRows(operator, itemsOf(left), itemsOf(right));
    }
    return new Bound.Compare(
        operator,
        left,
        right,
        Bounds.comparisonAffinity(left.affinity(), right.affinity()),
        Bounds.comparisonCollation(left, right, state.binary));
  }

  private static List<Bound> itemsOf(Bound bound) {
    return bound instanceof Bound.Row ? ((Bound.Row) bound).items() : List.of(bound);
  }

  private Bound compareRows(BinaryOperator operator, List<Bound> left, List<Bound> right) {
    int count = left.size();
    if (count != right.size()) {
      if (count == 1) {
        throw misused(right, 1);
      }
      throw misused(right.size() == 1 ? left : right, right.size() == 1 ? 1 : count);
    }
    Bound result = null;
    for (int i = count - 1; i >= 0; i--) {
      Bound a = left.get(i);
      Bound b = right.get(i);
      switch (operator) {
        case EQUAL:
        case IS:
          Bound same = compare(operator, a, b);
          result = result == null ? same : new Bound.And(same, result);
          break;
        case NOT_EQUAL:
        case IS_NOT:
          Bound different = compare(operator, a, b);
          result = result == null ? different : new Bound.Or(different, result);
          break;
        default:
          if (result == null) {
            result = compare(operator, a, b);
          } else {
            boolean less = operator == BinaryOperator.LESS || operator == BinaryOperator.LESS_EQUAL;
            Bound strict = compare(less ? BinaryOperator.LESS : BinaryOperator.GREATER, a, b);
            Bound equal = compare(BinaryOperator.EQUAL, a, b);
            result = new Bound.Or(strict, new Bound.And(equal, result));
          }
          break;
      }
    }
    return result;
  }

  /** {@code operand [NOT] IN (items)}. */
  Bound in(Bound operand, List<Bound> items, boolean negated) {
    if (operand instanceof Bound.Row) {
      Bound result = null;
      for (Bound item : items) {
        Bound same = compare(BinaryOperator.EQUAL, operand, item);
        result = result == null ? same : new Bound.Or(result, same);
      }
      if (result == null) {
        return Bounds.integer(negated ? 1 : 0);
      }
      return negated ? new Bound.Not(result) : result;
    }
    List<Bound> scalars = new ArrayList<>(items.size());
    for (Bound item : items) {
      scalars.add(scalar(item));
    }
    if (items.isEmpty()) {
      return Bounds.integer(negated ? 1 : 0);
    }
    Collation collation = operand.collation() == null ? state.binary : operand.collation();
    Affinity conversion = operand.affinity();
    return new Bound.InList(
        operand,
        scalars,
        negated,
        conversion == Affinity.REAL ? Affinity.NUMERIC : conversion,
        collation);
  }

  /** {@code operand [NOT] IN (SELECT ...)}. */
  Bound in(Bound operand, BoundSelect select, boolean negated) {
    List<Bound> operands = itemsOf(operand);
    int count = operands.size();
    if (select.columnCount() != count) {
      throw columnCountError(select.columnCount(), count);
    }
    List<Affinity> conversions = new ArrayList<>();
    List<Collation> collations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Bound left = operands.get(i);
      conversions.add(Bounds.comparisonAffinity(left.affinity(), select.affinity(i)));
      Collation collation = left.collation();
      if (!left.hasExplicitCollation()
          && (collation == null || select.hasExplicitCollation(i))
          && select.collation(i) != null) {
        collation = select.collation(i);
      }
      collations.add(collation == null ? state.binary : collation);
    }
    return new Bound.InSelect(operands, select, negated, conversions, collations);
  }
}
