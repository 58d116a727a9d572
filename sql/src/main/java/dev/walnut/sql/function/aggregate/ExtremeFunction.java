// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.aggregate;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;

/** min and max of a group: the first of the extreme values; NULLs do not count. */
final class ExtremeFunction extends AggregateFunction {
  private final int direction;

  /**
   * @param direction -1 for min, 1 for max
   */
  ExtremeFunction(String name, int direction) {
    super(name, 1, 1);
    this.direction = direction;
  }

  @Override
  public int extreme() {
    return direction;
  }

  @Override
  public boolean takesBlob(int argumentIndex) {
    return true;
  }

  @Override
  public Accumulator newAccumulator() {
    return new ExtremeAccumulator(direction);
  }

  private static final class ExtremeAccumulator extends Accumulator {
    private final int direction;
    private final Value best = new Value();
    private byte[] buffer = new byte[0];

    ExtremeAccumulator(int direction) {
      this.direction = direction;
    }

    @Override
    public boolean step(FunctionContext context, Value[] arguments) {
      Value x = arguments[0];
      if (x.isNull()) {
        return false;
      }
      if (!best.isNull()) {
        int order = Comparison.compare(x, best, context.collation());
        if (direction < 0 ? order >= 0 : order <= 0) {
          return false;
        }
      }
      keep(x);
      return true;
    }

    /**
     * Copies into a buffer that grows and is used again: the result is read before the next step.
     */
    private void keep(Value x) {
      best.set(x);
      if (x.type() >= Value.TEXT) {
        int length = x.length();
        if (buffer.length < length) {
          buffer = new byte[Math.max(length, 32)];
        }
        System.arraycopy(x.bytes(), x.offset(), buffer, 0, length);
        if (x.type() == Value.TEXT) {
          best.setText(buffer, 0, length);
        } else {
          best.setBlob(buffer, 0, length);
        }
      }
    }

    @Override
    public void result(FunctionContext context, Value result) {
      result.set(best);
    }
  }
}
