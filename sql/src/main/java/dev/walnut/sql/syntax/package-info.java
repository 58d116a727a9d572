// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * SQL as it was written: a closed tree of immutable records, without any name resolved.
 *
 * <pre>
 *   Statement ─┬─ Select ── SelectCore ── FromTerm ── FromItem
 *              ├─ Insert, Update, Delete
 *              ├─ CreateTable, CreateIndex, CreateView, CreateTrigger, CreateVirtualTable, AlterTable, Drop
 *              └─ transaction control, Pragma, Explain, ...
 *   Expr       literals, names, operators, calls, subqueries
 * </pre>
 *
 * <p>Each family is a sealed interface with a {@code kind()} enum, so that a {@code switch} over it
 * is checked by the compiler: write no {@code default} branch.
 *
 * <p>Conventions: a component that may be absent is {@code null} and says so; lists are never null,
 * unless their component says so, and cannot be changed; names are without quotes and in the case
 * they were written in (SQLite compares names without regard to ASCII case); {@code start} and
 * {@code end} are char offsets into the text that was parsed, {@code end} exclusive.
 */
package dev.walnut.sql.syntax;
