// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** {@code operands [NOT] IN (SELECT ...)}. */
final class InSelectCondition extends Condition {
  private final Evaluator[] operands;
  private final SelectSet set;
  private final boolean negated;
  private final Value[] cells;

  InSelectCondition(Evaluator[] operands, SelectSet set, boolean negated) {
    this.operands = operands;
    this.set = set;
    this.negated = negated;
    this.cells = new Value[operands.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new Value();
    }
  }

  @Override
  public int test() {
    set.require();
    if (set.isEmpty()) {
      return negated ? TRUE : FALSE;
    }
    boolean hasNull = false;
    for (int i = 0; i < cells.length; i++) {
      operands[i].evaluate(cells[i]);
      hasNull |= cells[i].isNull();
    }
    if (!hasNull && set.contains(cells)) {
      return negated ? FALSE : TRUE;
    }
    if (cells.length == 1
        ? hasNull || set.hasNull()
        : (hasNull || set.hasNull()) && set.mayContain(cells)) {
      return UNKNOWN;
    }
    return negated ? TRUE : FALSE;
  }
}
