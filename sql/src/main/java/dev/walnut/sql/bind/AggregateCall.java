// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.value.Collation;
import java.util.List;

/**
 * An aggregate function over the rows of a query.
 *
 * @param filter condition of FILTER; null if absent
 * @param orderBy order in which rows are taken; empty if any will do
 * @param collation what min(), max() and DISTINCT compare with; never null
 */
public record AggregateCall(
    AggregateFunction function,
    List<Bound> arguments,
    boolean distinct,
    Bound filter,
    List<BoundOrder> orderBy,
    Collation collation) {}
