// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import java.sql.SQLException;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;

/** Opens physical connections for a pool. User and password are not used. */
public final class WalnutConnectionPoolDataSource extends WalnutDataSourceBase
    implements ConnectionPoolDataSource {
  /** A data source of a private temporary database until a URL is set. */
  public WalnutConnectionPoolDataSource() {}

  /** A data source of that URL. */
  public WalnutConnectionPoolDataSource(String url) {
    setUrl(url);
  }

  @Override
  public PooledConnection getPooledConnection() throws SQLException {
    return new WalnutPooledConnection(open());
  }

  @Override
  public PooledConnection getPooledConnection(String user, String password) throws SQLException {
    return getPooledConnection();
  }
}
