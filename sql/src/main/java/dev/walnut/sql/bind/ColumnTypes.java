// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;

/** Affinities of a subquery's columns: those of its first part, if the other parts allow them. */
final class ColumnTypes {
  private static final int NUMBERS = 1;
  private static final int TEXTS = 2;
  private static final int BLOBS = 4;

  private ColumnTypes() {}

  static Affinity[] affinities(BoundSelect select) {
    Affinity[] result = new Affinity[select.columnCount()];
    for (int i = 0; i < result.length; i++) {
      result[i] = affinity(select, i);
    }
    return result;
  }

  private static Affinity affinity(BoundSelect select, int column) {
    int core = 0;
    Affinity affinity = expression(select, 0, column).affinity();
    int kinds = 0;
    int count = select.cores.size();
    while (affinity == Affinity.NONE && core + 1 < count) {
      kinds |= kindsOf(expression(select, core, column));
      affinity = expression(select, ++core, column).affinity();
    }
    if (affinity.ordinal() < Affinity.TEXT.ordinal()) {
      return affinity;
    }
    for (int i = core + 1; i < count; i++) {
      kinds |= kindsOf(expression(select, i, column));
    }
    if (count > 1
        && ((affinity == Affinity.TEXT && (kinds & NUMBERS) != 0)
            || (affinity.isNumeric() && (kinds & TEXTS) != 0))) {
      return Affinity.BLOB;
    }
    return affinity;
  }

  private static Bound expression(BoundSelect select, int core, int column) {
    BoundCore c = select.cores.get(core);
    return c.values != null ? c.values.get(0).get(column) : c.results.get(column);
  }

  /** Which storage classes an expression may have. */
  private static int kindsOf(Bound e) {
    switch (e.kind()) {
      case CONSTANT:
        switch (((Bound.Constant) e).value().type()) {
          case Value.NULL:
            return 0;
          case Value.TEXT:
            return TEXTS;
          case Value.BLOB:
            return BLOBS;
          default:
            return NUMBERS;
        }
      case COLLATE:
        return kindsOf(((Bound.Collate) e).operand());
      case PLUS:
        return kindsOf(((Bound.Plus) e).operand());
      case CASE:
        int kinds = 0;
        for (Bound result : ((Bound.Case) e).results()) {
          kinds |= kindsOf(result);
        }
        Bound otherwise = ((Bound.Case) e).otherwise();
        return otherwise == null ? kinds : kinds | kindsOf(otherwise);
      case ARITHMETIC:
        return ((Bound.Arithmetic) e).operator() == dev.walnut.sql.syntax.BinaryOperator.CONCAT
            ? TEXTS | BLOBS
            : NUMBERS;
      case COALESCE:
        if (!((Bound.Coalesce) e).merged()) {
          return NUMBERS | TEXTS | BLOBS;
        }
        return kindsOf(((Bound.Coalesce) e).items().get(0));
      case COLUMN:
      case CAST:
      case SUBQUERY:
      case GENERATED:
        if (e.affinity().isNumeric()) {
          return NUMBERS | BLOBS;
        }
        return e.affinity() == Affinity.TEXT ? TEXTS | BLOBS : NUMBERS | TEXTS | BLOBS;
      case CALL:
      case PARAMETER:
      case SLOT:
      case LET:
        return NUMBERS | TEXTS | BLOBS;
      default:
        return NUMBERS;
    }
  }
}
