// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.Expr;

/**
 * A CHECK of a table or column.
 *
 * @param name constraint name; null if unnamed
 * @param condition the condition
 * @param text its source text, which an error message shows when there is no name
 */
public record CheckConstraint(String name, Expr condition, String text) {}
