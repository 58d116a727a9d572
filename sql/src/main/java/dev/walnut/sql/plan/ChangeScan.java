// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.execute.Query;

/**
 * The SELECT that finds the rows of an UPDATE or DELETE.
 *
 * @param path how the table to be changed is read, which decides the order of the rows
 */
public record ChangeScan(Query query, AccessPath path) {}
