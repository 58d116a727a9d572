// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;

/**
 * A condition of a query.
 *
 * @param mask the sources of the query that it reads, one bit each
 * @param onTerm the source of whose ON it is part; -1: WHERE
 * @param derived follows from others: good for finding rows, needs no test
 */
record Conjunct(Bound expr, long mask, int onTerm, boolean derived) {}
