// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * {@code column = value} or {@code (column, ...) = value} in SET.
 *
 * @param columns at least one
 * @param vector the columns stand in parentheses, so that the value is a row value
 */
public record Assignment(List<String> columns, boolean vector, Expr value) {}
