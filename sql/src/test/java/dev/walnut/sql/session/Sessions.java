// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.SessionOptions;
import dev.walnut.sql.api.SqlStatement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Short ways to open sessions and to read answers as text. */
public final class Sessions {
  private Sessions() {}

  /** A session on a private memory database. */
  public static DatabaseSession memory() {
    return open(":memory:", 0);
  }

  /** A session on a file, which is made if it does not exist. */
  public static DatabaseSession file(Path file) {
    return open(file.toString(), 0);
  }

  static DatabaseSession open(String path, int busyTimeoutMillis) {
    return DatabaseSession.open(
        new SessionOptions(
            path, false, true, false, false, false, busyTimeoutMillis, PragmaRegistry.EMPTY));
  }

  /** Runs a statement; its rows as text, columns separated by bars. */
  public static List<String> rows(DatabaseSession session, String sql) {
    List<String> rows = new ArrayList<>();
    try (SqlStatement statement = session.prepare(sql)) {
      while (statement.step()) {
        rows.add(row(statement));
      }
    }
    return rows;
  }

  /** The current row as text. */
  public static String row(SqlStatement statement) {
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < statement.columnCount(); i++) {
      row.append(i > 0 ? "|" : "").append(statement.columnText(i));
    }
    return row.toString();
  }
}
