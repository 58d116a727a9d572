// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.aggregate;

import static dev.walnut.sql.function.Arguments.asDouble;
import static dev.walnut.sql.function.Arguments.error;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;

/**
 * sum, total and avg.
 *
 * <p>States. Exact: all rows so far were integers and their sum fits. Approximate: the sum is a
 * double with a running correction of its rounding errors (Neumaier's form of Kahan's summation);
 * entered with the first row that is no integer, or when the integer sum overflows.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>S1 In the exact state {@code integerSum} is the sum; the doubles are unused.
 *   <li>S2 {@code overflowed} is true only while every row was an integer: sum() is an error then.
 *   <li>S3 The approximate state is never left.
 * </ul>
 */
final class SumAccumulator extends AggregateFunction.Accumulator {
  enum Kind {
    SUM,
    TOTAL,
    AVERAGE
  }

  /** Integers from here on are added in two parts, each of which a double holds exactly. */
  private static final long SPLIT_FROM = 1L << 52;

  private static final long SPLIT_UNIT = 1L << 14;

  private final Kind kind;
  private long count;
  private boolean approximate;
  private boolean overflowed;
  private long integerSum;
  private double realSum;
  private double correction;

  SumAccumulator(Kind kind) {
    this.kind = kind;
  }

  @Override
  public boolean step(FunctionContext context, Value[] arguments) {
    Value x = arguments[0];
    if (x.type() == Value.TEXT) {
      Affinities.textToNumber(x);
    }
    if (x.isNull()) {
      return false;
    }
    count++;
    if (x.type() == Value.INTEGER) {
      addInteger(x.integer());
    } else {
      addReal(asDouble(context, x));
    }
    return false;
  }

  @Override
  public void inverse(FunctionContext context, Value[] arguments) {
    Value x = arguments[0];
    if (x.type() == Value.TEXT) {
      Affinities.textToNumber(x);
    }
    if (x.isNull()) {
      return;
    }
    count--;
    if (x.type() != Value.INTEGER) {
      if (!approximate) {
        becomeApproximate();
      }
      add(-asDouble(context, x));
    } else if (!approximate) {
      long difference = integerSum - x.integer();
      if (((integerSum ^ x.integer()) & (integerSum ^ difference)) >= 0) {
        integerSum = difference;
      } else {
        overflowed = true;
        becomeApproximate();
        addNegated(x.integer());
      }
    } else {
      addNegated(x.integer());
    }
  }

  private void addInteger(long value) {
    if (!approximate) {
      long sum = integerSum + value;
      if (((integerSum ^ sum) & (value ^ sum)) >= 0) {
        integerSum = sum;
        return;
      }
      overflowed = true;
      becomeApproximate();
    }
    addParts(value);
  }

  private void addReal(double value) {
    if (approximate) {
      overflowed = false;
    } else {
      becomeApproximate();
    }
    add(value);
  }

  private void becomeApproximate() {
    approximate = true;
    realSum = 0;
    correction = 0;
    if (integerSum <= -SPLIT_FROM || integerSum >= SPLIT_FROM) {
      long small = integerSum % SPLIT_UNIT;
      realSum = integerSum - small;
      correction = small;
    } else {
      realSum = integerSum;
    }
  }

  private void addParts(long value) {
    if (value <= -SPLIT_FROM || value >= SPLIT_FROM) {
      long small = value % SPLIT_UNIT;
      add(value - small);
      add(small);
    } else {
      add(value);
    }
  }

  private void addNegated(long value) {
    if (value == Long.MIN_VALUE) {
      addParts(Long.MAX_VALUE);
      addParts(1);
    } else {
      addParts(-value);
    }
  }

  private void add(double value) {
    double before = realSum;
    double sum = before + value;
    if (Math.abs(before) > Math.abs(value)) {
      correction += (before - sum) + value;
    } else {
      correction += (value - sum) + before;
    }
    realSum = sum;
  }

  private double realResult() {
    return correction == correction ? realSum + correction : realSum;
  }

  @Override
  public void result(FunctionContext context, Value result) {
    switch (kind) {
      case SUM:
        if (count == 0) {
          result.setNull();
        } else if (!approximate) {
          result.setInteger(integerSum);
        } else if (overflowed) {
          throw error("integer overflow");
        } else {
          result.setReal(realResult());
        }
        break;
      case TOTAL:
        result.setReal(approximate ? realResult() : integerSum);
        break;
      case AVERAGE:
        if (count == 0) {
          result.setNull();
        } else {
          result.setReal((approximate ? realResult() : integerSum) / count);
        }
        break;
    }
  }
}
