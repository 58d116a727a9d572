// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two commands that are no SQL and that sqlite-jdbc's statements take all the same: {@code
 * backup [database] to file} and {@code restore [database] from file}, names and files in quotes or
 * without.
 *
 * @param isRestore which of them
 * @param database {@code main} if none is named
 */
record BackupCommand(boolean isRestore, String database, String file) {
  private static final String NAME = "(\"[^\"]*\"|'[^']*'|\\S*[^\\s;])";
  private static final Pattern BACKUP = command("backup", "to");
  private static final Pattern RESTORE = command("restore", "from");

  private static Pattern command(String verb, String preposition) {
    return Pattern.compile(
        verb + "(\\s+" + NAME + ")?\\s+" + preposition + "\\s+" + NAME + "\\s*;?\\s*",
        Pattern.CASE_INSENSITIVE);
  }

  /** Whether a text begins like one; no statement of SQL does. */
  static boolean isOne(String text) {
    return text.regionMatches(true, 0, "backup", 0, 6)
        || text.regionMatches(true, 0, "restore", 0, 7);
  }

  /** Reads a text that {@link #isOne}. */
  static BackupCommand parse(String text) throws SQLException {
    boolean isRestore = text.regionMatches(true, 0, "restore", 0, 7);
    Matcher matcher = (isRestore ? RESTORE : BACKUP).matcher(text);
    if (!matcher.matches()) {
      throw DriverErrors.argument("syntax error: " + text);
    }
    String database = matcher.group(2) == null ? "" : unquoted(matcher.group(2));
    return new BackupCommand(
        isRestore, database.isEmpty() ? "main" : database, unquoted(matcher.group(3)));
  }

  private static String unquoted(String text) {
    char first = text.charAt(0);
    boolean quoted =
        text.length() > 1
            && (first == '"' || first == '\'')
            && text.charAt(text.length() - 1) == first;
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}
