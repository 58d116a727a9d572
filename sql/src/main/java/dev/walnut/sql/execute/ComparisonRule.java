// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;

/**
 * How a comparison operator turns an order into an answer, and what it does to its operands before.
 */
final class ComparisonRule {
  private static final int LESS = 1;
  private static final int EQUAL = 2;
  private static final int GREATER = 4;

  private final int accepted;

  /** IS and IS NOT: NULLs are equal and the answer is never unknown. */
  final boolean nullsCompare;

  final Affinity conversion;
  final Collation collation;

  ComparisonRule(BinaryOperator operator, Affinity conversion, Collation collation) {
    this.conversion = conversion;
    this.collation = collation;
    this.nullsCompare = operator == BinaryOperator.IS || operator == BinaryOperator.IS_NOT;
    switch (operator) {
      case EQUAL:
      case IS:
        accepted = EQUAL;
        break;
      case NOT_EQUAL:
      case IS_NOT:
        accepted = LESS | GREATER;
        break;
      case LESS:
        accepted = LESS;
        break;
      case LESS_EQUAL:
        accepted = LESS | EQUAL;
        break;
      case GREATER:
        accepted = GREATER;
        break;
      case GREATER_EQUAL:
        accepted = GREATER | EQUAL;
        break;
      default:
        throw new IllegalStateException(operator.name());
    }
  }

  /** 1 or 0 for an order: negative, zero or positive. */
  int answer(int order) {
    int bit = order < 0 ? LESS : order > 0 ? GREATER : EQUAL;
    return (accepted & bit) != 0 ? 1 : 0;
  }

  /** Compares two values, which may be converted in place. */
  int test(Value a, Value b) {
    if (a.isNull() || b.isNull()) {
      if (!nullsCompare) {
        return Condition.UNKNOWN;
      }
      return answer(a.isNull() ? (b.isNull() ? 0 : -1) : 1);
    }
    convert(a, b, conversion);
    return answer(Comparison.compare(a, b, collation));
  }

  static void convert(Value a, Value b, Affinity conversion) {
    if (conversion.isNumeric()) {
      if (a.type() == Value.TEXT) {
        Affinities.applyNumeric(a);
      }
      if (b.type() == Value.TEXT) {
        Affinities.applyNumeric(b);
      }
    } else if (conversion == Affinity.TEXT && (a.type() == Value.TEXT || b.type() == Value.TEXT)) {
      Affinities.applyText(a);
      Affinities.applyText(b);
    }
  }
}
