// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.ErrorTable;
import dev.walnut.driver.convert.ErrorTable.Phase;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.api.SqlStatement;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The run-time limits of connection properties that can be checked at a statement: the length of
 * its text in UTF-8 bytes, which is a million unless said otherwise (as in sqlite-jdbc), and its
 * number of parameters.
 */
final class StatementLimits {
  private static final Set<String> ENFORCED = Set.of("sql_length", "variable_number");

  private static final int DEFAULT_MAX_LENGTH = 1_000_000;

  private static final int MAX_BYTES_PER_CHAR = 3;

  private final int maxLength;
  private final int maxParameters;
  private final List<String> unenforced;

  StatementLimits(Map<String, Integer> limits) {
    maxLength = limit(limits, "sql_length", DEFAULT_MAX_LENGTH);
    maxParameters = limit(limits, "variable_number", Integer.MAX_VALUE);
    unenforced = limits.keySet().stream().filter(n -> !ENFORCED.contains(n)).sorted().toList();
  }

  private static int limit(Map<String, Integer> limits, String name, int otherwise) {
    int value = limits.getOrDefault(name, -1);
    return value < 0 ? otherwise : value;
  }

  /** Names of limits that were set and have no effect. */
  List<String> unenforced() {
    return unenforced;
  }

  /**
   * @throws DatabaseException TOOBIG if the text is too long
   */
  void checkLength(String text) {
    if (!allowsLength(text)) {
      throw new DatabaseException(ResultCode.TOOBIG, "statement too long");
    }
  }

  /** Whether the text is short enough. */
  boolean allowsLength(String text) {
    return text.length() <= maxLength / MAX_BYTES_PER_CHAR
        || text.getBytes(StandardCharsets.UTF_8).length <= maxLength;
  }

  /** Closes the statement and throws if it has too many parameters. */
  void checkParameters(SqlStatement statement) throws SQLException {
    if (statement.parameterCount() > maxParameters) {
      statement.close();
      throw ErrorTable.failure(
          new DatabaseException(ResultCode.ERROR, "too many SQL variables"), Phase.PREPARE);
    }
  }
}
