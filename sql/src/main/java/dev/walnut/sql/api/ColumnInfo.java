// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

/**
 * What is known of a result column before any row is read.
 *
 * @param name the column's name as SQLite gives it (alias, column name, or the expression's text)
 * @param declaredType declared type of the table column it comes from; null for expressions
 * @param databaseName {@code main}, {@code temp} or an attached name; null for expressions
 * @param tableName the real table (not its alias); null for expressions
 * @param originName the real column; null for expressions
 * @param notNull whether the origin column is declared NOT NULL (a rowid alias counts)
 * @param primaryKey whether the origin column is part of the primary key
 * @param autoIncrement whether the origin column is an AUTOINCREMENT key
 */
public record ColumnInfo(
    String name,
    String declaredType,
    String databaseName,
    String tableName,
    String originName,
    boolean notNull,
    boolean primaryKey,
    boolean autoIncrement) {

  /** A column that is an expression, or a row of a pragma. */
  public static ColumnInfo ofExpression(String name) {
    return new ColumnInfo(name, null, null, null, null, false, false, false);
  }
}
