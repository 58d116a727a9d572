// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import dev.walnut.driver.convert.ErrorTable;
import dev.walnut.driver.convert.ErrorTable.Phase;
import dev.walnut.driver.jdbc.WalnutConnection;
import dev.walnut.driver.options.ConnectionOption;
import dev.walnut.driver.options.ConnectionSettings;
import dev.walnut.driver.options.ConnectionUrl;
import dev.walnut.driver.options.OptionTable;
import dev.walnut.driver.options.SettingsParser;
import dev.walnut.pragmas.Pragmas;
import dev.walnut.sql.api.Session;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * The JDBC driver of Walnut, found by {@link DriverManager} by itself.
 *
 * <p>It takes {@code jdbc:walnut:} URLs, and {@code jdbc:sqlite:} URLs unless sqlite-jdbc's driver
 * is registered as well: then those are left to it. {@link ConnectionUrl} describes the URL, {@link
 * OptionTable} the keys.
 */
public final class WalnutDriver implements Driver {
  static final int MAJOR_VERSION = 0;
  static final int MINOR_VERSION = 1;

  private static final String OTHER_DRIVER = "org.sqlite.JDBC";

  static {
    try {
      DriverManager.registerDriver(new WalnutDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final SessionOpener opener;

  /** A driver over real files. */
  public WalnutDriver() {
    this(SessionOpeners.DATABASE);
  }

  WalnutDriver(SessionOpener opener) {
    this.opener = opener;
  }

  @Override
  public boolean acceptsURL(String url) {
    return ConnectionUrl.hasPrefix(url, ConnectionUrl.WALNUT_PREFIX)
        || (ConnectionUrl.hasPrefix(url, ConnectionUrl.SQLITE_PREFIX) && !otherDriverIsThere());
  }

  /** Looks among the registered drivers only; nothing is loaded for the question. */
  private static boolean otherDriverIsThere() {
    return DriverManager.drivers().anyMatch(d -> d.getClass().getName().equals(OTHER_DRIVER));
  }

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    return acceptsURL(url) ? open(url, properties) : null;
  }

  /** Opens a connection whatever other drivers are there; for the data sources. */
  WalnutConnection open(String url, Properties properties) throws SQLException {
    ConnectionSettings settings = SettingsParser.parse(url, properties);
    Session session;
    try {
      session = opener.open(settings.sessionOptions(new Pragmas()));
    } catch (RuntimeException e) {
      throw ErrorTable.failure(e, Phase.OPEN);
    }
    return new WalnutConnection(session, settings);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return OptionTable.all().stream()
        .filter(o -> o.kind() != ConnectionOption.Kind.IGNORED)
        .map(o -> info(o, properties))
        .toArray(DriverPropertyInfo[]::new);
  }

  private static DriverPropertyInfo info(ConnectionOption option, Properties properties) {
    String value = properties == null ? null : properties.getProperty(option.name());
    DriverPropertyInfo info = new DriverPropertyInfo(option.name(), value);
    info.description = option.description();
    info.choices = option.choices().isEmpty() ? null : option.choices().toArray(new String[0]);
    return info;
  }

  @Override
  public int getMajorVersion() {
    return MAJOR_VERSION;
  }

  @Override
  public int getMinorVersion() {
    return MINOR_VERSION;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("the driver does not log", "0A000");
  }
}
