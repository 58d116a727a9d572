// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.jdbc.WalnutConnection;
import dev.walnut.driver.options.ConnectionOption;
import dev.walnut.driver.options.ConnectionUrl;
import dev.walnut.driver.options.OptionTable;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * What both data sources share: a URL and a setter for each option that matters often; {@link
 * #setProperty} takes all others. Settings count for connections opened afterwards. Thread-safe as
 * far as {@link Properties} is; set up once, then used by all.
 */
public abstract class WalnutDataSourceBase {
  private final WalnutDriver driver = new WalnutDriver();
  private final Properties properties = new Properties();
  private volatile String url = ConnectionUrl.WALNUT_PREFIX;
  private volatile PrintWriter logWriter;

  WalnutDataSourceBase() {}

  final WalnutConnection open() throws SQLException {
    return driver.open(url, properties);
  }

  /** The whole URL, {@code jdbc:walnut:...} or {@code jdbc:sqlite:...}. */
  public final void setUrl(String url) {
    this.url = url;
  }

  public final String getUrl() {
    return url;
  }

  /** Sets the URL to {@code jdbc:walnut:} with that file name. */
  public final void setDatabaseName(String fileName) {
    this.url = ConnectionUrl.WALNUT_PREFIX + fileName;
  }

  /** The file name of the URL, with its parameters. */
  public final String getDatabaseName() {
    String prefix =
        ConnectionUrl.hasPrefix(url, ConnectionUrl.SQLITE_PREFIX)
            ? ConnectionUrl.SQLITE_PREFIX
            : ConnectionUrl.WALNUT_PREFIX;
    return url.length() <= prefix.length() ? "" : url.substring(prefix.length());
  }

  /**
   * Sets any option by the name it has in a URL.
   *
   * @throws SQLException if there is no such option
   */
  public final void setProperty(String name, String value) throws SQLException {
    ConnectionOption option = OptionTable.find(name);
    if (option == null) {
      throw DriverErrors.option("unknown connection property '" + name + "'");
    }
    properties.setProperty(option.name(), value);
  }

  /** Opens the file for reading only. */
  public final void setReadOnly(boolean readOnly) {
    properties.setProperty("open_mode", readOnly ? "1" : "6");
  }

  /** DELETE, TRUNCATE, PERSIST, MEMORY or OFF. */
  public final void setJournalMode(String value) {
    properties.setProperty("journal_mode", value);
  }

  /** OFF, NORMAL, FULL or EXTRA. */
  public final void setSynchronous(String value) {
    properties.setProperty("synchronous", value);
  }

  /** Page size of a new file in bytes. */
  public final void setPageSize(int value) {
    properties.setProperty("page_size", String.valueOf(value));
  }

  /** Greatest number of pages. */
  public final void setMaxPageCount(int value) {
    properties.setProperty("max_page_count", String.valueOf(value));
  }

  /** Pages if positive, KiB if negative. */
  public final void setCacheSize(int value) {
    properties.setProperty("cache_size", String.valueOf(value));
  }

  /** Text encoding of a new file. */
  public final void setEncoding(String value) {
    properties.setProperty("encoding", value);
  }

  /** Whether foreign keys are enforced. */
  public final void setEnforceForeignKeys(boolean value) {
    properties.setProperty("foreign_keys", String.valueOf(value));
  }

  /** Whether LIKE tells upper from lower case. */
  public final void setCaseSensitiveLike(boolean value) {
    properties.setProperty("case_sensitive_like", String.valueOf(value));
  }

  /** Whether triggers may fire themselves. */
  public final void setRecursiveTriggers(boolean value) {
    properties.setProperty("recursive_triggers", String.valueOf(value));
  }

  /** See PRAGMA read_uncommitted. */
  public final void setReadUncommitted(boolean value) {
    properties.setProperty("read_uncommitted", String.valueOf(value));
  }

  /** See PRAGMA legacy_alter_table. */
  public final void setLegacyAlterTable(boolean value) {
    properties.setProperty("legacy_alter_table", String.valueOf(value));
  }

  /** NORMAL or EXCLUSIVE. */
  public final void setLockingMode(String value) {
    properties.setProperty("locking_mode", value);
  }

  /** Bytes a journal may keep; negative: no limit. */
  public final void setJournalSizeLimit(int value) {
    properties.setProperty("journal_size_limit", String.valueOf(value));
  }

  /** DEFAULT, FILE or MEMORY. */
  public final void setTempStore(String value) {
    properties.setProperty("temp_store", value);
  }

  /** Number that is written into the file. */
  public final void setUserVersion(int value) {
    properties.setProperty("user_version", String.valueOf(value));
  }

  /** Number that is written into the file. */
  public final void setApplicationId(int value) {
    properties.setProperty("application_id", String.valueOf(value));
  }

  /** Milliseconds to wait for locks; 0: not at all. */
  public final void setBusyTimeout(int value) {
    properties.setProperty("busy_timeout", String.valueOf(value));
  }

  /** DEFERRED, IMMEDIATE or EXCLUSIVE. */
  public final void setTransactionMode(String value) {
    properties.setProperty("transaction_mode", value);
  }

  /** INTEGER, TEXT or REAL. */
  public final void setDateClass(String value) {
    properties.setProperty("date_class", value);
  }

  /** SECONDS or MILLISECONDS. */
  public final void setDatePrecision(String value) {
    properties.setProperty("date_precision", value);
  }

  /** Pattern of dates stored as text. */
  public final void setDateStringFormat(String value) {
    properties.setProperty("date_string_format", value);
  }

  /** Whether memory databases of one name are one. */
  public final void setSharedCache(boolean value) {
    properties.setProperty("shared_cache", String.valueOf(value));
  }

  /** Begin IMMEDIATE unless read-only. */
  public final void setExplicitReadOnly(boolean value) {
    properties.setProperty("jdbc.explicit_readonly", String.valueOf(value));
  }

  /** Keep generated keys without being asked. */
  public final void setGetGeneratedKeys(boolean value) {
    properties.setProperty("jdbc.get_generated_keys", String.valueOf(value));
  }

  /** Auto or sqlite. */
  public final void setDialect(String value) {
    properties.setProperty("dialect", value);
  }

  /** Idle statements kept for reuse. */
  public final void setStatementCacheSize(int value) {
    properties.setProperty("statement_cache_size", String.valueOf(value));
  }

  public PrintWriter getLogWriter() {
    return logWriter;
  }

  /** Kept and given back; the driver does not log. */
  public void setLogWriter(PrintWriter out) {
    logWriter = out;
  }

  public int getLoginTimeout() {
    return 0;
  }

  /** Opening does not wait for anything that could time out. */
  public void setLoginTimeout(int seconds) {
    // Nothing to limit.
  }

  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("the driver does not log", "0A000");
  }
}
