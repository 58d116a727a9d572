// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/** Finds the conditions that one source can use to find its rows. */
final class UseFinder {
  private final ConjunctBuilder masks;
  private final List<Use> uses = new ArrayList<>();
  private final long bit;
  private final boolean expressions;

  /**
   * @param expressions whether the source has an index on an expression
   */
  UseFinder(ConjunctBuilder masks, int ordinal, boolean expressions) {
    this.masks = masks;
    this.bit = 1L << ordinal;
    this.expressions = expressions;
  }

  List<Use> uses() {
    return uses;
  }

  void add(Conjunct conjunct, int index) {
    if ((conjunct.mask() & bit) == 0) {
      return;
    }
    Bound e = conjunct.expr();
    switch (e.kind()) {
      case COMPARE:
        Bound.Compare compare = (Bound.Compare) e;
        Use.Operator operator = operator(compare.operator(), false);
        if (operator != null) {
          addComparison(compare, operator, compare.left(), compare.right(), index);
          addComparison(
              compare, operator(compare.operator(), true), compare.right(), compare.left(), index);
        }
        break;
      case IS_NULL:
        Bound.IsNull isNull = (Bound.IsNull) e;
        if (!isNull.negated() && masks.mask(isNull.operand()) == bit) {
          addUse(
              index,
              Use.Operator.IS,
              isNull.operand(),
              dev.walnut.sql.bind.Bounds.NULL,
              null,
              Affinity.NONE,
              null);
        }
        break;
      case IN_LIST:
        Bound.InList list = (Bound.InList) e;
        if (!list.negated()
            && masks.mask(list.operand()) == bit
            && (othersOf(list.items()) & bit) == 0) {
          addUse(
              index,
              Use.Operator.IN,
              list.operand(),
              null,
              list,
              list.conversion(),
              list.textCollation());
        }
        break;
      case IN_SELECT:
        Bound.InSelect select = (Bound.InSelect) e;
        if (!select.negated()
            && select.operands().size() == 1
            && masks.mask(select.operands().get(0)) == bit
            && (freeOf(select) & bit) == 0) {
          addUse(
              index,
              Use.Operator.IN,
              select.operands().get(0),
              null,
              select,
              select.conversions().get(0),
              select.collations().get(0));
        }
        break;
      default:
        break;
    }
  }

  private void addComparison(
      Bound.Compare compare, Use.Operator operator, Bound target, Bound value, int index) {
    if (masks.mask(target) == bit && (masks.mask(value) & bit) == 0) {
      addUse(index, operator, target, value, null, compare.conversion(), compare.textCollation());
    }
  }

  private void addUse(
      int index,
      Use.Operator operator,
      Bound target,
      Bound value,
      Bound in,
      Affinity conversion,
      Collation collation) {
    Bound inner = target;
    while (inner.kind() == Bound.Kind.COLLATE) {
      inner = ((Bound.Collate) inner).operand();
    }
    boolean isColumn = inner.kind() == Bound.Kind.COLUMN;
    if (!isColumn && !expressions) {
      return;
    }
    int column = isColumn ? ((Bound.ColumnRef) inner).column() : Use.EXPRESSION;
    long others = value != null ? masks.mask(value) : othersOfIn(in);
    uses.add(new Use(index, operator, inner, column, value, in, conversion, collation, others));
  }

  private long othersOfIn(Bound in) {
    return in.kind() == Bound.Kind.IN_LIST
        ? othersOf(((Bound.InList) in).items())
        : freeOf((Bound.InSelect) in);
  }

  /** The sources that the items read. */
  private long othersOf(List<Bound> items) {
    long mask = 0;
    for (Bound item : items) {
      mask |= masks.mask(item);
    }
    return mask;
  }

  private long freeOf(Bound.InSelect in) {
    long mask = 0;
    for (dev.walnut.sql.bind.Source source : in.select().freeSources()) {
      int ordinal = masks.ordinal(source);
      if (ordinal >= 0) {
        mask |= 1L << ordinal;
      }
    }
    return mask;
  }

  private static Use.Operator operator(BinaryOperator operator, boolean mirrored) {
    switch (operator) {
      case EQUAL:
        return Use.Operator.EQUAL;
      case IS:
        return Use.Operator.IS;
      case LESS:
        return mirrored ? Use.Operator.GREATER : Use.Operator.LESS;
      case LESS_EQUAL:
        return mirrored ? Use.Operator.GREATER_EQUAL : Use.Operator.LESS_EQUAL;
      case GREATER:
        return mirrored ? Use.Operator.LESS : Use.Operator.GREATER;
      case GREATER_EQUAL:
        return mirrored ? Use.Operator.LESS_EQUAL : Use.Operator.GREATER_EQUAL;
      default:
        return null;
    }
  }
}
