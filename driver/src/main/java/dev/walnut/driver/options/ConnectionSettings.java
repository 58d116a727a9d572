// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.options;

import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.SessionOptions;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/**
 * Everything a URL and its properties say about a connection, checked and in order. Immutable.
 *
 * @param url the URL as given
 * @param path file name, empty for a temporary database, {@code :memory:} for a memory database
 * @param readOnly open for reading only
 * @param create make the file if it does not exist
 * @param memory a memory database named {@code path}
 * @param sharedCache memory databases of one name are one database
 * @param immutable the file cannot change: no locks
 * @param busyTimeoutMillis wait for locks, 0 for none
 * @param pragmas statements' names and values, in the order in which they must run
 * @param limits run-time limits by SQLite's lower-case name without {@code limit_}
 * @param transactionMode how transactions begin when autocommit is off
 * @param explicitReadOnly {@code jdbc.explicit_readonly}: transactions of connections that are not
 *     set read-only begin IMMEDIATE
 * @param generatedKeys {@code jdbc.get_generated_keys}
 * @param dateClass how date parameters are stored
 * @param dateUnitMillis 1 or 1000: what one unit of an INTEGER date is
 * @param dateFormat pattern of TEXT dates; null for the default pattern
 * @param dateFormatter made from {@code dateFormat}
 * @param foreignDialects whether statements in other databases' SQL are translated
 * @param statementCacheSize idle statements kept for reuse
 * @param warnings what was ignored, for {@code Connection.getWarnings}
 */
public record ConnectionSettings(
    String url,
    String path,
    boolean readOnly,
    boolean create,
    boolean memory,
    boolean sharedCache,
    boolean immutable,
    int busyTimeoutMillis,
    List<PragmaSetting> pragmas,
    Map<String, Integer> limits,
    TransactionMode transactionMode,
    boolean explicitReadOnly,
    boolean generatedKeys,
    DateClass dateClass,
    long dateUnitMillis,
    String dateFormat,
    DateTimeFormatter dateFormatter,
    boolean foreignDialects,
    int statementCacheSize,
    List<String> warnings) {

  /** One pragma to run when the connection opens. */
  public record PragmaSetting(String name, String value) {
    /** The statement's text; the value is quoted, which no pragma minds. */
    public String statement() {
      return "PRAGMA " + name + "='" + value.replace("'", "''") + "'";
    }
  }

  /** The part that the session needs. */
  public SessionOptions sessionOptions(PragmaRegistry registry) {
    return new SessionOptions(
        path, readOnly, create, memory, sharedCache, immutable, busyTimeoutMillis, registry);
  }
}
