// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * INSERT, UPDATE and DELETE.
 *
 * <pre>
 *   ChangeCompiler ── InsertProgram, UpdateProgram, DeleteProgram     one statement instance
 *     RowInserter, RowUpdater     one row: constraints, conflicts, then entries and row
 *       RowConstraints            affinity, NOT NULL, types, CHECK
 *       UniqueRule                one unique key and what a conflict does
 *     TableTarget                 the table's tree (TableTree) and indexes (IndexTarget)
 * </pre>
 */
package dev.walnut.sql.execute.change;
