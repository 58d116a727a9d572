// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Generated programs run by SQLite (sqlite-jdbc, the reference) and by Walnut side by side.
 *
 * <p>A seed makes a {@link dev.walnut.tck.differential.Program}: a schema, rows, queries, changes
 * and transactions as plain SQL. {@link dev.walnut.tck.differential.ProgramRunner} compares the
 * outcome of every statement: rows, storage classes, column names, update counts, error codes and
 * messages. A failing program is cut down by {@link dev.walnut.tck.differential.Shrinker}.
 *
 * <p>What SQLite leaves undefined is not generated, or is compared with a {@link
 * dev.walnut.tck.differential.Tolerance}.
 */
package dev.walnut.tck.differential;
