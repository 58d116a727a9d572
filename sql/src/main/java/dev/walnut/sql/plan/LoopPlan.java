// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.Source;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import java.util.List;

/**
 * One level of a join's nested loops.
 *
 * @param filters conditions tested for each row, after the join's own
 * @param on conditions of an outer join: a left row without a match in these gets NULLs
 */
public record LoopPlan(
    Source source,
    AccessPath path,
    JoinType type,
    List<Bound> on,
    List<Bound> filters,
    double rows) {}
