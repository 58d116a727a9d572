// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Statements that change a schema: checked when compiled, carried out on the schema table and the
 * b-trees when run, in SQLite's order of pages and rows.
 */
package dev.walnut.sql.define;
