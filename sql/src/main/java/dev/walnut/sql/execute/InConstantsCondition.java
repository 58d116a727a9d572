// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/** {@code operand [NOT] IN (constants)}: one probe of a table, or of sorted integers. */
final class InConstantsCondition extends Condition {
  private final Evaluator operand;
  private final boolean negated;
  private final Affinity conversion;
  private final Collation collation;
  private final boolean hasNull;
  private final KeyTable table = new KeyTable();
  private final KeyEncoder key = new KeyEncoder();
  private final long[] integers;
  private final Value a = new Value();

  InConstantsCondition(
      Evaluator operand,
      Value[] constants,
      boolean negated,
      Affinity conversion,
      Collation collation) {
    this.operand = operand;
    this.negated = negated;
    this.conversion = conversion;
    this.collation = collation;
    boolean foundNull = false;
    boolean allIntegers = true;
    long[] values = new long[constants.length];
    int count = 0;
    for (Value constant : constants) {
      if (constant.isNull()) {
        foundNull = true;
        continue;
      }
      Value value = new Value();
      value.set(constant);
      Affinities.applyForComparison(value, conversion);
      key.begin();
      key.append(value, collation);
      table.add(key);
      if (value.type() == Value.INTEGER) {
        values[count++] = value.integer();
      } else {
        allIntegers = false;
      }
    }
    hasNull = foundNull;
    integers = allIntegers ? Arrays.copyOf(values, count) : null;
    if (allIntegers) {
      Arrays.sort(integers);
    }
  }

  @Override
  public int test() {
    operand.evaluate(a);
    if (a.isNull()) {
      return UNKNOWN;
    }
    boolean found;
    if (integers != null && a.type() == Value.INTEGER && conversion != Affinity.TEXT) {
      found = Arrays.binarySearch(integers, a.integer()) >= 0;
    } else {
      Affinities.applyForComparison(a, conversion);
      key.begin();
      key.append(a, collation);
      found = table.find(key) >= 0;
    }
    if (found) {
      return negated ? FALSE : TRUE;
    }
    return hasNull ? UNKNOWN : negated ? TRUE : FALSE;
  }
}
