// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.aggregate;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.FunctionRegistry;

/** Registers the aggregate functions. */
public final class AggregateFunctions {
  private enum Kind {
    COUNT("count", 0, 1),
    SUM("sum", 1, 1),
    TOTAL("total", 1, 1),
    AVERAGE("avg", 1, 1),
    GROUP_CONCAT("group_concat", 1, 2),
    STRING_AGG("string_agg", 2, 2),
    MEDIAN("median", 1, 1),
    PERCENTILE("percentile", 2, 2),
    PERCENTILE_CONT("percentile_cont", 2, 2),
    PERCENTILE_DISC("percentile_disc", 2, 2);

    final String functionName;
    final int minimum;
    final int maximum;

    Kind(String functionName, int minimum, int maximum) {
      this.functionName = functionName;
      this.minimum = minimum;
      this.maximum = maximum;
    }
  }

  private AggregateFunctions() {}

  public static void register(FunctionRegistry registry) {
    for (Kind kind : Kind.values()) {
      registry.add(new InvertibleFunction(kind));
    }
    registry.add(new ExtremeFunction("min", -1));
    registry.add(new ExtremeFunction("max", 1));
  }

  /** An aggregate whose accumulators can take rows out again. */
  private static final class InvertibleFunction extends AggregateFunction {
    private final Kind kind;

    InvertibleFunction(Kind kind) {
      super(kind.functionName, kind.minimum, kind.maximum);
      this.kind = kind;
    }

    @Override
    public boolean isInvertible() {
      return true;
    }

    @Override
    public boolean takesBlob(int argumentIndex) {
      return kind != Kind.GROUP_CONCAT && kind != Kind.STRING_AGG;
    }

    @Override
    public Accumulator newAccumulator() {
      switch (kind) {
        case COUNT:
          return new CountAccumulator();
        case SUM:
          return new SumAccumulator(SumAccumulator.Kind.SUM);
        case TOTAL:
          return new SumAccumulator(SumAccumulator.Kind.TOTAL);
        case AVERAGE:
          return new SumAccumulator(SumAccumulator.Kind.AVERAGE);
        case GROUP_CONCAT:
        case STRING_AGG:
          return new ConcatAccumulator();
        case MEDIAN:
          return new PercentileAccumulator(PercentileAccumulator.Kind.MEDIAN);
        case PERCENTILE:
          return new PercentileAccumulator(PercentileAccumulator.Kind.PERCENTILE);
        case PERCENTILE_CONT:
          return new PercentileAccumulator(PercentileAccumulator.Kind.CONTINUOUS);
        case PERCENTILE_DISC:
          return new PercentileAccumulator(PercentileAccumulator.Kind.DISCRETE);
      }
      throw new IllegalStateException(kind.functionName);
    }
  }
}
