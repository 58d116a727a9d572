// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.parse.SqlText;

/** Names as SQLite writes them into definitions that it makes itself. */
final class SqlNames {
  private SqlNames() {}

  /** A name in double quotes. */
  static String quoted(String name) {
    return SqlText.quoteName(name);
  }

  /** A name as it is, or in quotes if it is a keyword or no plain identifier. */
  static String quotedIfNeeded(String name) {
    boolean plain = !name.isEmpty() && !(name.charAt(0) >= '0' && name.charAt(0) <= '9');
    for (int i = 0; plain && i < name.length(); i++) {
      char c = name.charAt(i);
      plain =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    return plain && !SqlText.isKeyword(name) ? name : quoted(name);
  }
}
