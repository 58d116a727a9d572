// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.aggregate;

import dev.walnut.sql.function.FunctionRegistry;

/** Registers the aggregate functions. */
public final class AggregateFunctions {
  private AggregateFunctions() {}

  public static void register(FunctionRegistry registry) {
    registry.add(new SimpleAggregate("count", 0, 1, CountAccumulator::new));
    registry.add(
        new SimpleAggregate("sum", 1, 1, () -> new SumAccumulator(SumAccumulator.Kind.SUM)));
    registry.add(
        new SimpleAggregate("total", 1, 1, () -> new SumAccumulator(SumAccumulator.Kind.TOTAL)));
    registry.add(
        new SimpleAggregate("avg", 1, 1, () -> new SumAccumulator(SumAccumulator.Kind.AVERAGE)));
    registry.add(new ExtremeFunction("min", -1));
    registry.add(new ExtremeFunction("max", 1));
    registry.add(new SimpleAggregate("group_concat", 1, 2, ConcatAccumulator::new));
    registry.add(new SimpleAggregate("string_agg", 2, 2, ConcatAccumulator::new));
    for (PercentileAccumulator.Kind kind : PercentileAccumulator.Kind.values()) {
      int arguments = kind == PercentileAccumulator.Kind.MEDIAN ? 1 : 2;
      registry.add(
          new SimpleAggregate(
              kind.functionName(), arguments, arguments, () -> new PercentileAccumulator(kind)));
    }
  }
}
