// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * One thing to measure.
 *
 * @param name how it is called in the table and in filters
 * @param operationsPerRun what one run counts for: times are given per operation
 * @param inTransaction whether runs happen inside one open transaction
 * @param writes whether it works on the driver's own file instead of the shared one
 * @param opener prepares the statements
 */
record Workload(
    String name, int operationsPerRun, boolean inTransaction, boolean writes, Opener opener) {

  /** Prepares a task on a connection. */
  interface Opener {
    Task open(Connection connection) throws SQLException;
  }

  /** A workload whose statements are prepared. */
  interface Task {

    /** Untimed work before each run. */
    default void beforeRun() throws SQLException {}

    /**
     * Runs once.
     *
     * @param index number of the run; the same index does the same work in every driver
     * @return a checksum of what was read
     */
    long run(long index) throws SQLException;
  }
}
