// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.aggregate;

import dev.walnut.sql.function.AggregateFunction;
import java.util.function.Supplier;

/** An aggregate given by its name and a factory of accumulators, all of which can take rows out. */
final class SimpleAggregate extends AggregateFunction {
  private final Supplier<Accumulator> accumulators;

  SimpleAggregate(
      String name, int minArguments, int maxArguments, Supplier<Accumulator> accumulators) {
    super(name, minArguments, maxArguments);
    this.accumulators = accumulators;
  }

  @Override
  public Accumulator newAccumulator() {
    return accumulators.get();
  }

  @Override
  public boolean isInvertible() {
    return true;
  }
}
