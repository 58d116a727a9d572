// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.Statement;

/**
 * A trigger as stored.
 *
 * @param name as in sqlite_schema
 * @param tableName the table or view it belongs to
 * @param definition its parsed CREATE TRIGGER
 * @param sql stored text
 */
public record Trigger(String name, String tableName, Statement definition, String sql) {}
