// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.jdbc.WalnutConnection;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/**
 * One user's hold on a pooled connection: every call goes to the physical connection until this one
 * is closed, which closes its statements too.
 */
final class LogicalConnection implements Connection {
  private final WalnutPooledConnection pooled;
  private volatile WalnutConnection physical;

  LogicalConnection(WalnutConnection physical, WalnutPooledConnection pooled) {
    this.physical = physical;
    this.pooled = pooled;
  }

  private WalnutConnection open() throws SQLException {
    WalnutConnection connection = physical;
    if (connection == null) {
      throw DriverErrors.connectionClosed();
    }
    return connection;
  }

  private WalnutConnection openForClientInfo() throws SQLClientInfoException {
    WalnutConnection connection = physical;
    if (connection == null) {
      throw DriverErrors.clientInfo("the connection is closed");
    }
    return connection;
  }

  /** Makes this connection a closed one and the physical one as good as new. */
  void detach() throws SQLException {
    WalnutConnection connection = physical;
    physical = null;
    if (connection != null && !connection.isClosed()) {
      connection.recycle();
    }
  }

  @Override
  public void close() throws SQLException {
    if (physical == null) {
      return;
    }
    try {
      detach();
    } catch (SQLException e) {
      pooled.failed(e);
      throw e;
    }
    pooled.logicalClosed(this);
  }

  @Override
  public boolean isClosed() {
    WalnutConnection connection = physical;
    return connection == null || connection.isClosed();
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    WalnutConnection connection = physical;
    if (connection != null) {
      physical = null;
      connection.abort(executor);
    }
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : open().unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || open().isWrapperFor(type);
  }

  @Override
  public void clearWarnings() throws SQLException {
    open().clearWarnings();
  }

  @Override
  public void commit() throws SQLException {
    open().commit();
  }

  @Override
  public Array createArrayOf(String a0, Object[] a1) throws SQLException {
    return open().createArrayOf(a0, a1);
  }

  @Override
  public Blob createBlob() throws SQLException {
    return open().createBlob();
  }

  @Override
  public Clob createClob() throws SQLException {
    return open().createClob();
  }

  @Override
  public NClob createNClob() throws SQLException {
    return open().createNClob();
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    return open().createSQLXML();
  }

  @Override
  public Statement createStatement() throws SQLException {
    return open().createStatement();
  }

  @Override
  public Statement createStatement(int a0, int a1, int a2) throws SQLException {
    return open().createStatement(a0, a1, a2);
  }

  @Override
  public Statement createStatement(int a0, int a1) throws SQLException {
    return open().createStatement(a0, a1);
  }

  @Override
  public Struct createStruct(String a0, Object[] a1) throws SQLException {
    return open().createStruct(a0, a1);
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    return open().getAutoCommit();
  }

  @Override
  public String getCatalog() throws SQLException {
    return open().getCatalog();
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    return open().getClientInfo();
  }

  @Override
  public String getClientInfo(String a0) throws SQLException {
    return open().getClientInfo(a0);
  }

  @Override
  public int getHoldability() throws SQLException {
    return open().getHoldability();
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    return open().getMetaData();
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    return open().getNetworkTimeout();
  }

  @Override
  public String getSchema() throws SQLException {
    return open().getSchema();
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    return open().getTransactionIsolation();
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    return open().getTypeMap();
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return open().getWarnings();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return open().isReadOnly();
  }

  @Override
  public boolean isValid(int a0) throws SQLException {
    return open().isValid(a0);
  }

  @Override
  public String nativeSQL(String a0) throws SQLException {
    return open().nativeSQL(a0);
  }

  @Override
  public CallableStatement prepareCall(String a0, int a1, int a2, int a3) throws SQLException {
    return open().prepareCall(a0, a1, a2, a3);
  }

  @Override
  public CallableStatement prepareCall(String a0, int a1, int a2) throws SQLException {
    return open().prepareCall(a0, a1, a2);
  }

  @Override
  public CallableStatement prepareCall(String a0) throws SQLException {
    return open().prepareCall(a0);
  }

  @Override
  public PreparedStatement prepareStatement(String a0, int[] a1) throws SQLException {
    return open().prepareStatement(a0, a1);
  }

  @Override
  public PreparedStatement prepareStatement(String a0, String[] a1) throws SQLException {
    return open().prepareStatement(a0, a1);
  }

  @Override
  public PreparedStatement prepareStatement(String a0, int a1, int a2, int a3) throws SQLException {
    return open().prepareStatement(a0, a1, a2, a3);
  }

  @Override
  public PreparedStatement prepareStatement(String a0, int a1, int a2) throws SQLException {
    return open().prepareStatement(a0, a1, a2);
  }

  @Override
  public PreparedStatement prepareStatement(String a0, int a1) throws SQLException {
    return open().prepareStatement(a0, a1);
  }

  @Override
  public PreparedStatement prepareStatement(String a0) throws SQLException {
    return open().prepareStatement(a0);
  }

  @Override
  public void releaseSavepoint(Savepoint a0) throws SQLException {
    open().releaseSavepoint(a0);
  }

  @Override
  public void rollback() throws SQLException {
    open().rollback();
  }

  @Override
  public void rollback(Savepoint a0) throws SQLException {
    open().rollback(a0);
  }

  @Override
  public void setAutoCommit(boolean a0) throws SQLException {
    open().setAutoCommit(a0);
  }

  @Override
  public void setCatalog(String a0) throws SQLException {
    open().setCatalog(a0);
  }

  @Override
  public void setClientInfo(String a0, String a1) throws SQLClientInfoException {
    openForClientInfo().setClientInfo(a0, a1);
  }

  @Override
  public void setClientInfo(Properties a0) throws SQLClientInfoException {
    openForClientInfo().setClientInfo(a0);
  }

  @Override
  public void setHoldability(int a0) throws SQLException {
    open().setHoldability(a0);
  }

  @Override
  public void setNetworkTimeout(Executor a0, int a1) throws SQLException {
    open().setNetworkTimeout(a0, a1);
  }

  @Override
  public void setReadOnly(boolean a0) throws SQLException {
    open().setReadOnly(a0);
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return open().setSavepoint();
  }

  @Override
  public Savepoint setSavepoint(String a0) throws SQLException {
    return open().setSavepoint(a0);
  }

  @Override
  public void setSchema(String a0) throws SQLException {
    open().setSchema(a0);
  }

  @Override
  public void setTransactionIsolation(int a0) throws SQLException {
    open().setTransactionIsolation(a0);
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> a0) throws SQLException {
    open().setTypeMap(a0);
  }
}
