// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.syntax.FromTerm.JoinType;
import java.util.List;

/**
 * A source of a FROM clause and how it is joined to those before it.
 *
 * @param type COMMA for the first
 * @param on the conjuncts of ON and USING if the join is an outer one, or an inner one that a later
 *     RIGHT or FULL join must not see as part of WHERE; else empty
 */
public record JoinTerm(Source source, JoinType type, List<Bound> on) {
  public boolean isOuter() {
    return type == JoinType.LEFT || type == JoinType.RIGHT || type == JoinType.FULL;
  }
}
