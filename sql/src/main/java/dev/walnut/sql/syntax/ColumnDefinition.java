// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * A column of CREATE TABLE or ADD COLUMN.
 *
 * @param declaredType as written from the first to the last token of the type (spaces and comments
 *     between them included), without quotes around it; null if absent
 * @param constraints in the order they were written
 * @param start offset of the column name
 * @param end offset after the last token of the definition
 */
public record ColumnDefinition(
    String name, String declaredType, List<ColumnConstraint> constraints, int start, int end) {}
