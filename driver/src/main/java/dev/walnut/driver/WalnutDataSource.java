// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import dev.walnut.driver.convert.DriverErrors;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens a new connection for each call. User and password are not used. */
public final class WalnutDataSource extends WalnutDataSourceBase implements DataSource {
  /** A data source of a private temporary database until a URL is set. */
  public WalnutDataSource() {}

  /** A data source of that URL. */
  public WalnutDataSource(String url) {
    setUrl(url);
  }

  @Override
  public Connection getConnection() throws SQLException {
    return open();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return open();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw DriverErrors.argument("a WalnutDataSource is no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
