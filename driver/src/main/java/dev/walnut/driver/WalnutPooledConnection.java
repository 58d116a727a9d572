// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.jdbc.WalnutConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEventListener;

/**
 * A physical connection that hands out one logical connection after another. Asking for a new one
 * closes the one before. Closing a logical connection rolls back what it left open, puts the
 * session back into autocommit and tells the listeners; the physical one stays open.
 */
final class WalnutPooledConnection implements PooledConnection {
  private final ReentrantLock lock = new ReentrantLock();
  private final WalnutConnection physical;
  private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
  private LogicalConnection current;

  WalnutPooledConnection(WalnutConnection physical) {
    this.physical = physical;
  }

  @Override
  public Connection getConnection() throws SQLException {
    lock.lock();
    try {
      if (physical.isClosed()) {
        throw DriverErrors.connectionClosed();
      }
      if (current != null) {
        current.detach();
      }
      current = new LogicalConnection(physical, this);
      return current;
    } finally {
      lock.unlock();
    }
  }

  /** The user has closed a logical connection. */
  void logicalClosed(LogicalConnection connection) {
    lock.lock();
    try {
      if (current == connection) {
        current = null;
      }
    } finally {
      lock.unlock();
    }
    ConnectionEvent event = new ConnectionEvent(this);
    for (ConnectionEventListener listener : listeners) {
      listener.connectionClosed(event);
    }
  }

  /** Putting the physical connection back into its first state has failed: it is of no use. */
  void failed(SQLException e) {
    ConnectionEvent event = new ConnectionEvent(this, e);
    for (ConnectionEventListener listener : listeners) {
      listener.connectionErrorOccurred(event);
    }
  }

  @Override
  public void close() throws SQLException {
    physical.close();
  }

  @Override
  public void addConnectionEventListener(ConnectionEventListener listener) {
    listeners.add(listener);
  }

  @Override
  public void removeConnectionEventListener(ConnectionEventListener listener) {
    listeners.remove(listener);
  }

  @Override
  public void addStatementEventListener(StatementEventListener listener) {
    // Statements are not pooled through this interface.
  }

  @Override
  public void removeStatementEventListener(StatementEventListener listener) {
    // Statements are not pooled through this interface.
  }
}
