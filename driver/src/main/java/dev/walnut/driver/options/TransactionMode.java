// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.options;

/** How the driver begins a transaction when autocommit is off. */
public enum TransactionMode {
  /** No lock before the first statement needs one. */
  DEFERRED("BEGIN"),
  /** The write lock is taken at the first statement. */
  IMMEDIATE("BEGIN IMMEDIATE"),
  /** In rollback journal modes readers are kept out as well. */
  EXCLUSIVE("BEGIN EXCLUSIVE");

  private final String beginStatement;

  TransactionMode(String beginStatement) {
    this.beginStatement = beginStatement;
  }

  /** The statement that begins such a transaction. */
  public String beginStatement() {
    return beginStatement;
  }
}
