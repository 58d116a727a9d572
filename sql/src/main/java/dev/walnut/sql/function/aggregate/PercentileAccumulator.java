// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.aggregate;

import static dev.walnut.sql.function.Arguments.error;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * median, percentile, percentile_cont and percentile_disc: the group's numbers are kept and sorted
 * for the result.
 */
final class PercentileAccumulator extends AggregateFunction.Accumulator {
  enum Kind {
    MEDIAN("median", 1),
    PERCENTILE("percentile", 100),
    CONTINUOUS("percentile_cont", 1),
    DISCRETE("percentile_disc", 1);

    private final String functionName;
    private final double largestFraction;

    Kind(String functionName, double largestFraction) {
      this.functionName = functionName;
      this.largestFraction = largestFraction;
    }
  }

  private final Kind kind;
  private double[] numbers = new double[16];
  private int count;
  private boolean sorted = true;
  private boolean anyRow;

  /** Between 0 and 1; meaningless before the first row. */
  private double fraction;

  PercentileAccumulator(Kind kind) {
    this.kind = kind;
  }

  @Override
  public boolean step(FunctionContext context, Value[] arguments) {
    double rowFraction = 0.5;
    if (kind != Kind.MEDIAN) {
      Value given = arguments[1];
      if (given.type() == Value.TEXT) {
        Affinities.textToNumber(given);
      }
      boolean isNumber = given.type() == Value.INTEGER || given.type() == Value.REAL;
      rowFraction = given.asDouble() / kind.largestFraction;
      if (!isNumber || !(rowFraction >= 0) || rowFraction > 1) {
        throw error(
            "the fraction argument to "
                + kind.functionName
                + "() is not between 0.0 and "
                + (kind.largestFraction == 1 ? "1.0" : "100.0"));
      }
    }
    if (!anyRow) {
      anyRow = true;
      fraction = rowFraction;
    } else if (Math.abs(fraction - rowFraction) > 0.001) {
      throw error(
          "the fraction argument to "
              + kind.functionName
              + "() is not the same for all input rows");
    }
    Value x = arguments[0];
    if (x.isNull()) {
      return false;
    }
    if (x.type() != Value.INTEGER && x.type() != Value.REAL) {
      throw error("input to " + kind.functionName + "() is not numeric");
    }
    double number = x.asDouble();
    if (Double.isInfinite(number)) {
      throw error("Inf input to " + kind.functionName + "()");
    }
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, (int) Math.min(Integer.MAX_VALUE - 8, count * 2L));
    }
    sorted = sorted && (count == 0 || numbers[count - 1] <= number);
    numbers[count++] = number;
    return false;
  }

  @Override
  public void inverse(FunctionContext context, Value[] arguments) {
    Value x = arguments[0];
    if (x.type() != Value.INTEGER && x.type() != Value.REAL) {
      return;
    }
    sort();
    int at = Arrays.binarySearch(numbers, 0, count, x.asDouble() + 0.0);
    if (at >= 0) {
      System.arraycopy(numbers, at + 1, numbers, at, count - at - 1);
      count--;
    }
  }

  private void sort() {
    if (!sorted) {
      for (int i = 0; i < count; i++) {
        numbers[i] += 0.0; // -0.0 would sort before 0.0
      }
      Arrays.sort(numbers, 0, count);
      sorted = true;
    }
  }

  @Override
  public void result(FunctionContext context, Value result) {
    if (count == 0) {
      result.setNull();
      return;
    }
    sort();
    double position = fraction * (count - 1);
    int low = (int) position;
    if (kind == Kind.DISCRETE) {
      result.setReal(numbers[low]);
      return;
    }
    int high = position == low || low == count - 1 ? low : low + 1;
    double below = numbers[low];
    result.setReal(below + (numbers[high] - below) * (position - low));
  }
}
