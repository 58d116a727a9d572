// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Connections: databases, transactions, prepared statements.
 *
 * <pre>
 *   DatabaseSession ── SessionTransaction      BEGIN ... COMMIT, savepoints, autocommit
 *     ├─ AttachedDatabase (main, temp, ...)    pager, b-trees, parsed schema
 *     └─ SessionStatement ── StatementContext  parameters, one execution at a time
 *          └─ Program, made by StatementCompiler: a query, a change, a definition, a pragma, ...
 * </pre>
 */
package dev.walnut.sql.session;
