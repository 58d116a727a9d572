// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import java.util.List;

/**
 * A FOREIGN KEY of a table.
 *
 * @param name constraint name; null if unnamed
 * @param columns child column indexes from 0
 * @param parentTable name of the parent as written
 * @param parentColumns parent column names as written; empty: the parent's primary key
 * @param onUpdate action name as pragma foreign_key_list shows it ({@code NO ACTION}, {@code
 *     CASCADE} ...)
 * @param onDelete action name
 * @param deferred DEFERRABLE INITIALLY DEFERRED
 */
public record ForeignKey(
    String name,
    List<Integer> columns,
    String parentTable,
    List<String> parentColumns,
    String onUpdate,
    String onDelete,
    boolean deferred) {}
