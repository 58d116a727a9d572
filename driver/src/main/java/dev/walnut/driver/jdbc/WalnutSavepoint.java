// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import java.sql.SQLException;
import java.sql.Savepoint;

/** A mark in a transaction to roll back to. Valid until it is released or the transaction ends. */
final class WalnutSavepoint implements Savepoint {
  private final WalnutConnection connection;
  private final int id;
  private final String name;
  private boolean released;

  /**
   * @param name null for a nameless savepoint
   */
  WalnutSavepoint(WalnutConnection connection, int id, String name) {
    this.connection = connection;
    this.id = id;
    this.name = name;
  }

  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw DriverErrors.sequence("the savepoint has a name, no id");
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw DriverErrors.sequence("the savepoint has an id, no name");
    }
    return name;
  }

  /** The name in SQL, quoted. */
  String sqlName() {
    return name == null
        ? "\"WALNUT_SAVEPOINT_" + id + "\""
        : "\"" + name.replace("\"", "\"\"") + "\"";
  }

  void release() {
    released = true;
  }

  void check(WalnutConnection user) throws SQLException {
    if (user != connection) {
      throw DriverErrors.argument("the savepoint belongs to another connection");
    }
    if (released) {
      throw DriverErrors.argument("the savepoint was released");
    }
  }
}
