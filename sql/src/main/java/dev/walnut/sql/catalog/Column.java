// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;

/**
 * A column of a table or view.
 *
 * @param name as written in the definition
 * @param declaredType text after the name as SQLite keeps it; null if there is none
 * @param affinity by the declared type
 * @param collation default collation for comparisons
 * @param notNull declared NOT NULL (explicitly, or by being a PRIMARY KEY column of a WITHOUT ROWID
 *     table)
 * @param notNullConflict conflict clause of NOT NULL; null if none
 * @param defaultValue DEFAULT expression; null if none
 * @param defaultText the DEFAULT's source text as pragma table_info shows it; null if none
 * @param primaryKeyPosition position in the primary key from 1; 0 if not part of it
 * @param generated expression of a generated column; null if it is none
 * @param generatedStored whether the generated column is STORED
 * @param hidden a hidden column of a table-valued function
 */
public record Column(
    String name,
    String declaredType,
    Affinity affinity,
    Collation collation,
    boolean notNull,
    ConflictResolution notNullConflict,
    Expr defaultValue,
    String defaultText,
    int primaryKeyPosition,
    Expr generated,
    boolean generatedStored,
    boolean hidden) {

  public boolean isGenerated() {
    return generated != null;
  }
}
