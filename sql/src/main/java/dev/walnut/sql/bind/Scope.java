// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The names that an expression at one place of a statement may use: the entries of a FROM clause,
 * then those of the queries around it. Also knows which aggregates the place may hold.
 */
final class Scope {
  /** Which clause is being bound: it decides whether aggregates and aliases are allowed. */
  enum Clause {
    /** Outside any SELECT. */
    NONE,
    RESULT,
    WHERE,
    GROUP_BY,
    HAVING,
    ORDER_BY,

    /** ORDER BY of a query without aggregates: it may not bring one in. */
    PLAIN_ORDER_BY,
    AGGREGATE_ARGUMENT
  }

  /** A result column's alias. */
  record Alias(String name, Bound value, boolean aggregate) {}

  final Scope parent;

  /** The query whose names these are; null outside any SELECT. */
  final BoundCore core;

  final List<FromEntry> entries = new ArrayList<>(2);
  final Set<Source> free = new LinkedHashSet<>(4);
  final List<Alias> aliases = new ArrayList<>(0);
  CommonTables commonTables;

  /** Whether the FROM clause has a RIGHT or FULL join. */
  boolean hasRightJoin;

  Clause clause = Clause.NONE;

  /** Whether an aggregate of this query has been found. */
  boolean aggregateSeen;

  Scope(Scope parent, BoundCore core) {
    this.parent = parent;
    this.core = core;
  }

  void add(FromEntry entry) {
    entries.add(entry);
  }

  boolean owns(Source source) {
    if (core == null) {
      return false;
    }
    for (JoinTerm term : core.terms) {
      if (term.source() == source) {
        return true;
      }
    }
    return source == core.keys || source == core.aggregates;
  }

  /** Whether aliases of result columns may be used in the clause. */
  boolean seesAliases() {
    return clause != Clause.RESULT && clause != Clause.NONE && !aliases.isEmpty();
  }
}
