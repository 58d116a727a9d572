// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.parse;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.parse.SqlParser;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * What SQLite and Walnut say about a text.
 *
 * @param sqlite the error of SQLite's prepare; null if there is none
 * @param walnut the error of Walnut's parser; null if there is none
 */
record SqliteVerdict(String sqlite, String walnut) {
  private static final Pattern PREFIX = Pattern.compile("(?s)\\[SQLITE_[A-Z_]+\\] [^(]*\\((.*)\\)");

  private static final Pattern SYNTAX =
      Pattern.compile("(?s)near \".*\": syntax error|incomplete input|unrecognized token: .*");

  /**
   * Complaints that SQLite makes while it still reads the text, from what it knows of the schema. A
   * syntax error behind them is not found by it, but by Walnut, whose parser knows no schema.
   */
  private static final Pattern EARLY =
      Pattern.compile(
          "(?s)(no such |'.*' is not a function|unknown column |unknown datatype |unknown database"
              + " |missing datatype |duplicate column name|there is already"
              + " |(table|view|index|trigger) .* already exists|AUTOINCREMENT is only|object name"
              + " reserved|temporary table name must|table .* has more than one primary key|default"
              + " value of column|number of columns in foreign key|foreign key on |conflicting ON"
              + " CONFLICT|cannot |generated columns cannot|must have at least one"
              + " non-generated|expressions prohibited|subqueries prohibited|non-deterministic"
              + " functions prohibited|parameters prohibited|duplicate WITH table|trigger .* cannot"
              + " reference|view .* may not|Cannot add ).*");

  /** Prepares and parses a text. */
  static SqliteVerdict of(Connection sqlite, String sql) {
    return new SqliteVerdict(prepare(sqlite, sql), parse(sql));
  }

  /** SQLite's message for a text; null if it prepares. */
  static String prepare(Connection sqlite, String sql) {
    PreparedStatement statement;
    try {
      statement = sqlite.prepareStatement(sql);
    } catch (SQLException e) {
      var matcher = PREFIX.matcher(e.getMessage());
      return matcher.matches() ? matcher.group(1) : e.getMessage();
    }
    try {
      statement.close();
    } catch (SQLException e) {
      // sqlite-jdbc complains when it closes a statement whose text was empty.
    }
    return null;
  }

  private static String parse(String sql) {
    try {
      SqlParser.parse(sql);
      return null;
    } catch (DatabaseException e) {
      return e.getMessage();
    }
  }

  /**
   * Whether the two agree: SQLite's syntax errors are Walnut's, word for word; what SQLite accepts,
   * Walnut accepts; what Walnut refuses, SQLite refuses in the same words, unless its knowledge of
   * the schema made it stop earlier.
   */
  boolean agrees() {
    if (sqlite == null) {
      return walnut == null;
    }
    if (sqlite.equals(walnut)) {
      return true;
    }
    return !SYNTAX.matcher(sqlite).matches() && (walnut == null || EARLY.matcher(sqlite).matches());
  }
}
