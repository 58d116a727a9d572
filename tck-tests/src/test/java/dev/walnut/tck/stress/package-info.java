// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Threads and processes, Walnut's and SQLite's, that work on one database in WAL mode for as long
 * as one likes, and check that every read saw one committed state and that no commit was lost.
 *
 * <p>{@link dev.walnut.tck.stress.WalStress} is the main class for long runs.
 */
package dev.walnut.tck.stress;
